#define TOML_HEADER_ONLY 1
#define TOML_UNRELEASED_FEATURES 0
// Hostile text reaches its assertions; what goes wrong then is an error of its parser.
#define TOML_ASSERT(condition) static_cast<void>(0)
#include "base/toml.h"

#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace gb10::toml {

namespace {

constexpr int kMaxDepth = 64;

// NOLINTNEXTLINE(misc-no-recursion): bounded by kMaxDepth
bool convert(const ::toml::node& from, std::string_view file, int depth, Node& to) {
  if (depth > kMaxDepth) return false;
  to.file = file;
  to.line = static_cast<int>(from.source().begin.line);
  if (const auto* const table = from.as_table()) {
    to.kind = Node::Kind::table;
    for (auto&& [key, value] : *table) {
      to.members.emplace_back(std::string(key.str()), Node());
      if (!convert(value, file, depth + 1, to.members.back().second)) return false;
    }
  } else if (const auto* const array = from.as_array()) {
    to.kind = Node::Kind::array;
    for (auto&& item : *array) {
      if (!convert(item, file, depth + 1, to.items.emplace_back())) return false;
    }
  } else if (const auto* const text = from.as_string()) {
    to.kind = Node::Kind::string;
    to.string = text->get();
  } else if (const auto* const whole = from.as_integer()) {
    to.kind = Node::Kind::integer;
    to.integer = whole->get();
  } else if (const auto* const number = from.as_floating_point()) {
    to.kind = Node::Kind::floating;
    to.floating = number->get();
  } else if (const auto* const truth = from.as_boolean()) {
    to.kind = Node::Kind::boolean;
    to.boolean = truth->get();
  } else {
    to.kind = Node::Kind::other;
  }
  return true;
}

}  // namespace

Node::Node() noexcept = default;

const Node* Node::find(std::string_view key) const {
  for (const auto& [name, node] : members) {
    if (name == key) return &node;
  }
  return nullptr;
}

Error Node::wrong(std::string_view what) const {
  return Error{Error::Kind::invalid, fmt::format("{}:{}: {}", file, line, what)};
}

Result<const Node*> Node::need(std::string_view key) const {
  const Node* const node = find(key);
  if (!node) return wrong(fmt::format("\"{}\" is missing", key));
  return node;
}

Result<std::string> Node::text() const {
  if (kind != Kind::string) return wrong("a text is wanted here");
  return string;
}

Result<double> Node::number() const {
  if (kind == Kind::integer) return static_cast<double>(integer);
  if (kind == Kind::floating) return floating;
  return wrong("a number is wanted here");
}

Result<bool> Node::truth() const {
  if (kind != Kind::boolean) return wrong("true or false is wanted here");
  return boolean;
}

Result<std::vector<std::string>> Node::texts() const {
  std::vector<std::string> out;
  if (kind == Kind::string) {
    out.push_back(string);
    return out;
  }
  if (kind != Kind::array) return wrong("a list of texts is wanted here");
  for (const Node& item : items) {
    std::string text = TRY(item.text());
    out.push_back(std::move(text));
  }
  return out;
}

Result<std::string> Node::text(std::string_view key) const {
  const Node* const node = TRY(need(key));
  return node->text();
}

Result<std::string> Node::text(std::string_view key, std::string_view otherwise) const {
  const Node* const node = find(key);
  if (!node) return std::string(otherwise);
  return node->text();
}

Result<std::vector<std::string>> Node::texts(std::string_view key) const {
  const Node* const node = find(key);
  if (!node) return std::vector<std::string>{};
  return node->texts();
}

Result<void> Node::only(const std::vector<std::string_view>& known) const {
  for (const auto& [name, node] : members) {
    bool found = false;
    for (const std::string_view key : known) found = found || key == name;
    if (!found) return node.wrong(fmt::format("\"{}\" is not known here", name));
  }
  return {};
}

Result<Node> parse(std::string_view text, std::string_view file) {
  try {
    const ::toml::table table = ::toml::parse(text, file);
    Node root;
    if (!convert(table, file, 0, root)) {
      return Error{Error::Kind::invalid, fmt::format("{}: nested too deep", file)};
    }
    if (root.line == 0) root.line = 1;
    return root;
  } catch (const ::toml::parse_error& e) {
    return Error{Error::Kind::invalid,
                 fmt::format("{}:{}: {}", file, e.source().begin.line, e.description())};
  } catch (const std::exception& e) {
    return Error{Error::Kind::invalid, fmt::format("{}: {}", file, e.what())};
  }
}

}  // namespace gb10::toml
