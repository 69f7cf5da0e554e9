#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "host/host.h"

/// How collectors ask a machine, so that every one of them words "not there" and "not allowed"
/// alike.
namespace gb10::ask {

/// A file's text without blanks around it.
Result<std::string> text(const HostView& host, std::string_view path);

/// A file that holds one whole number.
Result<std::int64_t> number(const HostView& host, std::string_view path);

/// True when there is something at `path`; an Error only where that cannot be told.
Result<bool> exists(const HostView& host, std::string_view path);

/// The last part of what a symbolic link says ("../../../bus/pci/drivers/r8127" is "r8127").
Result<std::string> link_name(const HostView& host, std::string_view path);

/// What a program printed on its standard output. Not installed, or its exit status not 0: an Error
/// that names the program and says what it complained of.
Result<std::string> printed(const HostView& host, const Command& command);

/// The same for an answer that is already there.
Result<std::string> printed(const Result<Output>& output, std::string_view program);

/// `name` so that it can stand between the brackets of a key: printable, without "[" and "]".
std::string instance(std::string_view name);

/// The version of an installed Debian package, by the text of /var/lib/dpkg/status.
std::optional<std::string> package_version(std::string_view status, std::string_view package);

inline constexpr std::string_view kPackageStatus = "/var/lib/dpkg/status";

}  // namespace gb10::ask
