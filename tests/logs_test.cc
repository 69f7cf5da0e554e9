// Whole logs, as owners paste them: those of tests/logs, and those handed out beside the project,
// each also wrapped, cut and joined in the ways in which logs reach a person. Without the shared
// folder its logs are skipped.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/text.h"
#include "explain/explain.h"

namespace gb10 {
namespace {

struct Case {
  std::string file, text, role;
  std::vector<std::string> ids;
};

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

std::filesystem::path variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// The logs that `index` lists: file, ids, perhaps a source, role.
std::vector<Case> cases(const std::filesystem::path& index) {
  std::vector<Case> out;
  const std::string text = read_file(index);
  for (const std::string_view line : lines(text)) {
    const std::vector<std::string_view> cells = split(line, '\t');
    if (cells.size() < 3 || cells[0] == "file") continue;
    Case each{std::string(cells[0]), {}, std::string(cells.back()), {}};
    for (const std::string_view id : split(cells[1], ';')) each.ids.emplace_back(id);
    each.text = read_file(index.parent_path() / each.file);
    EXPECT_FALSE(each.text.empty()) << each.file;
    out.push_back(std::move(each));
  }
  return out;
}

std::vector<Case> own_cases() { return cases(variable("GB10_SOURCE") / "tests/logs/index.tsv"); }
std::vector<Case> shared_cases() { return cases(variable("GB10_SHARED") / "cases/logs/INDEX.tsv"); }

std::vector<DataFile> built_in_files() {
  std::vector<DataFile> out;
  for (const Embedded& file : embedded_files()) {
    constexpr std::string_view kFolder = "signatures/";
    if (!file.path.starts_with(kFolder)) continue;
    std::string name(file.path.substr(kFolder.size()));
    name.resize(name.size() - std::string_view(".toml").size());
    out.push_back({std::move(name), std::string(file.text), std::string(kBuiltIn)});
  }
  return out;
}

/// One book for all: what it has read once it need not read again.
SignatureBook& book() {
  static SignatureBook book = [] {
    Result<SignatureBook> out = SignatureBook::open(built_in_files());
    EXPECT_TRUE(out.ok());
    return *std::move(out);
  }();
  return book;
}

std::string id(const Known& known) {
  return known.catalogue.empty() ? known.name : known.catalogue;
}

std::string ids(const std::vector<Known>& all) {
  std::vector<std::string> out;
  for (const Known& known : all) out.push_back(id(known));
  return "[" + joined(out, " ") + "]";
}

bool has(const std::vector<Known>& all, const std::string& wanted) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Known& known) { return id(known) == wanted; });
}

/// True where the explanation says what the index wants.
bool agrees(const Explanation& found, const Case& wanted) {
  if (wanted.role == "nothing") return found.causes.empty();
  if (wanted.role == "harmless") return found.causes.empty() && has(found.harmless, wanted.ids[0]);
  if (wanted.role == "not_this_machine")
    return found.causes.empty() && has(found.not_this_machine, wanted.ids[0]);
  if (found.causes.empty() || id(found.causes[0]) != wanted.ids[0]) return false;
  return std::all_of(wanted.ids.begin(), wanted.ids.end(), [&](const std::string& each) {
    return has(found.causes, each) || has(found.consequences, each);
  });
}

std::string told(const Explanation& found, const Case& wanted) {
  return fmt::format("{}: wanted {} ({}), causes {} consequences {} harmless {} others {}",
                     wanted.file, joined(wanted.ids, ";"), wanted.role, ids(found.causes),
                     ids(found.consequences), ids(found.harmless), ids(found.not_this_machine));
}

using Change = std::function<std::string(const std::string&)>;

/// Of all cases, or of every so many-th where tests are slow.
void expect_all(const std::vector<Case>& all, const Change& change) {
  for (std::size_t i = 0; i < all.size(); i += GB10_TAKES_EVERY) {
    const Explanation found = explained(change(all[i].text), book());
    EXPECT_TRUE(agrees(found, all[i])) << told(found, all[i]);
  }
}

std::string each_line(const std::string& text, const Change& change) {
  std::string out;
  for (const std::string_view line : lines(text)) out += change(std::string(line)) + "\n";
  return out;
}

std::string as_is(const std::string& text) { return text; }

/// A line as a member of a JSON object, escaped as Go does it.
std::string in_json(const std::string& line) {
  Json object;
  object.set("log", line + "\n").set("stream", "stderr").set("time", "2026-08-12T14:02:51.1Z");
  std::string out = to_text(object);
  out = replaced(out, "<", "\\u003c");
  out = replaced(out, ">", "\\u003e");
  return replaced(out, "&", "\\u0026");
}

std::string utf16(const std::string& text) {
  std::string out("\xFF\xFE", 2);
  for (const char c : text) {
    // The logs are nearly ASCII; what is not stands in for any letter.
    out += static_cast<signed char>(c) < 0 ? '?' : c;
    out += '\0';
  }
  return out;
}

