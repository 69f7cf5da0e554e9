// Any bytes as the results of another benchmark, read and judged with and without what can be known
// beside them.

#include "bench/import.h"

#include <cmath>

#include "base/check.h"
#include "bench/import_samples.h"
#include "entry.h"

namespace {

void check(const std::vector<gb10::Objection>& all) {
  for (const gb10::Objection& each : all) CHECK(!each.reason.empty() && !each.says.empty());
}

void judge(std::string_view text, const gb10::ImportOptions& options) {
  const auto all = gb10::imported(text, options);
  if (!all.ok()) {
    CHECK(all.error().kind == gb10::Error::Kind::invalid && !all.error().hint.empty());
    return;
  }
  CHECK(!all->rows.empty() && !all->form.empty());
  for (const gb10::ImportedRow& row : all->rows) {
    check(row.invalid);
    check(row.warnings);
    CHECK(row.name.find('\n') == std::string::npos);
    for (const gb10::Figure& figure : row.figures) {
      CHECK(!std::isinf(figure.value) && !figure.how.empty());
      CHECK(!(figure.value < 0) || !row.invalid.empty());
    }
  }
  CHECK(gb10::text(*all).starts_with(all->form));
  CHECK(gb10::parse_json(gb10::to_text(gb10::to_json(*all))).ok());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  judge(text_of(data, size), {});
  gb10::ImportOptions options;
  options.clock = 2.2e9;
  options.best_gemm = 95e12;
  options.bytes_per_token = 16e9;
  options.flops_per_token = 3.5e9;
  judge(text_of(data, size), options);
  return 0;
}
