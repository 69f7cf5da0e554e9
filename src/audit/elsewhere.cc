#include "audit/elsewhere.h"

#include <map>
#include <optional>

#include "model/version.h"

namespace gb10 {

namespace {

std::optional<TwoNumbers> two_numbers(const std::string& version) {
  const auto numbers = Version{version}.numbers();
  if (numbers.size() < 2) return std::nullopt;
  return TwoNumbers{static_cast<int>(numbers[0]), static_cast<int>(numbers[1])};
}

}  // namespace

void take_tags(const AuditPackage& package, const AuditContext& context,
               std::vector<AuditCause>& causes) {
  if (package.tags.empty()) return;
  WheelTarget target;
  target.machine = context.target.machine;
  target.glibc = two_numbers(context.target.glibc);
  target.python = two_numbers(context.target.python);
  const WheelFit fit = fits(package.tags, target);
  switch (fit.obstacle) {
    case WheelFit::Obstacle::none:
      return;
    case WheelFit::Obstacle::c_library:
      return causes.push_back({"glibc-too-new", fit.why, {}});
    case WheelFit::Obstacle::python:
      return causes.push_back({"wrong-python", fit.why, {}});
    case WheelFit::Obstacle::processor:
    case WheelFit::Obstacle::system:
      return causes.push_back({"wrong-processor", fit.why, {}});
  }
}

std::string foreign_processor(const AuditTree& tree, const AuditContext& context) {
  if (context.target.machine.empty()) return {};
  std::map<std::string, std::size_t> count;
  std::size_t all = 0;
  for (const AuditLibrary& library : tree.libraries) {
    if (!library.elf) continue;
    ++all;
    ++count[machine_name(library.elf->machine)];
  }
  for (const auto& [machine, found] : count) {
    if (machine != context.target.machine && found * 2 > all) return machine;
  }
  return {};
}

}  // namespace gb10
