#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.h"

/// The parts of the topic "os"; each sets its own facts and fails alone.
namespace gb10::os {

void collect_release(const HostView& host, Facts& facts);
void collect_boot(const HostView& host, Facts& facts);
void collect_sessions(const HostView& host, Facts& facts);
void collect_packages(const HostView& host, Facts& facts);
void collect_leftovers(const HostView& host, Facts& facts);
void collect_apt(const HostView& host, Facts& facts);

/// A package of which dpkg knows something.
struct Package {
  std::string name, version;  // version without Debian's epoch
  std::string flag, state;    // "ok", "installed"
};

/// The packages of a dpkg status file that this topic looks at, found in one pass.
std::vector<Package> notable_packages(std::string_view status);

/// What is wrong with one file of package sources; `release` is the code name of the system
/// ("noble"), empty when not known. The file of a key is not looked for.
std::vector<std::string> source_problems(std::string_view name, std::string_view text,
                                         std::string_view release);

/// The words of a kernel command line; a quoted part stays one word.
std::vector<std::string> option_words(std::string_view command_line);

}  // namespace gb10::os
