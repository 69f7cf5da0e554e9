#pragma once

#include <string>

#include "cli/command.h"
#include "host/host.h"
#include "host/kept_words.h"
#include "store/runs.h"

namespace gb10 {

/// Where this user's records and choices are: $XDG_DATA_HOME/gb10, else ~/.local/share/gb10. Error
/// `unsupported` where there is no home.
Result<std::string> data_folder(const Io& io);

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

/// What a record keeps of commands and paths on this machine.
KeptWords kept_words(const Io& io);

/// Keeps it; where that fails it is written to a file of its own, and the user is told.
void keep_record(const RunRecord& record, const Io& io);

/// Prints it as was asked for, with `text` for people, and keeps it.
void tell_record(const RunRecord& record, std::string (*text)(const RunRecord&),
                 const Arguments& arguments, const Io& io);

/// Another one for each run: "20261128-171502-4711", of nanoseconds since 1970 and this process.
std::string run_id(std::int64_t wall);

/// The whole of a file of at most `most` bytes; larger ones are `invalid`.
Result<std::string> whole_file(const HostView& host, const std::string& path, std::uint64_t most);

/// Another name for this machine that tells nothing of it.
std::string machine_mark(const HostView& host);

}  // namespace gb10
