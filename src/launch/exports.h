#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/launch.h"

namespace gb10 {

/// Who is to read the variables: each has rules of its own for quotes.
enum class LaunchFormat { sh, fish, dotenv, docker, systemd, uv };

std::optional<LaunchFormat> launch_format(std::string_view word);
/// "sh", "fish", …
std::vector<std::string> launch_formats();

/// `name` with `value` as the format says it, without a line end; nothing where it cannot say the
/// value.
std::optional<std::string> launch_line(const std::string& name, const std::string& value,
                                       LaunchFormat format);

/// The variables of a plan, each behind a comment with its reason, and comments on what no
/// variable can say.
std::string launch_exports(const LaunchPlan& plan, LaunchFormat format);

}  // namespace gb10
