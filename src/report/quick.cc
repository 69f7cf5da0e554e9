#include "report/quick.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

/// All parts as one: what is wrong first, then what is not known.
std::string verdict_of(const std::vector<QuickPart>& parts) {
  std::vector<std::string> wrong, unknown;
  for (const QuickPart& each : parts) {
    if (each.verdict == "cannot tell")
      unknown.emplace_back(each.name);
    else if (each.verdict != "healthy")
      wrong.push_back(fmt::format("{} is {}", each.name, each.verdict));
  }
  if (!wrong.empty()) return "not as it should be: " + joined(wrong, ", ");
  if (!unknown.empty()) return "cannot tell: of " + joined(unknown, ", ");
  return "healthy: every part is as fast as good units show";
}

}  // namespace

bool is_as_it_should_be(const std::vector<QuickPart>& parts) {
  return std::all_of(parts.begin(), parts.end(), [](const QuickPart& each) {
    return each.verdict == "healthy" || each.verdict == "cannot tell";
  });
}

std::string quick_text(const std::vector<QuickPart>& parts) {
  std::string out = verdict_of(parts) + "\n";
  for (const QuickPart& each : parts) {
    out += fmt::format("  {:<8}  {:<12} {}\n", each.name, each.verdict, each.why);
    if (!each.remedy.empty()) out += fmt::format("  {:<8}  {:<12} do: {}\n", "", "", each.remedy);
  }
  return out;
}

Json to_json(const std::vector<QuickPart>& parts) {
  Json runs = Json::array();
  for (const QuickPart& each : parts) {
    Json part = Json::object()
                    .set("benchmark", each.name)
                    .set("verdict", each.verdict)
                    .set("why", each.why)
                    .set("remedy", each.remedy);
    if (each.record) part.set("run", to_json(*each.record));
    runs.push(std::move(part));
  }
  return Json::object()
      .set("schema", 1)
      .set("verdict", verdict_of(parts))
      .set("parts", std::move(runs));
}

}  // namespace gb10
