#include "host/redact.h"

#include <gtest/gtest.h>

#include "host/redact_addresses.h"
#include "host/redact_names.h"
#include "host/redact_samples.h"
#include "host/redact_shapes.h"
#include "host/snapshot_file.h"

namespace gb10 {
namespace {

std::string file(std::string_view path, std::string_view text) { return redacted_file(path, text); }
std::string text(std::string_view words) { return redacted_text(words); }
std::string output(std::vector<std::string> argv, std::string_view out) {
  return redacted_output(std::move(argv), out);
}
void stays(std::string_view words) { EXPECT_EQ(text(words), words); }
void goes(std::string_view before, std::string_view secret, std::string_view behind = "") {
  const std::string whole = std::string(before) + std::string(secret) + std::string(behind);
  const std::string left = text(whole);
  EXPECT_EQ(left.find(secret), std::string::npos) << left;
  EXPECT_TRUE(left.starts_with(before) && left.ends_with(behind)) << left;
}

TEST(redaction, versions_are_no_addresses) {
  stays("driver 580.142.1.2 and 580.95.05, SoC 2.155.11, lmcache 0.6.16.post3, 6.17.0-1014-nvidia");
  stays("nvidia-cudnn-cu13==9.13.0.50; tensorrt>=10.13.3.9 libnvinfer10_10.13.3.9-1+cuda13.0");
  stays("Version: 10.13.3.9\nfirmware-version: 28.45.40.28\nfrom 5.15.0.91.89 to 6.11.0.1016.17");
  stays("\"Version\" : \"2.0.0.5\", \"VersionLowest\" : \"2.0.0.1\"");
  EXPECT_EQ(output({"dpkg-query", "-W"}, "libnvinfer10\t10.13.3.9\n"), "libnvinfer10\t10.13.3.9\n");
  EXPECT_EQ(output({"pip", "list"}, "nvidia-cublas   13.0.2.14\n"), "nvidia-cublas   13.0.2.14\n");
  stays("/opt/v/tensorrt-10.13.3.9.dist-info/METADATA");
}

TEST(redaction, a_quad_that_is_a_version_somewhere_is_one_everywhere) {
  Record record;
  record.reads.emplace("/a", "installed 10.13.3.9 today");
  record.reads.emplace("/b", "tensorrt==10.13.3.9");
  EXPECT_EQ(*redacted(record).reads.at("/a"), "installed 10.13.3.9 today");
  record.reads.emplace("/c", "inet 10.13.3.9/24");
  EXPECT_EQ(redacted(record).reads.at("/a")->find("10.13.3.9"), std::string::npos);
}

TEST(redaction, pci_ids_times_and_dumps_are_neither_addresses_nor_macs) {
  stays("0000:01:00.0 000f:01:00.0 0000000F:01:00.0 10de:2e12 10ec:8127 (rev a1) 0002:01:00.1");
  stays("12:34:56 2026-11-27 23:49:01 2026-11-27T23:49:01+00:00 00:00:01.5 [12345.678901]");
  stays("0000000 7f45 4c46 0201 0100 0000 0000\n00000010: 0002 b700 0100 0000  ........");
  stays("00 11 22 33 44 55 66 77 88 99 aa bb MIDR 0x00000000410fd871 0x410fd851");
  stays("FA:DE:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD");
  stays("std::vector c10::Bad at::add c10::c10::x ::1 :: dead::beef RIP: 0010:foo+0x12/0x40");
  stays("Code: b9 00 00 80 d2 (d4210000) pc : nvidia_open+0x1c/0x90 9A.0B.25.00.00");
}

TEST(redaction, addresses_that_tell_nothing_stay) {
  stays("127.0.0.1:11000 0.0.0.0:22 255.255.255.0 255.255.0.0 224.0.0.251 ::1 fe80::/64 ff02::fb");
}

TEST(redaction, addresses_of_every_kind_go) {
  for (const char* const address :
       {"192.168.1.57", "10.1.2.3", "172.17.0.1", "100.64.3.4", "8.8.8.8", "203.0.113.77"}) {
    goes("inet ", address, "/24 brd");
    goes("listening on ", address, ":8000");
    goes("http://", address, "/v1");
    goes("from ", address, " port 22");
  }
  for (const char* const address :
       {"2001:db8::1234", "fd00:1:2:3::4", "fe80::9e63:c0ff:fe00:9212",
        "fe80:0000:0000:0000:9e63:c0ff:fe92:1234", "0000:0000:0000:0000:0000:ffff:c0a8:0139"}) {
    goes("inet6 ", address, " scope");
  }
}

TEST(redaction, what_lies_in_one_network_stays_in_one) {
  const std::string left = output({"ip", "-br", "addr"},
                                  "enp1s0f1np1 UP 192.168.100.10/24\n"
                                  "enP2p1s0f1np1 UP 192.168.200.12/24\n"
                                  "enP7s7 UP 192.168.100.14/24\n"
                                  "x UP 169.254.7.1/16\ny UP 10.0.0.1/30\nz UP 10.0.0.5/30\n");
  const auto address = [&](std::string_view name) {
    const std::size_t at = left.find(name) + name.size() + 4;
    return *redaction::address4(left.substr(at, left.find('/', at) - at));
  };
  EXPECT_EQ(address("enp1s0f1np1") >> 8U, address("enP7s7") >> 8U);
  EXPECT_NE(address("enp1s0f1np1") >> 8U, address("enP2p1s0f1np1") >> 8U);
  EXPECT_EQ(address("x") >> 16U, 0xa9feU) << "link-local stays link-local";
  EXPECT_NE(address("y") >> 2U, address("z") >> 2U);
  EXPECT_EQ(address("y") >> 8U, address("z") >> 8U);
}

TEST(redaction, pseudonyms_share_as_many_bits_as_their_addresses) {
  std::vector<std::uint32_t> all;
  std::uint32_t seed = 7;
  for (int i = 0; i < 300; ++i) {
    seed = seed * 1664525U + 1013904223U;
    all.push_back((i % 3 == 0 ? 0xc0a80000U : 0x0a000000U) |
                  (seed >> 12U & (i % 2 ? 0xffffU : 0xfffU)));
  }
  redaction::AddressMap map;
  for (const auto one : all) map.add(one, redaction::Evidence::address);
  map.settle();
  const auto shared = [](std::uint32_t a, std::uint32_t b) { return __builtin_clz((a ^ b) | 1U); };
  for (const auto a : all) {
    for (const auto b : all) {
      const bool near = a >> 24U == b >> 24U;
      EXPECT_EQ(near, *map.of(a) >> 24U == *map.of(b) >> 24U);
      EXPECT_TRUE(!near || shared(a, b) == shared(*map.of(a), *map.of(b)));
    }
  }
}

TEST(redaction, hardware_addresses_go_in_every_form) {
  for (const char* const mac : {"9c:63:c0:00:92:12", "9C:63:C0:00:92:12", "9c-63-c0-00-92-12"}) {
    goes("link/ether ", mac, " brd");
  }
  goes("enx", "9c63c0009212", ": UP");
  goes("Node GUID: 0x", "9c63c00300921234");
  goes("guid ", "9c63:c003:0092:1234");
  goes("Device Serial Number ", "9c-63-c0-03-00-92-12-34");
  goes("link/infiniband ", "80:00:00:29:fe:80:00:00:00:00:00:00:9c:63:c0:03:00:92:12:34");
  stays("ff:ff:ff:ff:ff:ff 00:00:00:00:00:00 guid 0000:0000:0000:0000");
}

TEST(redaction, one_mac_has_one_pseudonym_in_every_form) {
  const std::string left = text("enx9c63c0009212 is 9C:63:C0:00:92:12 and 9c63c0009212");
  EXPECT_EQ(left, "enx066762310001 is 06:67:62:31:00:01 and 066762310001");
}

TEST(redaction, uuids_go_and_those_of_everybody_stay) {
  goes("GPU-", "3f2a9c11-1234-5678-9abc-def012345678", ")");
  goes("root=UUID=", "3F2A9C11-1234-5678-9ABC-DEF012345678", " ro");
  goes("UUID=", "1A2B-3C4D", " /boot/efi");
  goes("/dev/disk/by-uuid/", "1A2B-3C4D");
  stays("/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c");
}

TEST(redaction, serial_numbers_go_from_files_and_fields) {
  EXPECT_EQ(file("/sys/class/dmi/id/product_serial", "1320925012345\n"), "serial-1\n");
  EXPECT_EQ(file("/sys/class/dmi/id/product_serial", "To be filled by O.E.M.\n"),
            "To be filled by O.E.M.\n");
  EXPECT_EQ(file("/etc/machine-id", "0123456789abcdef0123456789abcdef\n"),
            "67623130000000000000000000000001\n");
  EXPECT_EQ(file("/sys/bus/usb/devices/usb1/serial", "0000:01:00.0\n"), "0000:01:00.0\n");
  EXPECT_EQ(file("/sys/block/nvme0n1/wwid", "eui.002538b741b12345\n"), "eui.6762313000000001\n");
  goes("DGX_SERIAL_NUMBER=\"", "1320925012345", "\"\nDGX_NAME=\"DGX Spark\"");
  goes("Serial Number    : ", "S6XXNF0T123456");
  goes("{\"serial\":\"", "S6XXNF0T123456", "\",\"name\":\"nvme0n1\"}");
  goes("ID_SERIAL_SHORT=", "S6XXNF0T123456");
  goes("/dev/disk/by-id/nvme-SAMSUNG_MZALC4T0_", "S6XXNF0T123456", "_1-part2");
  goes("/dev/disk/by-id/nvme-eui.", "002538b741b12345", "-part1");
  goes("\"DeviceId\" : \"", "0123456789abcdef0123456789abcdef01234567", "\"");
  goes("nvme0: found serial ", "S6XXNF0T123456", ", 2 TB");
  goes("Serial number ", "1320925012345");
  stays("serial console at 115200, serial 16550A, serial ports 12345678 lines, serial0 in use");
  stays("Serial: 8250/16550 driver, 32 ports; SerialNumber=3, serial number : N/A; serial: none");
}

TEST(redaction, tokens_go_whatever_their_name_or_form) {
  goes("x ", "hf_abcdefghijABCDEFGHIJ0123456789abcd", " y");
  goes("x ", "nvapi-abcdefghijABCDEFGHIJ0123456789abcd", " y");
  goes("x ", "sk-proj-abcdefghijABCDEFGHIJ0123456789", " y");
  goes("x ", "ghp_abcdefghijABCDEFGHIJ0123456789abcd", " y");
  goes("x ", "AKIA1234567890ABCDEF", " y");
  goes("Authorization: Bearer ", "abcdef.0123456789", "");
  goes("x ", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123-_x", " y");
  goes("AWS_SECRET_ACCESS_KEY=", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "\n");
  goes("HF_TOKEN=", "something", "\n");
  goes("--api-key ", "letmein42", " --port 8000");
  goes(std::string("vllm\0--api-key\0", 15), "letmein42", std::string("\0--port", 7));
  goes("\"Args\": [\"--api-key\", \"", "letmein42", "\"]");
  goes("{\\\"password\\\": \\\"", "correct horse", "\\\"}");
  goes("psk=\"", "my wifi pass", "\"");
  goes("PASSWORD=", "abc", "\n");
  goes("https://", "someone:pa55word", "@proxy.example/x");
  goes("ssh-ed25519 ", "AAAAC3NzaC1lZDI1NTE5AAAAIJ0123456789abcdefghijklmnopqrstuvwxyzAB");
  goes("-----BEGIN OPENSSH PRIVATE KEY-----\n", "b3BlbnNzaC1rZXk\nAAAABG5vbmU",
       "\n-----END OPENSSH");
}

TEST(redaction, words_that_only_look_like_tokens_stay) {
  stays("TOKENIZERS_PARALLELISM=false max_tokens=4096 eos_token: </s> --api-key EMPTY KEY=value");
  stays("%sudo ALL=(ALL) NOPASSWD: ALL\npasswd: files systemd\ntoken: 12 tokens: 4.5");
  stays("audit: key=(null) password: None HF_TOKEN=$HF_TOKEN ssl_key=/etc/ssl/key.pem risk-free");
}

TEST(redaction, mail_goes_and_units_stay) {
  goes("Author-email: ", "jane.doe@corp.example", "\n");
  stays("user@1000.service getty@tty1.service git+https://git@github.com/a/b pkg@1.2.3 a@b");
}

TEST(redaction, networks_in_the_air_go) {
  goes("\tssid ", "Our Home 5G", "\n\ttype managed");
  goes("SSID=\"", "Our Home 5G", "\"");
  EXPECT_EQ(file("/x", "/etc/NetworkManager/system-connections/Ours5G.nmconnection"),
            "/etc/NetworkManager/system-connections/wifi-1.nmconnection");
}

Record person(const std::string& user, const std::string& host) {
  Record r;
  r.environment = {{"HOME", "/home/" + user}, {"PATH", "/home/" + user + "/.local/bin:/usr/bin"}};
  r.reads.emplace("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\n" + user +
                                     ":x:1000:1000:Jane Q. Doe,,,:/home/" + user + ":/bin/bash\n");
  r.reads.emplace("/etc/group", "docker:x:988:bob," + user + "\n" + user + ":x:1000:\n");
  r.reads.emplace("/proc/sys/kernel/hostname", host + "\n");
  r.reads.emplace("/etc/hosts",
                  "127.0.0.1 localhost\n127.0.1.1 " + host + "." + "corp.example " + host);
  r.reads.emplace("/home/" + user + "/.venv/pyvenv.cfg", "home = /usr/bin\n");
  r.reads.emplace("/etc/os-release", "NAME=\"Ubuntu\"\nID=ubuntu\n");
  r.reads.emplace("/etc/dgx-release", "DGX_NAME=\"DGX Spark\"\nDGX_PLATFORM=\"DGX Spark\"\n");
  r.lists.emplace("/home", std::vector<DirEntry>{{user, FileKind::directory}});
  r.lists.emplace("/var/lib/systemd/linger", std::vector<DirEntry>{{user, FileKind::regular}});
  r.links.emplace("/opt/models", "/home/" + user + "/models");
  r.queries.emplace(
      std::vector<std::string>{"ls", "/home/" + user},
      Output{0, "uid=1000(" + user + ") " + user + "@" + host + " docker spark-vllm\n",
             "Nov 27 23:49:01 " + host + " kernel: NVRM: loading for " + "x\n"});
  r.gpu = "{\"ask\":\"driver\"}\n";
  return r;
}

TEST(redaction, names_go_from_contents_paths_links_questions_and_answers) {
  const Record left = redacted(person("marguerite", "spark-3f2a"));
  const Members members = members_of(left);
  for (const auto& [name, bytes] : members) {
    for (const char* const secret : {"marguerite", "spark-3f2a", "corp.example", "Jane Q. Doe"}) {
      EXPECT_EQ((name + bytes).find(secret), std::string::npos) << name << ": " << bytes;
    }
  }
  EXPECT_EQ(left.environment.at("HOME"), "/home/user-1");
  EXPECT_TRUE(left.reads.count("/home/user-1/.venv/pyvenv.cfg"));
  EXPECT_EQ(left.lists.at("/home")->front().name, "user-1");
  EXPECT_EQ(left.lists.at("/var/lib/systemd/linger")->front().name, "user-1");
  EXPECT_EQ(*left.links.at("/opt/models"), "/home/user-1/models");
  EXPECT_TRUE(left.queries.count({"ls", "/home/user-1"}));
  EXPECT_NE(left.reads.at("/etc/group")->find("docker:x:988:bob,user-1"), std::string::npos);
}

TEST(redaction, names_that_are_ordinary_words_go_only_where_they_are_names) {
  const Record left = redacted(person("dgx", "spark"));
  EXPECT_EQ(*left.reads.at("/etc/dgx-release"),
            "DGX_NAME=\"DGX Spark\"\nDGX_PLATFORM=\"DGX Spark\"\n");
  EXPECT_EQ(left.environment.at("HOME"), "/home/user-1");
  EXPECT_EQ(*left.reads.at("/proc/sys/kernel/hostname"), "host-2\n");
  const Output& out = *left.queries.begin()->second;
  EXPECT_EQ(out.out, "uid=1000(user-1) user-1@host-2 docker spark-vllm\n");
  EXPECT_EQ(out.err, "Nov 27 23:49:01 host-2 kernel: NVRM: loading for x\n");
  const Record ubuntu = redacted(person("ubuntu", "ubuntu"));
  EXPECT_EQ(*ubuntu.reads.at("/etc/os-release"), "NAME=\"Ubuntu\"\nID=ubuntu\n");
}

TEST(redaction, a_full_name_goes_and_the_systems_own_word_stays) {
  Record record;
  record.reads.emplace("/etc/passwd",
                       "ubuntu:x:1000:1000:Ubuntu:/home/ubuntu:/bin/bash\n"
                       "jdoe:x:1001:1001:Jordan Doe,,,:/home/jdoe:/bin/bash\n");
  record.reads.emplace("/etc/os-release", "PRETTY_NAME=\"Ubuntu 24.04.3 LTS\"\n");
  record.reads.emplace("/var/log/x", "mail of Jordan Doe to the Ubuntu list\n");
  const Record left = redacted(record);
  EXPECT_EQ(*left.reads.at("/etc/os-release"), "PRETTY_NAME=\"Ubuntu 24.04.3 LTS\"\n");
  EXPECT_EQ(*left.reads.at("/var/log/x"), "mail of person-2 to the Ubuntu list\n");
}

TEST(redaction, finds_the_machine_in_its_log_when_nothing_else_names_it) {
  const auto log = [](const char* out) { return output({"journalctl", "-k"}, out); };
  EXPECT_EQ(log("2026-11-27T23:49:01+0000 quarry-7f3e kernel: quarry-7f3e is up\n"),
            "2026-11-27T23:49:01+0000 host-1 kernel: host-1 is up\n");
  EXPECT_EQ(log("Nov 27 23:49:01 spark kernel: spark\n"), "Nov 27 23:49:01 host-1 kernel: spark\n");
  EXPECT_EQ(log("Nov 27 23:49:01 localhost kernel: x\n"), "Nov 27 23:49:01 localhost kernel: x\n");
}

TEST(redaction, a_word_within_a_word_stays) {
  Record record = person("alex", "pluto7");
  record.reads.emplace("/x",
                       "alexandria and pluto77 and /usr/lib/alexa, but alex-venv and PLUTO7.local");
  EXPECT_EQ(*redacted(record).reads.at("/x"),
            "alexandria and pluto77 and /usr/lib/alexa, but user-1-venv and host-2.local");
}

TEST(redaction, blots_secrets_out_of_binary_parts_without_moving_anything) {
  Record record = person("marguerite", "spark-3f2a");
  BlobRecord blob;
  blob.size = 1000;
  const std::string bytes(
      "\x7f"
      "ELF\0\0/home/marguerite/lib\0libcudart.so.13\0",
      43);
  blob.add(0, bytes);
  record.blobs.emplace("/home/marguerite/x.so", blob);
  const std::string left = redacted(record).blobs.at("/home/user-1/x.so")->ranges.at(0);
  EXPECT_EQ(left, std::string("\x7f"
                              "ELF\0\0/home/xxxxxxxxxx/lib\0libcudart.so.13\0",
                              43));
}

TEST(redaction, covers_what_the_gpu_said) {
  Record record;
  record.gpu =
      "{\"ask\":\"list\",\"answer\":[{\"fields\":{\"name\":\"NVIDIA GB10\",\"uuid\":"
      "\"GPU-3f2a9c11-1234-5678-9abc-def012345678\",\"serial\":\"1320925012345\","
      "\"vbios\":\"9A.0B.25.00.00\",\"pci.bus_id\":\"0000000F:01:00.0\"}}]}\n";
  EXPECT_EQ(redacted(record).gpu,
            "{\"ask\":\"list\",\"answer\":[{\"fields\":{\"name\":\"NVIDIA GB10\",\"uuid\":"
            "\"GPU-67623130-0000-0000-0000-000000000001\",\"serial\":\"serial-1\","
            "\"vbios\":\"9A.0B.25.00.00\",\"pci.bus_id\":\"0000000F:01:00.0\"}}]}\n");
}

TEST(redaction, says_that_it_happened) { EXPECT_TRUE(redacted(Record{}).meta.redacted); }

TEST(redaction, of_odd_text_does_not_fail) {
  for (const char c : {'\0', ' ', ':', '=', '"', '@', '-', '/', 'a', '0', '.', '\\', '\xff', '_'}) {
    for (const std::size_t size : {1U, 2U, 40U, 3000U}) {
      const std::string one(size, c);
      Record record;
      record.reads.emplace(one, one);
      record.gpu = one + "token" + one + "=" + one;
      record.environment.emplace("A", one);
      static_cast<void>(redacted(record));
    }
  }
}

}  // namespace
}  // namespace gb10
