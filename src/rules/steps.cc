#include "rules/steps.h"

#include <algorithm>

#include "base/text.h"

namespace gb10 {

Result<Step> read_step(const toml::Node& node) {
  Step out;
  if (node.kind == toml::Node::Kind::string) {
    out.note = node.string;
    return out;
  }
  TRY(node.only({"when", "run", "note"}));
  out.when = TRY(node.text("when", ""));
  out.run = TRY(node.text("run"));
  const bool odd = std::any_of(out.run.begin(), out.run.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (trimmed(out.run).empty() || odd) return node.wrong("run wants a command on one line");
  out.note = TRY(node.text("note", ""));
  return out;
}

}  // namespace gb10
