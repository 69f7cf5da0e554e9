#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/host.h"
#include "model/build_plan.h"

/// What tells a step that need not run again: a stamp with the sum of all that went into it.
namespace gb10 {

/// The file of a work folder that says whose it is, and the one that keeps the stamps.
inline constexpr std::string_view kMarkerFile = ".gb10-build";
inline constexpr std::string_view kMarkerText =
    "A build of gb10 recipe. What lies here was made by it and may be removed as a whole.\n";
inline constexpr std::string_view kRecordFile = "build.json";

/// not_found where nothing was begun there; invalid where it makes no sense.
Result<BuildRecord> read_build_record(const HostView& host, const std::string& folder);

/// SHA-256 of a text, as hexadecimal digits.
std::string text_sum(std::string_view text);

/// SHA-256 of a file's bytes.
Result<std::string> file_sum(const HostView& host, const std::string& path);

/// A sum of every name and every byte below a folder of the user's. Refuses what is too large to be
/// read each time.
Result<std::string> folder_sum(const HostView& host, const std::string& folder);

/// The files that fit `pattern`, whose last part may hold "*".
std::vector<std::string> fitting_files(const HostView& host, const std::string& pattern);

/// What the outputs of a step hold now, by path; an Error names the first that is not there.
Result<std::map<std::string, std::string>> output_sums(const HostView& host, const BuildStep& step);

/// `text` with "{text:FILE}" filled in, FILE below `folder`; not_found while a file is not there.
Result<std::string> with_texts(const HostView& host, const std::string& folder, std::string text);

/// The sum of all that `step` depends on: what it runs, the variables, its inputs, and the stamps
/// of the steps that it waits for. Not the number of jobs.
Result<std::string> step_hash(const HostView& host, const BuildPlan& plan, const BuildStep& step,
                              const BuildRecord& record);

/// The commit that a checkout is at; empty where it is none.
std::string checked_out(const HostView& host, const std::string& folder);

/// Why `step` is to run, when the steps before it are done; empty when it need not.
std::string why_to_run(const HostView& host, const BuildPlan& plan, const BuildStep& step,
                       const BuildRecord& record);

/// Says of each step of `plan` whether it is done, and if not why.
void mark_done(const HostView& host, const BuildRecord& record, BuildPlan& plan);

}  // namespace gb10
