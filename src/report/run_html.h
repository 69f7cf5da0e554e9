#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/run_record.h"

namespace gb10 {

/// What a page is made of. `page` has "{{style}}", "{{charts}}", "{{script}}" and "{{records}}"
/// where they go, and "{{nonce}}" in its policy and in each tag that may work.
struct ReportParts {
  std::string_view page, style, script;
  std::string_view charts;  // the text of Chart.js
  /// What no record can foresee; letters and digits. Where it is empty it is made of the content.
  std::string_view nonce = {};
};

/// One page that needs nothing else, and whose policy lets nothing else run. It reads from records:
/// params "result.verdict" and "result.verdict.why"; params "result.ceiling.bandwidth" ("273 GB/s")
/// and "result.ceiling.compute" ("113.9 TFLOP/s") for the roofline, and for each of its points a
/// result "<case>.intensity" (FLOP per byte) with a result "<case>" or "<case>.…" in FLOP/s; the
/// series "gpu.limits" (NVML's bits) for what held the clock back; "<metric>.block" for
/// distributions.
/// Error `invalid` for no record, and for parts that do not fit together.
Result<std::string> run_html(std::span<const RunRecord> records, const ReportParts& parts);

}  // namespace gb10
