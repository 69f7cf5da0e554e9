// Any bytes as a requirements file that may include itself and a second one, through reading,
// judging and editing.

#include <filesystem>

#include "audit/compat_advice.h"
#include "audit/requirement_edits.h"
#include "base/check.h"
#include "entry.h"

namespace {

using namespace gb10;

/// Torch alone, of every kind of version: what a fuzzer has to meet without a matrix.
const InstallAdvice& torch() {
  static const InstallAdvice kAdvice = [] {
    InstallAdvice out;
    out.row = "pytorch";
    using Outcome = AdvisedRange::Outcome;
    out.ranges = {{specifiers("<2.9").value_or(Specifiers{}), Outcome::broken, "old"},
                  {specifiers("").value_or(Specifiers{}), Outcome::usable, ""}};
    out.requirement = "torch>=2.11";
    out.index = "https://download.pytorch.org/whl/cu130";
    out.index_name = "pytorch-cu130";
    out.cpu_only_on_aarch64 = specifiers("<2.11").value_or(Specifiers{});
    out.replaces_torch = true;
    return out;
  }();
  return kAdvice;
}

const InstallAdvice* advice(std::string_view package) {
  return package.find('t') != std::string_view::npos ? &torch() : nullptr;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(text_of(data + 1, size - 1));
  const RequirementKind kind = static_cast<RequirementKind>(data[0] % 4);
  const auto text_of = [&](const std::string& path) -> Result<std::string> {
    if (path == "/p/file" || path == "/p/a") return text;
    return Error{Error::Kind::not_found, "no such file"};
  };
  const TextReader read{text_of, [](const std::string& path) {
                          return std::filesystem::path(path).lexically_normal().string();
                        }};
  const auto set = read_requirements(read, "/p/file", kind);
  if (!set.ok()) return 0;
  static_cast<void>(to_text(to_json(judged(*set, {}, advice))).size());
  const auto tried = tried_edits(*set, {}, advice);
  if (!tried.ok()) return 0;
  for (const FileEdit& edit : tried->edits.files) {
    CHECK(edit.before() == set->texts.at(edit.path));
    static_cast<void>(unified_diff(edit).size());
  }
  return 0;
}
