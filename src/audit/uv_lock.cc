#include <fmt/format.h>

#include "audit/requirement_set.h"
#include "base/text.h"
#include "base/toml.h"

namespace gb10 {

namespace {

using toml::Node;
using Need = LockedPackage::Need;

std::string member_text(const Node& node, std::string_view key) {
  return node.text(key, "").value_or("");
}

std::string last_part(std::string_view address) {
  return std::string(address.substr(address.rfind('/') + 1));
}

class LockReader {
 public:
  LockReader(const std::string& path, RequirementSet& out) : path_(path), out_(out) {}

  void read(const Node& root) {
    const Node* const packages = root.find("package");
    if (!packages || packages->kind != Node::Kind::array)
      return out_.add_unread(path_, 1, "a lock without packages");
    for (const Node& package : packages->items) {
      LockedPackage read = package_of(package);
      if (read.name.empty()) {
        out_.add_unread(path_, package.line, "a package without a name");
        continue;
      }
      out_.locked.push_back(std::move(read));
    }
  }

 private:
  LockedPackage package_of(const Node& node) {
    LockedPackage out;
    out.name = normalised_name(member_text(node, "name"));
    out.version = member_text(node, "version");
    out.line = node.line;
    out.has_sdist = node.find("sdist") != nullptr;
    if (const Node* const source = node.find("source")) {
      out.registry = member_text(*source, "registry");
      out.is_root = source->find("virtual") || source->find("editable");
      // An address or a folder holds its source.
      out.has_sdist = out.has_sdist || source->find("git") || source->find("directory");
    }
    read_forks(node.find("resolution-markers"), out);
    read_wheels(node.find("wheels"), out);
    out.needs = needs(node.find("dependencies"));
    for (const char* const key : {"optional-dependencies", "dev-dependencies"}) {
      const Node* const tables = node.find(key);
      if (!tables) continue;
      for (const auto& [name, list] : tables->members) {
        std::vector<Need>& all = out.needs_of_extra[normalised_name(name)];
        for (Need& need : needs(&list)) all.push_back(std::move(need));
      }
    }
    return out;
  }

  void read_forks(const Node* list, LockedPackage& out) {
    if (!list) return;
    for (const Node& item : list->items) {
      auto fork = marker(item.string);
      if (!fork.ok())
        out_.add_unread(path_, item.line, fork.error().what);
      else
        out.forks.push_back(*std::move(fork));
    }
  }

  static void read_wheels(const Node* list, LockedPackage& out) {
    if (!list) return;
    for (const Node& wheel : list->items) {
      for (const char* const key : {"url", "path", "filename"}) {
        std::string name = last_part(member_text(wheel, key));
        if (name.empty()) continue;
        out.wheels.push_back(std::move(name));
        break;
      }
    }
  }

  std::vector<Need> needs(const Node* list) {
    std::vector<Need> out;
    if (!list) return out;
    for (const Node& item : list->items) {
      Need need;
      need.name = normalised_name(member_text(item, "name"));
      need.version = member_text(item, "version");
      if (const auto extras = item.texts("extra"); extras.ok()) need.extras = *extras;
      const std::string condition = member_text(item, "marker");
      if (!condition.empty()) {
        auto read = marker(condition);
        if (!read.ok()) {
          out_.add_unread(path_, item.line, read.error().what);
          continue;
        }
        need.condition = *std::move(read);
      }
      out.push_back(std::move(need));
    }
    return out;
  }

  const std::string& path_;
  RequirementSet& out_;
};

}  // namespace

Result<void> read_uv_lock(std::string_view text, const std::string& path, RequirementSet& out) {
  const Node root = TRY(toml::parse(text, path));
  LockReader(path, out).read(root);
  return {};
}

}  // namespace gb10
