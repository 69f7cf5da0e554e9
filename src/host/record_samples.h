#pragma once
// Records for tests: one with every kind of answer, for the archive's round trip.

#include <string>

#include "host/record.h"

namespace gb10 {

inline void add_opened_files(Record& r) {
  BlobRecord blob;
  blob.size = 40'000'000;
  blob.add(0,
           "\x7f"
           "ELF");
  blob.add(39'999'990, std::string("end\0of file", 10));
  blob.failures.emplace(5000, Error{Error::Kind::failed, "input/output error", "check the disk"});
  r.blobs.emplace("/usr/lib/libx.so", blob);
  r.blobs.emplace("/usr/lib/unread.so", BlobRecord{7, {}, {}});
  r.blobs.emplace("/usr/lib/denied.so", Error{Error::Kind::denied, "denied", "run with sudo"});
}

inline Record every_kind_of_answer() {
  Record r;
  add_opened_files(r);
  r.meta.version = "0.1.0";
  r.meta.time = 1790000000;
  r.meta.left_out = 3;
  r.user = 1000;
  r.now = 1790000001;
  r.environment = {{"PATH", "/usr/bin:/bin"}, {"LANG", "C.UTF-8"}};
  r.gpu = "{\"ask\":\"driver\"}\n";
  r.reads.emplace("/proc/meminfo", "MemTotal: 127600524 kB\n");
  r.reads.emplace("/proc/1/cmdline", std::string("init\0splash\0", 12));
  r.reads.emplace("/empty", "");
  r.reads.emplace("/odd/../path", "x");
  r.reads.emplace("/with blank", "y");
  r.reads.emplace("/\xff\xfe", "\xff\x00\x01");
  r.reads.emplace("/.gb10/self.json", "not ours");
  r.reads.emplace("/missing", Error{Error::Kind::not_found, "cannot read /missing: no such file"});
  r.lists.emplace("/sys/block",
                  std::vector<DirEntry>{{"loop0", FileKind::link}, {"nvme0n1", FileKind::link}});
  r.lists.emplace("/none", std::vector<DirEntry>{});
  r.lists.emplace("/raw", std::vector<DirEntry>{{"\xc3\x28", FileKind::regular}});
  r.infos.emplace("/swap.img", FileInfo{FileKind::regular, 17179869184, 0600, 0, 1789999999});
  r.infos.emplace("/proc/kcore", FileInfo{FileKind::regular, UINT64_MAX, 0400, 0, -1});
  r.links.emplace("/usr/local/cuda", "/etc/alternatives/cuda");
  r.links.emplace("/plain", Error{Error::Kind::failed, "no link"});
  r.spaces.emplace("/", Space{3937000000000, 2400000000000});
  r.spaces.emplace("/gone", Error{Error::Kind::timeout, "no answer in 2 s"});
  r.queries.emplace(std::vector<std::string>{"docker", "info"}, Output{0, "Runtimes: runc\n", "W"});
  r.queries.emplace(std::vector<std::string>{"raw", "\xff"},
                    Output{3, std::string("\0\xfe", 2), ""});
  r.queries.emplace(std::vector<std::string>{"ollama", "-v"},
                    Error{Error::Kind::not_found, "ollama is not installed"});
  return r;
}

}  // namespace gb10
