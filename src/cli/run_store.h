#pragma once

#include <string>

#include "cli/command.h"
#include "host/host.h"
#include "store/runs.h"

namespace gb10 {

/// The records of this user: $XDG_DATA_HOME/gb10/runs.sqlite, else below ~/.local/share. The folder
/// is made. Error `unsupported` where there is no home.
Result<RunStore> open_run_store(const Io& io);
/// The same to read only, also where nothing can be written; `not_found` where no run is kept.
Result<RunStore> read_run_store(const Io& io);

/// A record by its id, a beginning of that, "last", or the path of a JSON file (with a "/" or
/// ending in .json).
Result<RunRecord> record_named(const std::string& which, const HostView& host, const Io& io);

/// As this machine's files are called from everywhere: relative names are of the current folder.
std::string whole_path(const std::string& path);

/// Keeps it; where that fails it is written to a file of its own, and the user is told.
void keep_record(const RunRecord& record, const Io& io);

/// Another name for this machine that tells nothing of it.
std::string machine_mark(const HostView& host);

}  // namespace gb10
