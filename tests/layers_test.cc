// Holds src/ against tests/layers.txt: every include that no line allows fails with file and line,
// and so does a circle of folders.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

struct Layers {
  std::map<std::string, int> row;
  std::map<std::string, std::set<std::string>> only;
  std::set<std::pair<std::string, std::string>> allowed;
  std::vector<std::pair<std::string, std::set<std::string>>> headers;
};

std::string source_root() {
  const char* const root = std::getenv("GB10_SOURCE");
  return root ? root : ".";
}

Layers read_layers(std::istream& in) {
  Layers out;
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string verb, name, other;
    if (!(words >> verb >> name)) continue;
    if (verb == "row") {
      while (words >> other) out.row[other] = std::stoi(name);
    } else if (verb == "only") {
      while (words >> other) out.only[name].insert(other);
    } else if (verb == "allow") {
      words >> other;
      std::string reason;
      EXPECT_TRUE(words >> reason) << line << ": an exception wants a reason";
      out.allowed.emplace(name, other);
    } else if (verb == "header") {
      std::set<std::string> places;
      while (words >> other) places.insert(other);
      out.headers.emplace_back(name, places);
    } else {
      ADD_FAILURE() << "layers.txt: " << line;
    }
  }
  return out;
}

bool may_include(const Layers& layers, const std::string& from, const std::string& to) {
  if (from == to) return true;
  const auto only = layers.only.find(from);
  if (only != layers.only.end()) return only->second.count(to) > 0;
  if (layers.allowed.count({from, to})) return true;
  return layers.row.at(to) < layers.row.at(from);
}

/// Why `file` of `folder` may not include `header`; empty when it may.
std::string problem(const Layers& layers, const std::string& file, const std::string& folder,
                    const std::string& header) {
  const std::string to = header.substr(0, header.find('/'));
  if (header.find('/') != std::string::npos && layers.row.count(to)) {
    return may_include(layers, folder, to) ? "" : folder + " may not include " + to;
  }
  for (const auto& [prefix, places] : layers.headers) {
    if (header.rfind(prefix, 0) != 0) continue;
    if (places.count(folder) || places.count(folder + "/" + file)) return "";
    return "<" + header + "> belongs to " + *places.begin();
  }
  return "";
}

std::vector<std::string> problems(const Layers& layers, const fs::path& src) {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(src)) {
    const fs::path path = entry.path();
    if (path.extension() != ".cc" && path.extension() != ".h") continue;
    const std::string folder = path.parent_path().filename();
    if (!layers.row.count(folder)) {
      if (path.parent_path() != src) out.push_back(path.string() + ": its folder has no row");
      continue;
    }
    std::ifstream in(path);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      if (line.rfind("#include ", 0) != 0 || line.size() < 12) continue;
      const std::string header = line.substr(10, line.find_first_of(">\"", 10) - 10);
      const std::string why = problem(layers, path.filename(), folder, header);
      if (!why.empty()) out.push_back(path.string() + ":" + std::to_string(number) + ": " + why);
    }
  }
  return out;
}

TEST(Layers, hold_for_every_include_of_the_source) {
  std::ifstream in(source_root() + "/tests/layers.txt");
  ASSERT_TRUE(in) << "GB10_SOURCE does not lead to the source";
  const Layers layers = read_layers(in);
  for (const std::string& each : problems(layers, source_root() + "/src")) ADD_FAILURE() << each;
}

TEST(Layers, refuse_an_upward_arrow_and_a_header_in_the_wrong_folder) {
  std::istringstream text(
      "row 0 base\nrow 1 model\nrow 2 host gpu\nrow 4 report\nonly report base\nallow gpu host "
      "because\nheader re2/ model\n");
  const Layers layers = read_layers(text);
  EXPECT_EQ(problem(layers, "a.cc", "base", "model/fact.h"), "base may not include model");
  EXPECT_EQ(problem(layers, "a.cc", "host", "gpu/gpu.h"), "host may not include gpu");
  EXPECT_EQ(problem(layers, "a.cc", "gpu", "host/host.h"), "");
  EXPECT_EQ(problem(layers, "a.cc", "report", "model/fact.h"), "report may not include model");
  EXPECT_EQ(problem(layers, "a.cc", "base", "re2/re2.h"), "<re2/re2.h> belongs to model");
}

}  // namespace
