#include "rules/evidence.h"

#include <fmt/format.h>

namespace gb10 {

Result<std::string> read_evidence(const toml::Node& node) {
  TRY(node.only({"source", "date", "kind", "says"}));
  const std::string source = TRY(node.text("source"));
  const std::string date = TRY(node.text("date"));
  const std::string kind = TRY(node.text("kind"));
  const std::string says = TRY(node.text("says"));
  if (kind != "reported" && kind != "documented" && kind != "computed" && kind != "tested")
    return node.wrong("kind wants reported, documented, computed or tested");
  return fmt::format("{} {}: {} ({})", kind, date, says, source);
}

}  // namespace gb10
