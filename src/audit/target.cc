#include "audit/target.h"

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"

namespace gb10 {

namespace {

Result<void> take_driver(AuditTarget& target, std::string_view driver, const GpuRules& rules) {
  if (driver.empty()) return {};
  const auto cuda = rules.cuda_of_driver(driver);
  if (!cuda || cuda->major == 0) {
    return Error{Error::Kind::invalid,
                 fmt::format("no CUDA is known for driver \"{}\"", printable(driver, 40)),
                 "name its branch, such as --driver 580"};
  }
  target.gpu.driver_cuda = cuda;
  target.cuda = cuda->major;
  return {};
}

AuditTarget target_from(const NamedTarget& named) {
  AuditTarget out;
  out.gpu.arch = named.arch;
  out.machine = named.machine;
  out.glibc = named.glibc;
  out.python = named.python;
  return out;
}

std::vector<std::string> names_of(const GpuRules& rules) {
  std::vector<std::string> out;
  for (const NamedTarget& each : rules.targets()) out.push_back(each.name);
  return out;
}

}  // namespace

std::optional<int> capability_number(std::string_view text) {
  const std::string digits = replaced(text, ".", "");
  const auto number = whole_number(digits);
  const bool is_one = number && *number >= 50 && *number < 200 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
  return is_one ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

Result<AuditTarget> named_target(std::string_view word, std::string_view driver,
                                 const GpuRules& rules, AuditTarget here) {
  if (word.empty()) {
    TRY(take_driver(here, driver, rules));
    if (!driver.empty()) here.title = target_title(here, "", driver);
    return here;
  }
  if (const NamedTarget* const named = rules.target(word)) {
    AuditTarget out = target_from(*named);
    const std::string_view branch = driver.empty() ? std::string_view(named->driver) : driver;
    TRY(take_driver(out, branch, rules));
    out.title = target_title(out, named->title, branch) + ", as documented";
    return out;
  }
  const auto arch = word.starts_with("sm_") ? capability_number(word.substr(3)) : std::nullopt;
  if (!arch) {
    return Error{Error::Kind::invalid,
                 fmt::format("no target is called \"{}\"", printable(word, 40)),
                 did_you_mean(word, names_of(rules), "targets: gb10, or a GPU such as sm_90")};
  }
  here.gpu.arch = *arch;
  TRY(take_driver(here, driver, rules));
  here.title = target_title(here, "", driver);
  return here;
}

std::string target_title(const AuditTarget& target, std::string_view device,
                         std::string_view driver) {
  std::string out;
  if (target.gpu.arch == 0) {
    out = "no GPU known";
  } else if (device.empty()) {
    out = fmt::format("a GPU of compute capability {}", target.gpu.capability());
  } else {
    out = fmt::format("{} ({})", device, target.gpu.capability());
  }
  if (!driver.empty()) out += fmt::format(", driver {}", driver);
  if (target.gpu.driver_cuda) out += fmt::format(" (CUDA {})", text(*target.gpu.driver_cuda));
  if (!target.machine.empty()) out += ", " + target.machine;
  return out;
}

}  // namespace gb10
