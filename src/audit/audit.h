#pragma once

#include <string>

#include "audit/collect.h"
#include "audit/judge.h"
#include "audit/target.h"
#include "facts/library_table.h"
#include "host/host.h"
#include "model/audit.h"

namespace gb10 {

/// How something is audited.
struct AuditSetting {
  AuditTarget target;
  GpuRules rules;
  LibraryTable table;
  bool deep = false;    // search data sections of files of any size
  bool verify = false;  // hold files against their RECORD
};

/// What a path is.
enum class AuditSubject { environment, folder, wheel, image, file };
Result<AuditSubject> subject_of(const HostView& host, const std::string& path);

/// Audits what lies at `path`, whatever it is.
Result<Audit> audited(const HostView& host, const std::string& path, const AuditSetting& setting);

/// The environment of an interpreter: "/home/u/.venv" of "/home/u/.venv/bin/python3".
std::string environment_of_interpreter(const std::string& python);

/// The number of a CPU in ELF headers, by its name; 0 for one that is not known.
std::uint16_t machine_number(const std::string& machine);

/// The newest glibc that a C library defines symbols of ("2.39"); empty when it tells none.
std::string newest_glibc(const ElfInfo& library);

/// The newest glibc whose symbols the C library of the machine defines; empty when not known.
std::string glibc_of(const HostView& host, const LoaderView& loader);

}  // namespace gb10
