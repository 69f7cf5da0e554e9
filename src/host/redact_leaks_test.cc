// What an owner found in redacted snapshots: names in paths, in domains, in devices, in command
// lines.

#include <gtest/gtest.h>

#include <ctime>

#include "host/redact_samples.h"

namespace gb10 {
namespace {

using namespace std::literals;
using View = std::string_view;
using Entries = std::vector<DirEntry>;

std::string cmdline(std::string_view text) { return redacted_file("/proc/4711/cmdline", text); }

/// A machine of this name, and what becomes of a line in its log.
std::string of_host(const std::string& host, std::string_view line) {
  Record record;
  record.reads.emplace("/etc/hostname", host + "\n");
  record.reads.emplace("/var/log/x", std::string(line));
  return *redacted(record).reads.at("/var/log/x");
}

std::string of_user(const std::string& user, std::string_view line) {
  Record record = record_of(user, "");
  record.reads.emplace("/var/log/x", std::string(line));
  return *redacted(record).reads.at("/var/log/x");
}

TEST(leaks, a_host_is_no_part_of_a_file_in_etc) {
  EXPECT_EQ(of_host("quarry-7f3e",
                    "/etc/ssl/quarry-7f3e.key /etc/nginx/sites-enabled/quarry-7f3e.example.org "
                    "/etc/x/old_quarry-7f3e_1/quarry-7f3e-ca/a"),
            "/etc/ssl/host-1.key /etc/nginx/sites-enabled/host-1.example.org "
            "/etc/x/old_host-1_1/host-1-ca/a");
  Record record;
  record.reads.emplace("/etc/hostname", "quarry-7f3e\n");
  record.lists.emplace("/etc/profile.d",
                       Entries{{"quarry-7f3e.sh", FileKind::regular}, {"z.sh", FileKind::regular}});
  record.reads.emplace("/etc/profile.d/quarry-7f3e.sh", "export A=1\n");
  record.links.emplace("/etc/ssl/mine", "certs/quarry-7f3e.pem");
  const Record left = redacted(record);
  EXPECT_EQ(left.lists.at("/etc/profile.d")->front().name, "host-1.sh");
  EXPECT_TRUE(left.reads.count("/etc/profile.d/host-1.sh"));
  EXPECT_EQ(*left.links.at("/etc/ssl/mine"), "certs/host-1.pem");
}

TEST(leaks, a_host_called_by_a_usual_word_wrecks_no_path) {
  const std::string paths =
      "/etc/cdi/nvidia.yaml /etc/nccl.conf /etc/nvidia/cx7-hotplug-enabled /etc/docker/daemon.json "
      "/etc/modprobe.d/zfs.conf /etc/apt/sources.list.d/dgx.sources /usr/share/spark/x "
      "/etc/sysctl.d/99-dgx-performance.conf /etc/udev/rules.d/60-dgx-io-performance.rules "
      "/etc/systemd/logind.conf.d/a.conf /etc/ld.so.conf.d/b.conf /etc/ssl/gpu.pem ubuntu-desktop";
  for (const char* const host : {"spark", "ubuntu", "gpu", "nvidia", "nccl", "modprobe", "daemon",
                                 "sources", "sysctl", "logind", "udev", "rules", "profile"}) {
    EXPECT_EQ(of_host(host, paths), paths) << host;
  }
  EXPECT_EQ(of_host("spark", "/etc/nginx/sites-enabled/spark /etc/ssl/private/spark.key"),
            "/etc/nginx/sites-enabled/host-1 /etc/ssl/private/host-1.key");
}

TEST(leaks, a_user_is_no_file_of_settings) {
  for (const char* const user : {"marguerite", "max", "spark"}) {
    const std::string name(user);
    for (const std::string dir : {"/etc/profile.d/", "/etc/sudoers.d/", "/etc/cron.d/",
                                  "/var/spool/cron/", "/var/spool/cron/crontabs/",
                                  "/var/lib/systemd/linger/", "/run/user/", "/etc/sudoers.d/90-"}) {
      EXPECT_EQ(of_user(name, dir + name + " " + dir + name + ".sh"),
                dir + "user-1 " + dir + "user-1.sh");
    }
  }
  EXPECT_EQ(of_user("marguerite", "/etc/x/marguerite-web/a.conf /usr/share/marguerite"),
            "/etc/x/user-1-web/a.conf /usr/share/marguerite");
  EXPECT_EQ(of_user("max", "/etc/profile.d/maximum.sh /etc/max/x"),
            "/etc/profile.d/maximum.sh /etc/max/x");
}

TEST(leaks, names_in_private_domains_go) {
  EXPECT_EQ(redacted_text("mount nas.fritz.box:/models and bastion.lan, vault.corp."),
            "mount host-2.fritz.box:/models and host-1.lan, host-3.corp.");
  EXPECT_EQ(redacted_text("ssh spark-7.tail1a2b3.ts.net via tail1a2b3.ts.net"),
            "ssh host-1.host-2.ts.net via host-2.ts.net");
  for (const char* const suffix : {"local", "lan", "home", "home.arpa", "internal", "intranet",
                                   "corp", "localdomain", "fritz.box"}) {
    const std::string name = "reach http://bastion."s + suffix + ":8000/v1 (Bastion."s + suffix;
    const std::string left = "reach http://host-1."s + suffix + ":8000/v1 (host-1."s + suffix;
    EXPECT_EQ(redacted_text(name + ")"), left + ")");
    EXPECT_EQ(redacted_text("connected to cellar.deep." + std::string(suffix) + " now"),
              "connected to host-1.host-2." + std::string(suffix) + " now");
  }
  EXPECT_EQ(redacted_text("at vault-9.lan: vault-9 is up"), "at host-1.lan: host-1 is up");
}

TEST(leaks, a_machine_in_a_private_domain_has_one_name) {
  Record record;
  record.reads.emplace("/etc/hosts", "127.0.1.1 cellar.fritz.box cellar\n192.0.2.1 fritz.box\n");
  record.reads.emplace("/etc/resolv.conf", "search tail1a2b3.ts.net fritz.box\n");
  record.reads.emplace("/x", "cellar Cellar.fritz.box cellar.tail1a2b3.ts.net fritz.box");
  EXPECT_EQ(*redacted(record).reads.at("/x"),
            "host-1 host-1.fritz.box host-1.host-2.ts.net fritz.box");
}

TEST(leaks, what_only_ends_like_a_private_domain_stays) {
  for (const char* const text :
       {"localhost.localdomain localhost.local", "docker.service docker.socket home.mount",
        "host.docker.internal metadata.google.internal kubernetes.default.svc.cluster.local",
        "libfoo.internal google.protobuf.internal: from google.protobuf.internal import x",
        "/etc/rc.local /etc/fail2ban/jail.local /usr/lib/x/a.internal", "fritz.box is a router",
        "/home/user-1/.local/bin ~/.local.", "java.home=/usr user.home = x self.local(1)",
        "_http._tcp.local", "threading.local numpy.core.internal", "module app.internal not found",
        "a.lan.conf b.local.txt c.corporate d.homes", "3.home 12.local"}) {
    EXPECT_EQ(redacted_text(text), text);
  }
  const std::string site = "/opt/v/lib/python3.12/site-packages/x.dist-info/METADATA";
  EXPECT_EQ(redacted_file(site, "Requires-Dist: thing.internal\n"),
            "Requires-Dist: thing.internal\n");
}

TEST(leaks, names_of_devices_go) {
  EXPECT_EQ(redacted_text("input: Jo's Magic Keyboard as /devices/virtual/misc/uhid/0005:1/input9\n"
                          "hid-generic 0005:046D:B342.0001: input,hidraw0: BLUETOOTH HID v1.10 "
                          "Keyboard [Jo's Magic Keyboard] on 0a:1b:2c:3d:4e:5f\n"),
            "input: device-1 as /devices/virtual/misc/uhid/0005:1/input9\n"
            "hid-generic 0005:046D:B342.0001: input,hidraw0: BLUETOOTH HID v1.10 "
            "Keyboard [device-1] on 06:67:62:31:00:01\n");
  EXPECT_EQ(redacted_text("usb 1-2: Product: Zo\xe2\x80\x99s iPhone\nusb 1-2: Manufacturer: Zo's\n"
                          "usb 1-2: SerialNumber: ABCDEFGHIJKL\nusb 1-3: Product: iPhone von Zo\n"),
            "usb 1-2: Product: device-2\nusb 1-2: Manufacturer: device-1\n"
            "usb 1-2: SerialNumber: serial-1\nusb 1-3: Product: device-3\n");
  EXPECT_EQ(redacted_file("/proc/bus/input/devices",
                          "N: Name=\"Jo's Mouse\"\nU: Uniq=AB12CD34EF\nuniq serial GHIJ-77\n"),
            "N: Name=\"device-1\"\nU: Uniq=serial-1\nuniq serial serial-2\n");
  EXPECT_EQ(redacted_text("input: Zed Keys as /devices/pci0000:00/usb1/1-2/input/input3\n"
                          "Zed Keys Zed Keyset"),
            "input: device-1 as /devices/pci0000:00/usb1/1-2/input/input3\ndevice-1 Zed Keyset");
}

TEST(leaks, what_a_machine_calls_its_own_parts_stays) {
  for (const char* const text :
       {"input: Power Button as /devices/LNXSYSTM:00/LNXPWRBN:00/input/input0",
        "input: NVIDIA HDMI/DP,pcm=3 as /devices/pci0000:00/0000:01:00.1/sound/card0/input4",
        "usb 1-2: Product: USB2.0 Hub\nusb 1-2: Manufacturer: Generic\nusb 1-2: Product: iPhone",
        "usb usb1: SerialNumber: 0000:01:00.0",
        "usb 2-1: New USB device strings: Mfr=1, Product=2, SerialNumber=3", "sort | uniq -c",
        "input: no device"}) {
    EXPECT_EQ(redacted_text(text), text);
  }
}

TEST(leaks, folders_and_models_of_a_command_line_go) {
  EXPECT_EQ(cmdline("vllm\0serve\0/data/acme-secret-model\0--port\0"
                    "8000\0"s),
            "vllm\0serve\0/data/name-1\0--port\0"
            "8000\0"s);
  EXPECT_EQ(cmdline("llama-server\0--model=/srv/projects/client-x/model.gguf\0-m\0zeta.gguf\0"s),
            "llama-server\0--model=/srv/projects/name-1/model.gguf\0-m\0name-2.gguf\0"s);
  EXPECT_EQ(cmdline("/srv/zeta/.venv/bin/python3\0/srv/zeta/zeta_run.py\0-v\0/mnt/yps:/models\0"s),
            "/srv/name-2/.venv/bin/python3\0/srv/name-2/name-3.py\0-v\0/mnt/name-1:/models\0"s);
  EXPECT_EQ(redacted_output({"systemctl", "show"},
                            "ExecStart={ path=/usr/bin/x ; argv[]=/usr/bin/x --model /srv/zeta ; "
                            "ignore_errors=no }\n"),
            "ExecStart={ path=/usr/bin/x ; argv[]=/usr/bin/x --model /srv/name-1 ; "
            "ignore_errors=no }\n");
}

TEST(leaks, words_of_a_command_line_that_facts_need_stay) {
  for (const std::string& text :
       {"/srv/v/bin/python3\0/data/models/vllm/.venv/bin/vllm\0serve\0Qwen/Qwen3-8B\0"s,
        "python3\0-m\0sglang.launch_server\0--model-path\0nvidia/Llama-3.1-8B:Q4_K_M\0"s,
        "/usr/bin/acme\0/opt/acme/x\0/etc/acme/y\0/var/lib/acme/z\0/dev/acme\0/sys/acme\0"s,
        "docker\0run\0nvcr.io/nvidia/pytorch:25.09-py3\0http://127.0.0.1:8000/v1/models/zeta\0"s,
        "/srv/hub/models--acme--x/snapshots/0123456789abcdef0123456789abcdef/model.safetensors\0"s,
        "/srv/llama.cpp/build/bin/llama-server\0--avoid\0^(python3|vllm)$\0-ngl\0"
        "99\0"s,
        "/srv/v/lib/python3.12/site-packages/acme/run.py\0/data/checkpoint-500/v2.1\0"s}) {
    EXPECT_EQ(cmdline(text), text);
  }
  const std::string kernel = "BOOT_IMAGE=/boot/vmlinuz root=/dev/sda x=/srv/zeta";
  EXPECT_EQ(redacted_file("/proc/cmdline", kernel), kernel);
}

TEST(leaks, a_folder_of_a_command_line_has_one_name_everywhere) {
  Record record;
  record.environment.emplace("HF_HOME", "/srv/zeta/hf");
  record.reads.emplace("/proc/4711/cmdline", "vllm\0serve\0/srv/zeta/m\0"s);
  record.reads.emplace("/proc/mounts", "/dev/sda1 /srv/zeta ext4 rw 0 0\n");
  record.reads.emplace("/etc/x", "zeta, /opt/zeta, /usr/zeta, r.io/a/zeta:1 http://x/zeta /zetas");
  record.spaces.emplace("/srv/zeta", Space{1, 1});
  record.lists.emplace("/srv", Entries{{"zeta", FileKind::directory}});
  record.links.emplace("/srv/y", "zeta/m");
  const Record left = redacted(record);
  EXPECT_EQ(left.environment.at("HF_HOME"), "/srv/name-1/hf");
  EXPECT_EQ(*left.reads.at("/proc/mounts"), "/dev/sda1 /srv/name-1 ext4 rw 0 0\n");
  EXPECT_EQ(*left.reads.at("/etc/x"), *record.reads.at("/etc/x"));
  EXPECT_TRUE(left.spaces.count("/srv/name-1"));
  EXPECT_EQ(left.lists.at("/srv")->front().name, "name-1");
  EXPECT_EQ(*left.links.at("/srv/y"), "name-1/m");
}

TEST(leaks, below_homes_command_lines_tell_nothing_either) {
  Record record = record_of("alice", "");
  const std::string env = "/home/alice/zeta/.venv";
  record.reads.emplace("/proc/4711/cmdline", env + "/bin/python3\0/home/alice/zeta/zap.gguf\0"s);
  record.reads.emplace(env + "/pyvenv.cfg", "home = /usr/bin\n");
  record.lists.emplace("/home/alice", Entries{{"zeta", FileKind::directory}});
  const Record left = redacted(record);
  EXPECT_EQ(left.lists.at("/home/user-1")->front().name, "name-2");
  EXPECT_TRUE(left.reads.count("/home/user-1/name-2/.venv/pyvenv.cfg"));
  EXPECT_EQ(*left.reads.at("/proc/4711/cmdline"),
            "/home/user-1/name-2/.venv/bin/python3\0/home/user-1/name-2/name-1.gguf\0"s);
  EXPECT_TRUE(redacted(left) == left);
}

TEST(leaks, a_password_glued_to_its_option_goes) {
  EXPECT_EQ(cmdline("mysql\0-uroot\0-phunter\0shop\0"s), "mysql\0-uroot\0-ptoken-1\0shop\0"s);
  EXPECT_EQ(redacted_text("COMMAND=/usr/bin/mariadb-dump -u bo -pOpenUp --all"),
            "COMMAND=/usr/bin/mariadb-dump -u bo -ptoken-1 --all");
  EXPECT_EQ(redacted_text("sshpass -popen ssh x; sshpass -p 'sesame' ssh -p 22 y"),
            "sshpass -ptoken-1 ssh x; sshpass -p 'token-2' ssh -p 22 y");
  EXPECT_EQ(redacted_text("ldapsearch -x -D cn=a -wsesame -b x; ldapmodify -w sesame; "
                          "redis-cli -a sesame -p 6379; docker exec db mysqladmin -popen ping"),
            "ldapsearch -x -D cn=a -wtoken-2 -b x; ldapmodify -w token-2; "
            "redis-cli -a token-2 -p 6379; docker exec db mysqladmin -ptoken-1 ping");
}

TEST(leaks, options_that_only_begin_like_those_for_passwords_stay) {
  for (const char* const text :
       {"docker run -p8080:80 mysql", "vllm serve -p 8000", "llama-server -parallel 4",
        "docker run -p8080:80 mysql -p8081:80", "mysql -p shop", "mysql -P 3306 -p", "ssh -pier x",
        "mysql < x; ssh -p2222 y", "mysql | pv -parallel", "sshpass -e ssh x", "mkdir -parents"}) {
    EXPECT_EQ(redacted_text(text), text);
  }
}

TEST(leaks, of_mounts_are_servers_shares_and_users) {
  Record record = record_of("x", "");
  record.reads.emplace(
      "/proc/mounts",
      "//homenas/Familie_Meyer /mnt/fam cifs rw,username=anna,domain=MEYERHOME 0 0\n"
      "anna@buero-pc:/daten /mnt/b fuse.sshfs rw 0 0\n"
      "homenas2:/vol/ThesisData /mnt/t nfs4 rw 0 0\n"
      "rclone-gdrive: /mnt/g fuse.rclone rw 0 0\n"
      "tank/models /tank zfs rw 0 0\n");
  record.reads.emplace("/tmp/other", "see homenas2 and buero-pc\n");
  const Record left = redacted(record);
  const std::string mounts = *left.reads.at("/proc/mounts");
  for (const char* const name :
       {"homenas", "Meyer", "MEYER", "anna", "buero", "daten", "Thesis", "gdrive"})
    EXPECT_EQ(mounts.find(name), std::string::npos) << name << " in " << mounts;
  EXPECT_NE(mounts.find("tank/models /tank zfs"), std::string::npos) << mounts;
  EXPECT_EQ(left.reads.at("/tmp/other")->find("homenas2"), std::string::npos);
  EXPECT_EQ(*redacted(left).reads.at("/proc/mounts"), mounts);
}

TEST(leaks, of_a_server_that_is_called_like_a_usual_word_are_mended_in_its_mount_alone) {
  Record record = record_of("x", "");
  record.reads.emplace("/proc/mounts", "server:/data /mnt/m nfs4 rw 0 0\n");
  record.reads.emplace("/tmp/other", "the server is up, ollama-server too\n");
  const Record left = redacted(record);
  EXPECT_EQ(left.reads.at("/proc/mounts")->find("server"), std::string::npos);
  EXPECT_EQ(*left.reads.at("/tmp/other"), "the server is up, ollama-server too\n");
}

TEST(leaks, of_variables_and_options_that_say_what_they_hold) {
  EXPECT_EQ(
      redacted_text("HF_TOKEN_READ=leak1 PASSWORD_1=leak2 SSHPASS=leak3 WEBUI_AUTH=al:leak4\n")
          .find("leak"),
      std::string::npos);
  EXPECT_EQ(redacted_text("APP_KEY_1=leak5 MY_SECRET_X=leak6 TOKEN_A=leak7\n").find("leak"),
            std::string::npos);
  for (const char* const option :
       {"--user bob:", "--proxy-user b:", "--gradio-auth a:", "--api-keys ", "--requirepass ",
        "--ngc-key ", "--civitai-key ", "--pw ", "--jwt ", "--bearer "}) {
    const std::string text = redacted_text(std::string("run ") + option + "leak1 x\n");
    EXPECT_EQ(text.find("leak"), std::string::npos) << text;
  }
  EXPECT_EQ(redacted_text("GET /x?key=Zx81leak99Q HTTP\n").find("leak"), std::string::npos);
  for (const char* const text :
       {"TOKENIZERS_PARALLELISM=false\n", "--sort-key name\n", "--max-tokens 4096\n",
        "SSH_AUTH_SOCK=/run/user/1000/x\n", "--user 1000:1000\n", "PWD=/srv\n"}) {
    EXPECT_EQ(redacted_text(text), text);
  }
}

/// Processor seconds that a text of so many bytes takes, made of one part again and again.
double seconds_for(View part, std::size_t size) {
  std::string text = "/srv/zeta";
  while (text.size() < size) text += part;
  const std::clock_t begun = std::clock();
  EXPECT_FALSE(cmdline(text).empty());
  EXPECT_FALSE(redacted_output({"systemctl", "show"}, text).empty());
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

/// Four times the text takes about four times as long; sixteen times would be quadratic.
TEST(leaks, are_looked_for_in_linear_time) {
  const std::size_t size = GB10_TAKES_EVERY > 1 ? 1'000 : 8'000;
  for (const View part : {"argv[]=/srv/zeta"sv, "/zeta"sv, "a.lan."sv, " -p"sv, "mysql -pq"sv,
                          "input: "sv, ": Product: 's"sv, "token-1"sv, "-1"sv, "/srv/zeta\0"sv}) {
    const double few = seconds_for(part, size);
    const double many = seconds_for(part, 4 * size);
    EXPECT_LT(many, 10 * few + 0.05) << part << ": " << few << " s, " << many << " s";
  }
}

}  // namespace
}  // namespace gb10
