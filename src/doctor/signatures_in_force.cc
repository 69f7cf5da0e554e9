#include "doctor/signatures_in_force.h"

#include <fmt/format.h>

#include "doctor/rules_in_force.h"

namespace gb10 {

Result<SignatureBook> signatures_in_force(const HostView& host,
                                          const std::vector<std::string>& directories) {
  std::vector<DataFile> files = TRY(readable_files(host, "signatures", directories));
  Result<SignatureBook> out = SignatureBook::open(std::move(files));
  if (out.ok()) return out;
  return with_hint(out.error(),
                   "gb10 show huggingface.no-access --toml prints a signature to compare");
}

std::vector<std::string> facts_in_words(const Facts& facts, std::string_view name) {
  std::vector<std::string> out;
  const std::size_t star = name.find("[*]");
  const auto add = [&](const std::string& key) {
    const Fact* const fact = facts.find(key);
    if (!fact) return;
    out.push_back(fact->value.ok()
                      ? fmt::format("{} {}", key, to_text(*fact->value))
                      : fmt::format("{} is not known: {}", key, fact->value.error().what));
  };
  if (star == std::string_view::npos) {
    add(std::string(name));
    return out;
  }
  const std::string_view topic = name.substr(0, star), field = name.substr(star + 4);
  for (const std::string& instance : facts.instances(topic)) add(key(topic, instance, field));
  return out;
}

}  // namespace gb10
