#include <fmt/format.h>

#include "audit/requirement_set.h"
#include "base/text.h"
#include "base/toml.h"

namespace gb10 {

namespace {

using toml::Node;

constexpr std::size_t kMostEntries = 20'000;

/// The table at the end of a dotted path; null where one of them is none.
const Node* table_at(const Node& root, std::string_view dotted) {
  const Node* at = &root;
  for (const std::string_view key : split(dotted, '.')) {
    at = at->find(key);
    if (!at) return nullptr;
  }
  return at;
}

class ProjectReader {
 public:
  ProjectReader(const std::string& path, RequirementSet& out) : path_(path), out_(out) {}

  void read(const Node& root) {
    read_list(table_at(root, "project.dependencies"), "project.dependencies", false);
    read_lists(table_at(root, "project.optional-dependencies"), "project.optional-dependencies");
    read_lists(table_at(root, "dependency-groups"), "dependency-groups");
    read_list(table_at(root, "build-system.requires"), "build-system.requires", false);
    read_list(table_at(root, "tool.uv.dev-dependencies"), "tool.uv.dev-dependencies", false);
    for (const char* const scope :
         {"tool.uv.constraint-dependencies", "tool.uv.override-dependencies",
          "tool.uv.build-constraint-dependencies"})
      read_list(table_at(root, scope), scope, true);
    read_uv(root);
    read_dynamic(root);
    for (const char* const other : {"tool.poetry.dependencies", "tool.pixi.dependencies"}) {
      if (const Node* const table = table_at(root, other))
        out_.add_unread(path_, table->line, fmt::format("[{}] is not read", other));
    }
  }

 private:
  /// What the build fills in from elsewhere.
  void read_dynamic(const Node& root) {
    const Node* const dynamic = table_at(root, "project.dynamic");
    if (!dynamic) return;
    for (const Node& item : dynamic->items) {
      if (item.string != "dependencies" && item.string != "optional-dependencies") continue;
      const Node* const from = table_at(root, "tool.setuptools.dynamic." + item.string + ".file");
      std::vector<std::string> files;
      if (from && !from->string.empty()) files.push_back(from->string);
      for (const Node& file : from ? from->items : std::vector<Node>())
        files.push_back(file.string);
      const std::string where = joined(files, " and ");
      out_.add_unread(path_, item.line,
                      where.empty() ? fmt::format("{} are filled in by the build", item.string)
                                    : fmt::format("{} stand in {}: audit that", item.string,
                                                  printable(where, 200)));
    }
  }

  void read_list(const Node* list, const std::string& scope, bool is_constraint) {
    if (!list) return;
    if (list->kind != Node::Kind::array)
      return out_.add_unread(path_, list->line, fmt::format("{} is no list", scope));
    for (const Node& item : list->items) {
      // {include-group = "…"}: that group is read where it stands.
      if (item.kind == Node::Kind::table) continue;
      if (item.kind != Node::Kind::string || out_.lines.size() >= kMostEntries) {
        out_.add_unread(path_, item.line, fmt::format("an entry of {}", scope));
        continue;
      }
      add(item, scope, is_constraint);
    }
  }

  void add(const Node& item, const std::string& scope, bool is_constraint) {
    auto read = requirement(item.string);
    if (!read.ok()) return out_.add_unread(path_, item.line, read.error().what);
    RequirementLine line;
    line.file = path_;
    line.line = line.last_line = item.line;
    line.scope = scope;
    line.written = item.string;
    line.wanted = *std::move(read);
    line.is_constraint = is_constraint;
    out_.lines.push_back(std::move(line));
  }

  void read_lists(const Node* tables, const std::string& scope) {
    if (!tables) return;
    if (tables->kind != Node::Kind::table)
      return out_.add_unread(path_, tables->line, fmt::format("{} is no table", scope));
    for (const auto& [name, list] : tables->members)
      read_list(&list, fmt::format("{}.{}", scope, printable(name, 80)), false);
  }

  void read_uv(const Node& root) {
    if (const Node* const indexes = table_at(root, "tool.uv.index")) {
      for (const Node& index : indexes->items) add_index(index);
    }
    for (const char* const table : {"tool.uv", "tool.uv.pip"}) {
      const Node* const at = table_at(root, table);
      if (!at) continue;
      for (const char* const key : {"index-url", "extra-index-url", "find-links"})
        add_addresses(at->find(key), std::string_view(key) == "index-url");
    }
    const Node* const sources = table_at(root, "tool.uv.sources");
    if (!sources) return;
    for (const auto& [name, source] : sources->members) {
      if (source.kind == Node::Kind::table) add_source(name, source, false);
      for (const Node& each : source.items) add_source(name, each, true);
    }
  }

  void add_addresses(const Node* node, bool is_default) {
    if (!node) return;
    const auto addresses = node->texts();
    if (!addresses.ok()) return out_.add_unread(path_, node->line, addresses.error().what);
    for (const std::string& address : *addresses)
      out_.indexes.push_back({address, "", false, is_default, path_, node->line});
  }

  void add_index(const Node& node) {
    const auto truth = [&](std::string_view key) {
      const Node* const member = node.find(key);
      return member && member->kind == Node::Kind::boolean && member->boolean;
    };
    PackageIndex index;
    index.url = node.text("url", "").value_or("");
    index.name = node.text("name", "").value_or("");
    index.is_explicit = truth("explicit");
    index.is_default = truth("default");
    index.file = path_;
    index.line = node.line;
    if (index.url.empty()) return out_.add_unread(path_, node.line, "an index without a url");
    out_.indexes.push_back(std::move(index));
  }

  void add_source(const std::string& name, const Node& node, bool is_listed) {
    PackageSource source;
    source.package = normalised_name(name);
    source.index = node.text("index", "").value_or("");
    source.condition_text = node.text("marker", "").value_or("");
    source.line = node.line;
    source.is_listed = is_listed;
    source.is_optional = node.find("extra") != nullptr || node.find("group") != nullptr;
    if (!source.condition_text.empty()) {
      auto condition = marker(source.condition_text);
      if (!condition.ok()) return out_.add_unread(path_, node.line, condition.error().what);
      source.condition = *std::move(condition);
    }
    out_.sources.push_back(std::move(source));
  }

  const std::string& path_;
  RequirementSet& out_;
};

}  // namespace

Result<void> read_pyproject(std::string_view text, const std::string& path, RequirementSet& out) {
  const Node root = TRY(toml::parse(text, path));
  ProjectReader(path, out).read(root);
  return {};
}

}  // namespace gb10
