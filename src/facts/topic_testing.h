#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.h"
#include "gpu/fake_gpu.h"
#include "host/fake_host.h"

/// What the tests of the topics share.
namespace gb10::topic_testing {

/// What a topic collects of a machine without a GPU.
inline Facts collected(const Topic& topic, const FakeHost& host) {
  const FakeGpu gpu;
  Facts facts;
  topic.collect({host, gpu}, {}, facts);
  return facts;
}

/// A fact as people see it, "unknown: <kind>", or "absent".
inline std::string text(const Facts& facts, std::string_view key) {
  const Fact* const fact = facts.find(key);
  if (!fact) return "absent";
  if (fact->value.ok()) return to_text(*fact->value);
  return std::string("unknown: ") + word(fact->value.error().kind);
}

/// Why a fact is unknown.
inline Error reason(const Facts& facts, std::string_view key) {
  const Fact* const fact = facts.find(key);
  if (!fact || fact->value.ok()) return {Error::Kind::failed, "the fact is known or absent"};
  return fact->value.error();
}

/// Keys that no spec of the topic fits, or whose fact has no source.
inline std::vector<std::string> misfits(const Topic& topic, const Facts& facts) {
  std::vector<std::string> found;
  for (const auto& [name, fact] : facts.all()) {
    bool known = false;
    for (const FactSpec& spec : topic.specs) known = known || fits(spec.pattern, name);
    if (!known || fact.source.empty()) found.push_back(name);
  }
  return found;
}

/// Non-instance facts that the topic promises and did not set.
inline std::vector<std::string> missing(const Topic& topic, const Facts& facts) {
  std::vector<std::string> found;
  for (const FactSpec& spec : topic.specs) {
    const std::string_view pattern = spec.pattern;
    if (pattern.find('[') == std::string_view::npos && !facts.find(pattern)) {
      found.emplace_back(pattern);
    }
  }
  return found;
}

}  // namespace gb10::topic_testing
