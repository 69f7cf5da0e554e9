#pragma once

#include <fmt/format.h>

#include "base/toml.h"

namespace gb10 {

/// The member `key` as one of the words that `read` knows.
template <class Enum>
Result<Enum> enumerator(const toml::Node& node, std::string_view key,
                        std::optional<Enum> (*read)(std::string_view)) {
  const toml::Node* const member = TRY(node.need(key));
  const std::string word = TRY(member->text());
  const std::optional<Enum> value = read(word);
  if (!value) return member->wrong(fmt::format("\"{}\" is no {}", word, key));
  return *value;
}

/// Every item of the array `key`, read by `read`; none when it is absent.
template <class T>
Result<std::vector<T>> each_of(const toml::Node& node, std::string_view key,
                               Result<T> (*read)(const toml::Node&)) {
  std::vector<T> out;
  const toml::Node* const member = node.find(key);
  if (!member) return out;
  if (member->kind != toml::Node::Kind::array) return member->wrong("a list is wanted here");
  for (const toml::Node& item : member->items) {
    T value = TRY(read(item));
    out.push_back(std::move(value));
  }
  return out;
}

}  // namespace gb10
