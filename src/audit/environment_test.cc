#include <gtest/gtest.h>

#include "audit/audit_samples.h"
#include "audit/collect.h"

namespace gb10 {
namespace {

using namespace audit_samples;
using Lines = std::vector<std::string>;

const std::string kModule = bytes_of(FakeElf{.sections = {code_for({121})}});

Lines names(const Audit& audit) {
  Lines out;
  for (const AuditItem& item : audit.items) out.push_back(item.name);
  return out;
}

/// "unreadable /path" for what was not read.
Lines unread(const Audit& audit) {
  Lines out;
  for (const AuditCause& each : audit.unread) out.push_back(each.kind + " " + each.file);
  return out;
}

TEST(EnvironmentTree, files_belong_to_the_package_that_records_them) {
  FakeHost host = machine();
  install(host, "first", "1.0", {{"shared/first.so", kModule}, {"shared/text.txt", "x"}});
  install(host, "second", "2.0",
          {{"shared/second.so", kModule}, {"second/deep/er.so.1.2", kModule}});
  const Audit found = audit(host);
  ASSERT_EQ(names(found), (Lines{"first", "second"}));
  EXPECT_EQ(found.items[0].libraries, 1);
  EXPECT_EQ(found.items[1].libraries, 2);
  EXPECT_EQ(found.items[1].version, "2.0");
  EXPECT_EQ(found.libraries, 3);
}

TEST(EnvironmentTree, what_nobody_records_stands_for_itself) {
  FakeHost host = machine();
  host.file(kSite + "/alone.cpython-312-aarch64-linux-gnu.so", kModule);
  host.file(kSite + "/handmade/a.so", kModule).file(kSite + "/handmade/sub/b.so", kModule);
  host.file(kSite + "/handmade/readme", "x").file(kSite + "/text/only.py", "");
  host.file(kSite + "/__pycache__/x.so", kModule);
  EXPECT_EQ(names(audit(host)), (Lines{"alone.cpython-312-aarch64-linux-gnu.so", "handmade"}));
  EXPECT_EQ(audit(host).libraries, 3);
}

TEST(EnvironmentTree, two_packages_that_install_the_same_file_are_told_once) {
  FakeHost host = machine();
  const Lines same{"two-copies"};
  install(host, "onnxruntime", "1.20",
          {{"onnxruntime/a.so", kModule}, {"onnxruntime/b.so", kModule}});
  install(host, "onnxruntime_gpu", "1.20",
          {{"onnxruntime/a.so", kModule}, {"onnxruntime/b.so", kModule}});
  const Audit found = audit(host);
  EXPECT_EQ(found.libraries, 2);
  for (const AuditItem& item : found.items) {
    if (item.name != "onnxruntime-gpu") continue;
    ASSERT_EQ(kinds(item.causes), same);
    EXPECT_NE(item.causes[0].what.find("the same files as onnxruntime 1.20"), std::string::npos);
  }
}

TEST(EnvironmentTree, an_editable_package_has_its_code_where_its_source_is) {
  FakeHost host = machine();
  install(host, "mine", "0.1", {{"__editable__.mine.pth", "/home/u/my project"}});
  host.file(info_of("mine", "0.1") + "/direct_url.json",
            R"({"url": "file:///home/u/my%20project", "dir_info": {"editable": true}})");
  host.file("/home/u/my project/mine/_C.so", kModule);
  host.file("/home/u/my project/build/lib/mine/_C.so", kModule);
  const Audit found = audit(host);
  EXPECT_EQ(verdict(found, "mine"), "runs");
  EXPECT_EQ(found.libraries, 1);
  host.file(info_of("mine", "0.1") + "/direct_url.json",
            R"({"url": "file:///home/u/my%20project"})");
  EXPECT_EQ(verdict(audit(host), "mine"), "no-gpu-code");
}

TEST(EnvironmentTree, an_environment_inside_an_editable_source_keeps_its_owners) {
  FakeHost host = machine();
  install(host, "a_project", "0.1", {{"__editable__.a_project.pth", "/home/u"}});
  host.file(info_of("a_project", "0.1") + "/direct_url.json",
            R"({"url": "file:///home/u", "dir_info": {"editable": true}})");
  install_torch(host);
  const Audit found = audit(host);
  EXPECT_EQ(verdict(found, "torch"), "runs");
  EXPECT_EQ(verdict(found, "a-project"), "no-gpu-code");
}

TEST(EnvironmentTree, an_editable_source_that_is_gone_is_told) {
  FakeHost host = machine();
  install(host, "mine", "0.1", {});
  host.file(info_of("mine", "0.1") + "/direct_url.json",
            R"({"url": "file:///home/u/gone", "dir_info": {"editable": true}})");
  EXPECT_EQ(unread(audit(host)), Lines{"missing-file /home/u/gone"});
}

TEST(EnvironmentTree, an_editable_source_is_never_the_whole_machine) {
  FakeHost host = machine();
  install(host, "mine", "0.1", {});
  host.file("/proc/1/x.so", kModule).file("/srv/x.so", kModule);
  host.link_at("/home/u/all", "/").link_at("/home/u/kernel", "../../proc/1");
  for (const std::string folder :
       {"/", "//", "/home/..", "/proc", "/proc/1", "/home/u/all", "/home/u/kernel"}) {
    host.file(info_of("mine", "0.1") + "/direct_url.json",
              R"({"url": "file://)" + folder + R"(", "dir_info": {"editable": true}})");
    const Audit found = audit(host);
    EXPECT_EQ(unread(found), Lines{"unreadable " + folder});
    EXPECT_EQ(found.libraries, 0) << folder;
  }
}

TEST(EnvironmentTree, verify_holds_files_against_their_record) {
  FakeHost host = machine();
  install(host, "ext", "1.0", {{"ext/_C.so", kModule}, {"ext/a.py", "abc"}});
  host.file(info_of("ext", "1.0") + "/RECORD",
            "ext/_C.so,,\next/a.py,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\n"
            "ext/b.py,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\n");
  AuditSetting how = setting();
  EXPECT_EQ(verdict(audit(host, how), "ext"), "runs");
  how.verify = true;
  EXPECT_EQ(verdict(audit(host, how), "ext"), "runs: missing-file");
  host.file(kSite + "/ext/b.py", "abd");
  EXPECT_EQ(verdict(audit(host, how), "ext"), "runs: changed-file");
  host.file(kSite + "/ext/b.py", "abc");
  const Audit whole = audit(host, how);
  EXPECT_EQ(verdict(whole, "ext"), "runs");
  EXPECT_EQ(whole.notes,
            (Lines{"2 files held against RECORD by SHA-256",
                   "RECORD has no hash of 1 file: only whether it is there was seen"}));
}

TEST(EnvironmentTree, a_record_that_makes_no_sense_is_told_and_the_rest_read) {
  FakeHost host = machine();
  install(host, "ext", "1.0", {{"ext/_C.so", kModule}});
  install(host, "odd", "1.0", {});
  host.file(info_of("odd", "1.0") + "/RECORD", "odd/a.py,sha256=x,many,more\n\"unclosed,,\n");
  const Audit found = audit(host);
  EXPECT_EQ(verdict(found, "ext"), "runs");
  EXPECT_EQ(verdict(found, "odd").find("no-gpu-code: malformed"), 0U) << verdict(found, "odd");
}

TEST(EnvironmentTree, of_a_record_with_many_faults_the_first_are_told) {
  FakeHost host = machine();
  install(host, "ext", "1.0", {});
  std::string record;
  for (int i = 0; i < 5000; ++i) record += "a.py,sha256=x,many,more\n";
  host.file(info_of("ext", "1.0") + "/RECORD", record);
  const Audit found = audit(host);
  ASSERT_EQ(found.items.size(), 1U);
  ASSERT_EQ(found.items[0].causes.size(), 101U);
  EXPECT_EQ(found.items[0].causes.back().what, "RECORD: and more");
}

TEST(EnvironmentTree, a_recorded_library_that_is_not_there_is_told) {
  FakeHost host = machine();
  install(host, "ext", "1.0", {{"ext/_C.so", kModule}});
  host.file(info_of("ext", "1.0") + "/RECORD", "ext/_C.so,,\next/_D.so,,\n../../../bin/x.so,,\n");
  const Audit found = audit(host);
  EXPECT_EQ(verdict(found, "ext"), "cannot-load: missing-file");
  EXPECT_EQ(found.libraries, 2);
}

TEST(EnvironmentTree, folders_that_cannot_be_listed_are_told_and_the_rest_read) {
  FakeHost host = machine();
  install(host, "ext", "1.0", {{"ext/_C.so", kModule}});
  host.file(kSite + "/secret/x.so", kModule);
  host.fail(kSite + "/secret", Error{Error::Kind::denied, "permission denied"});
  const Audit found = audit(host);
  EXPECT_EQ(verdict(found, "ext"), "runs");
  EXPECT_EQ(unread(found), Lines{"unreadable " + kSite + "/secret"});
}

TEST(EnvironmentTree, a_conda_environment_tells_what_it_installed) {
  FakeHost host;
  host.file("/opt/conda/conda-meta/python-3.12.4-h1.json",
            R"({"name": "python", "version": "3.12.4", "files": ["lib/libpython3.12.so.1.0"]})");
  host.file("/opt/conda/conda-meta/cublas-13.json",
            R"({"name": "libcublas", "version": "13.0.2",
                "files": ["lib/libcublas.so.13", "lib/libcublas.so", "include/cublas.h"]})");
  host.file("/opt/conda/conda-meta/broken.json", "{");
  host.file("/opt/conda/lib/libpython3.12.so.1.0", kModule);
  host.file("/opt/conda/lib/libcublas.so.13", kModule);
  host.link_at("/opt/conda/lib/libcublas.so", "libcublas.so.13");
  const Audit found = audit(host, setting(), "/opt/conda");
  EXPECT_EQ(names(found), (Lines{"libcublas", "python"}));
  EXPECT_EQ(found.libraries, 2);
  EXPECT_EQ(unread(found), Lines{"malformed /opt/conda/conda-meta/broken.json"});
}

TEST(EnvironmentTree, an_interrupted_installation_is_told) {
  FakeHost host = machine();
  host.directory(kSite + "/~orch-2.9.0.dist-info");
  EXPECT_EQ(unread(audit(host)), Lines{"malformed " + kEnvironment});
}

TEST(EnvironmentTree, is_none_without_an_environment) {
  FakeHost host;
  host.file("/x/a.txt", "");
  const AuditSetting how = setting();
  const CollectAudit options{{how.target.gpu, how.rules, how.table, {}}};
  EXPECT_EQ(environment_tree(host, "/x", options).error().kind, Error::Kind::not_found);
}

TEST(FolderTree, goes_through_folders_and_not_through_links) {
  FakeHost host;
  host.file("/x/a.so", kModule).file("/x/y/b.cubin", bytes_of(FakeCubin{121}));
  host.file("/x/y/c.txt", "").file("/x/y/lib.a", archive_of({{"k.o", kModule}}));
  host.link_at("/x/y/back", "/x").link_at("/x/y/self.so", "self.so");
  host.fail("/x/z", Error{Error::Kind::denied, "permission denied"});
  host.directory("/x/z");
  const Audit found = audit(host, setting(), "/x");
  EXPECT_EQ(names(found), (Lines{"a.so", "y/b.cubin", "y/lib.a"}));
  EXPECT_EQ(found.unit, "file");
  EXPECT_EQ(unread(found), Lines{"unreadable /x/z"});
}

/// Three folders, each full of files of no interest.
class EndlessHost : public FakeHost {
 public:
  Result<std::vector<DirEntry>> list(std::string_view folder) const override {
    if (folder == "/x") return entries("d", 3, FileKind::directory);
    ++lists;
    return entries("f", 600'000, FileKind::regular);
  }
  mutable int lists = 0;

 private:
  static std::vector<DirEntry> entries(const std::string& name, int count, FileKind kind) {
    std::vector<DirEntry> out;
    for (int i = 0; i < count; ++i) out.push_back({name + std::to_string(i), kind});
    return out;
  }
};

TEST(FolderTree, counts_every_entry_and_says_where_it_ends) {
  const EndlessHost host;
  std::vector<AuditCause> unread;
  EXPECT_EQ(library_files(host, "/x", unread).files, Lines{});
  EXPECT_EQ(host.lists, 2);
  ASSERT_EQ(unread.size(), 1U);
  EXPECT_EQ(unread[0].what, "more than 1000000 files and folders");
}

TEST(FolderTree, says_where_folders_lie_too_deep) {
  FakeHost host;
  std::string path = "/x";
  for (int i = 0; i < 45; ++i) path += "/d";
  host.file(path + "/a.so", kModule);
  EXPECT_EQ(unread(audit(host, setting(), "/x")).size(), 1U);
}

TEST(FileTree, is_one_file_whatever_its_name) {
  FakeHost host;
  host.file("/x/program", kModule).file("/x/text", "words");
  EXPECT_EQ(verdict(audit(host, setting(), "/x/program"), "/x/program"), "runs");
  EXPECT_EQ(audited(host, "/x/text", setting()).error().kind, Error::Kind::invalid);
  EXPECT_EQ(audited(host, "/x/none", setting()).error().kind, Error::Kind::not_found);
}

TEST(Subject, is_told_by_what_a_path_is) {
  FakeHost host = machine();
  host.file("/x/a.whl", "").file("/x/a.tar", "").file("/x/a.so", "");
  host.file("/oci/oci-layout", "{}").file("/home/u/code/main.c", "");
  EXPECT_EQ(*subject_of(host, "/x/a.whl"), AuditSubject::wheel);
  EXPECT_EQ(*subject_of(host, "/x/a.tar"), AuditSubject::image);
  EXPECT_EQ(*subject_of(host, "/x/a.so"), AuditSubject::file);
  EXPECT_EQ(*subject_of(host, "/oci"), AuditSubject::image);
  EXPECT_EQ(*subject_of(host, "/home/u/code"), AuditSubject::folder);
  EXPECT_EQ(*subject_of(host, kEnvironment), AuditSubject::environment);
  EXPECT_FALSE(subject_of(host, "/none").ok());
}

TEST(RequiredName, is_what_a_requirement_asks_for_here_without_an_extra) {
  const AuditSetting how = setting();
  CollectAudit options{{how.target.gpu, how.rules, how.table, {}}};
  const MarkerEnvironment arm = linux_environment("aarch64");
  for (const char* const text :
       {"torch", "torch>=2.1", "Torch (>=2.1)", "torch[cuda]==2", "torch ; x",
        "torch~=2 ; python_version > '3.8'", "torch @ https://x/y.whl"})
    EXPECT_EQ(required_name(text, arm), "torch") << text;
  EXPECT_EQ(required_name("Nvidia_cuBLAS.cu12==1", arm), "nvidia-cublas-cu12");
  for (const char* const text : {"torch ; extra == 'gpu'", "torch; platform_machine == 'x86_64'",
                                 "torch; extra == 'gpu' and platform_machine == 'aarch64'",
                                 "torch; python_version < '3.12'"})
    EXPECT_EQ(required_name(text, arm), "") << text;
  EXPECT_EQ(required_name("torch; platform_machine == 'x86_64'", markers_of(options, "")), "torch");
}

TEST(EnvironmentTree, a_folder_of_packages_is_the_environment_that_it_belongs_to) {
  FakeHost host = machine();
  install_torch(host);
  const Audit whole = audit(host);
  for (const std::string& folder : {kSite, kEnvironment + "/lib64/python3.12/site-packages"}) {
    host.link_at(kEnvironment + "/lib64", "lib");
    const Audit found = audit(host, setting(), folder);
    EXPECT_EQ(found.unit, "package");
    EXPECT_EQ(found.items.size(), whole.items.size());
    EXPECT_EQ(verdict(found, "torch"), verdict(whole, "torch"));
  }
}

TEST(EnvironmentTree, a_folder_that_packages_were_put_into_is_judged_by_package) {
  FakeHost host;
  host.file("/app/packages/ext-1.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: ext\nVersion: 1\n")
      .file("/app/packages/ext-1.dist-info/RECORD", "ext/_C.so,,\n")
      .file("/app/packages/ext/_C.so", bytes_of(FakeElf{.needed = {"libtorch.so"}}));
  EXPECT_EQ(verdict(audit(host, setting(), "/app/packages"), "ext"), "cannot-load: missing-torch");
}

TEST(EnvironmentTree, one_of_a_python_that_runs_threads_freely_takes_its_modules_only) {
  FakeHost host;
  const std::string site = "/v/lib/python3.13t/site-packages";
  host.file("/v/pyvenv.cfg", "home = /usr/bin\nversion = 3.13.1\n")
      .file(site + "/a-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: a\nVersion: 1\n")
      .file(site + "/a-1.dist-info/RECORD", "a/_C.cpython-313t-aarch64-linux-gnu.so,,\n")
      .file(site + "/a/_C.cpython-313t-aarch64-linux-gnu.so", bytes_of(FakeElf{}))
      .file(site + "/b-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: b\nVersion: 1\n")
      .file(site + "/b-1.dist-info/RECORD", "b/_C.cpython-313-aarch64-linux-gnu.so,,\n")
      .file(site + "/b/_C.cpython-313-aarch64-linux-gnu.so", bytes_of(FakeElf{}));
  const Audit found = audit(host, setting(), "/v");
  EXPECT_EQ(verdict(found, "a"), "no-gpu-code");
  EXPECT_EQ(verdict(found, "b"), "cannot-load: wrong-python");
}

TEST(EnvironmentTree, a_folder_of_packages_of_any_prefix_has_its_version) {
  FakeHost host;
  const std::string site = "/opt/conda/lib/python3.11/site-packages";
  host.file("/opt/conda/conda-meta/python-3.11.9-h1.json", "{}")
      .file(site + "/a-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: a\nVersion: 1\n")
      .file(site + "/a-1.dist-info/RECORD", "a/_C.cpython-39-aarch64-linux-gnu.so,,\n")
      .file(site + "/a/_C.cpython-39-aarch64-linux-gnu.so", bytes_of(FakeElf{}));
  for (const std::string& folder : {std::string("/opt/conda"), site})
    EXPECT_EQ(verdict(audit(host, setting(), folder), "a"), "cannot-load: wrong-python") << folder;
}

TEST(EnvironmentTree, data_under_the_name_of_a_module_is_no_danger) {
  FakeHost host = machine();
  install(host, "triangle", "1",
          {{"triangle/data/A.1.node", "29 2 0 0\n"},
           {"triangle/data/B.node", ""},
           {"triangle/core.so", "words"}});
  const Audit found = audit(host);
  EXPECT_EQ(verdict(found, "triangle"), "cannot-load: malformed malformed");
}

TEST(FolderTree, judges_environments_in_it_for_themselves) {
  FakeHost host = machine();
  install(host, "ext", "1.0", {{"ext/_C.so", bytes_of(FakeElf{.needed = {"libnone.so.1"}})}});
  host.file("/home/u/tool.so", kModule);
  const Audit found = audit(host, setting(), "/home/u");
  EXPECT_EQ(verdict(found, "ext"), verdict(audit(host), "ext"));
  EXPECT_EQ(found.items.size(), 2U);
  EXPECT_EQ(found.notes, Lines{kEnvironment + " is an environment, judged for itself"});
}

TEST(EnvironmentTree, what_metadata_asks_for_and_is_not_installed_is_named) {
  FakeHost host = machine();
  install(host, "ext", "1.0", {{"ext/_C.so", bytes_of(FakeElf{.needed = {"libcudart.so.13"}})}},
          {"nvidia-cuda-runtime==13.0.96; sys_platform == 'linux'",
           "nvidia-x; sys_platform == 'win32'", "numpy"});
  const Audit found = audit(host);
  ASSERT_EQ(found.items.size(), 1U);
  EXPECT_EQ(found.items[0].lacks, Lines{"nvidia-cuda-runtime==13.0.96"});
}

}  // namespace
}  // namespace gb10
