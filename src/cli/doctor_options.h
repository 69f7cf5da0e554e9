#pragma once

#include <optional>

#include "cli/command.h"
#include "doctor/doctor.h"

namespace gb10 {

/// What --load, --watch, --power-was-removed and --env ask for, which doctor and snapshot share. An
/// Error for a length that makes no sense and for options that exclude each other.
Result<DoctorOptions> doctor_options(const Arguments& arguments);

/// That --load or --watch came to nothing because no GPU answers, and why; nothing when neither was
/// asked for or there is one.
std::optional<NotChecked> untested(const DoctorOptions& wanted, const Facts& facts);

/// The folders of --env. On this machine a relative one counts from the working directory; in a
/// tree or a snapshot it must be absolute.
Result<std::vector<std::string>> environments(const Arguments& arguments);

/// Adds environments that were named when a snapshot was taken.
void add(const std::vector<std::string>& environments, CollectOptions& options);

/// Error when a folder of --env is no Python environment.
Result<void> check_environments(const Facts& facts, const std::vector<std::string>& wanted);

/// The folders of --data, absolute.
Result<std::vector<std::string>> data_directories(const Arguments& arguments);

}  // namespace gb10