/// What a healthy server prints.
std::string healthy(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    out += fmt::format(
        "(APIServer pid=1) INFO 08-12 09:{:02d}:{:02d} [loggers.py:259] Engine 000: Avg prompt "
        "throughput: {}.0 tokens/s, Running: {} reqs, Waiting: 0 reqs\n",
        i / 60 % 60, i % 60, i % 900, i % 8);
  }
  return out;
}

struct Style {
  const char* name;
  const char* prefix;
};
constexpr Style kStyles[] = {
    {"compose", "vllm-1  | "},
    {"compose in colour", "\x1b[36mvllm-1  |\x1b[0m "},
    {"pod", "[pod/vllm-7d9c/server] "},
    {"container runtime", "2026-08-12T14:02:51.123456789Z stderr F "},
    {"engine", "(EngineCore pid=140) "},
    {"Ray", "(RayWorkerWrapper pid=812, ip=10.0.0.2) "},
    {"torchrun", "[rank0]: "},
    {"mpirun", "[1,0]<stderr>:"},
    {"syslog", "Aug 12 14:02:51 spark-1 docker[2101]: "},
    {"journal", "2026-08-12T14:02:51+0000 spark-1 vllm[2101]: "},
    {"compose and engine", "head-1  | (EngineCore_DP0 pid=512) "},
};

TEST(Own_logs, say_what_their_index_says) {
  const std::vector<Case> all = own_cases();
  EXPECT_GE(all.size(), 384U);
  expect_all(all, as_is);
}

TEST(Own_logs, say_the_same_as_json_lines) {
  expect_all(own_cases(), [](const std::string& text) { return each_line(text, in_json); });
}

TEST(Own_logs, say_the_same_behind_a_prefix_in_colour) {
  expect_all(own_cases(), [](const std::string& text) {
    return each_line(
        text, [](const std::string& line) { return "\x1b[36mhead-1  |\x1b[0m " + line + "\r"; });
  });
}

TEST(Own_logs, say_the_same_between_many_lines_that_look_alike) {
  // More lines than a pattern keeps, and more than it is tried on.
  std::string many;
  for (int i = 0; i < 400; ++i) {
    many += fmt::format(
        "(APIServer pid=1) INFO: 10.0.0.{}:4 - \"POST /v1/completions HTTP/1.1\" 200 OK\n",
        i % 200);
  }
  expect_all(own_cases(), [&](const std::string& text) {
    return many + text + (text.ends_with('\n') ? "" : "\n");
  });
}

class Shared_logs : public testing::Test {
 protected:
  void SetUp() override {
    all = shared_cases();
    if (all.empty()) GTEST_SKIP() << "the shared logs are not here";
  }
  std::vector<Case> all;
};

TEST_F(Shared_logs, say_what_their_index_says) { expect_all(all, as_is); }

TEST_F(Shared_logs, say_the_same_behind_any_prefix) {
  for (const Style& style : kStyles) {
    SCOPED_TRACE(style.name);
    expect_all(all, [&](const std::string& text) {
      return each_line(text, [&](const std::string& line) { return style.prefix + line; });
    });
  }
}

TEST_F(Shared_logs, say_the_same_as_json_lines) {
  expect_all(all, [](const std::string& text) { return each_line(text, in_json); });
}

TEST_F(Shared_logs, say_the_same_with_other_line_ends) {
  expect_all(all, [](const std::string& text) {
    return each_line(text, [](const std::string& line) { return line + "\r"; });
  });
}

TEST_F(Shared_logs, say_the_same_in_colour) {
  expect_all(all, [](const std::string& text) {
    return each_line(text, [](const std::string& line) {
      return "\x1b[1;31m" + replaced(line, "ERROR", "\x1b[0m\x1b[31mERROR\x1b[0m") +
             "\x1b[0m\x1b[K";
    });
  });
}

TEST_F(Shared_logs, say_the_same_in_utf_16) { expect_all(all, utf16); }

TEST_F(Shared_logs, say_the_same_in_the_middle_of_healthy_output) {
  const std::string before = healthy(5000), after = healthy(5000);
  expect_all(all, [&](const std::string& text) {
    return before + text + (text.ends_with('\n') ? "" : "\n") + after;
  });
}

TEST_F(Shared_logs, are_both_named_when_two_are_joined) {
  std::vector<Case> causes;
  for (const Case& each : all) {
    if (each.role == "cause") causes.push_back(each);
  }
  for (std::size_t i = 0; i < causes.size(); ++i) {
    for (const std::size_t step : {1U, 5U, 17U}) {
      const Case &first = causes[i], &second = causes[(i + step) % causes.size()];
      const Explanation found = explained(first.text + "\n" + second.text, book());
      for (const Case* const each : {&first, &second}) {
        EXPECT_TRUE(has(found.causes, each->ids[0]))
            << first.file << " + " << second.file << ": " << told(found, *each);
      }
    }
  }
}

}  // namespace
}  // namespace gb10
