#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/import_parts.h"

namespace gb10 {

namespace {

/// One line of the log: what was launched since the start, and the mean rate that it makes of it.
struct Beat {
  double at = 0;       // seconds since the start
  double count = 0;    // products launched since then
  double mean_ms = 0;  // of one of them
  double rate = 0;     // operations per second
};

std::optional<Beat> beat(std::string_view line) {
  const std::size_t end = line.find("TFLOP");
  if (end == std::string_view::npos || line.find("iters=") == std::string_view::npos) return {};
  const auto at = number_behind(line, "t="), count = number_behind(line, "iters="),
             mean_ms = number_behind(line, "avg="), rate = number_behind(line, "~");
  if (!at || !count || !mean_ms || !rate) return {};
  const bool is_sane = *at > 0 && *count >= 0 && *mean_ms >= 0;
  return is_sane ? std::optional<Beat>({*at, *count, *mean_ms, *rate * 1e12}) : std::nullopt;
}

std::vector<Beat> beats(const LogLines& lines) {
  std::vector<Beat> out;
  for (const std::string_view line : lines) {
    if (const auto each = beat(line)) out.push_back(*each);
  }
  return out;
}

std::string gpu_of(const LogLines& lines) {
  for (const std::string_view line : lines) {
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == "Name")
      return printable(trimmed(line.substr(colon + 1)), 80);
  }
  return {};
}

std::string format_of(const LogLines& lines, const ImportOptions& options) {
  for (const std::string_view line : lines) {
    const bool is_title = line.find("GEMM") != std::string_view::npos;
    if (is_title && line.find("FP16") != std::string_view::npos) return "fp16";
    if (is_title && line.find("BF16") != std::string_view::npos) return "bf16";
  }
  return options.gemm_format;
}

/// Operations of one product, from the line whose mean time has the most digits. A cube of a size
/// that is a multiple of 256 is taken for exactly that, because the printed numbers are rounded.
double work_of_one(const std::vector<Beat>& all) {
  const auto slowest = std::max_element(
      all.begin(), all.end(), [](const Beat& a, const Beat& b) { return a.mean_ms < b.mean_ms; });
  const double work = slowest->rate * slowest->mean_ms / 1e3;
  const double size = std::round(std::cbrt(work / 2) / 256) * 256;
  const double cube = 2 * size * size * size;
  return std::fabs(cube - work) <= 0.02 * work ? cube : work;
}

/// Products that were finished in a second: the slope of the counter. The first line is left out
/// where others are, because the queue is filled before it.
double finished_each_second(const std::vector<Beat>& all) {
  if (all.size() < 2) return kUnknownFigure;
  const Beat& first = all.size() > 2 ? all[1] : all[0];
  const double time = all.back().at - first.at, count = all.back().count - first.count;
  return time > 0 && count > 0 ? count / time : kUnknownFigure;
}

/// One sentence for all the lines whose rate is impossible.
void judge_lines(ImportedRow& row, const std::vector<Beat>& all, const ComputeClaim& claim,
                 const GpuCeilings& ceilings) {
  std::size_t over = 0;
  double most = kUnknownFigure;
  for (const Beat& each : all) {
    ComputeClaim own = claim;
    own.rate = each.rate;
    if (!compute_over_peak(own, ceilings)) continue;
    ++over;
    most = std::fmax(most, each.rate);
  }
  ComputeClaim worst = claim;
  worst.what = fmt::format("{} of {} lines, the highest", over, all.size());
  worst.rate = most;
  refuse(row, compute_over_peak(worst, ceilings));
}

/// What the printed mean is worth beside the slope of its own counter.
std::optional<Objection> cumulative_mean(const std::vector<Beat>& all, double each_second,
                                         double work) {
  if (!std::isfinite(each_second) || !std::isfinite(work)) return {};
  const Beat &first = all.front(), &last = all.back();
  const double steady = each_second * work;
  const double queued = first.count - each_second * first.at;
  if (!(last.rate > steady * 1.02) && !(first.rate > steady * 1.02)) return {};
  return Objection{
      "cumulative-mean",
      fmt::format("the rates are means since the start of what was launched, not of what was "
                  "finished: about {} of the {} products of the first line were only queued. They "
                  "fall from {} to {} TFLOP/s while the counter grows by {} a second, which is {} "
                  "TFLOP/s",
                  short_number(std::fmax(std::round(queued), 0)), short_number(first.count),
                  short_number(first.rate / 1e12), short_number(last.rate / 1e12),
                  short_number(each_second), short_number(steady / 1e12))};
}

/// Times that are long enough for their digits to be compared.
void judge_times(ImportedRow& row, const std::vector<Beat>& all) {
  for (const Beat& each : all) {
    if (each.at < 5 || each.mean_ms < 1) continue;
    const auto apart = sums_disagree(fmt::format("seconds at t = {:g}", each.at), each.at,
                                     each.count * each.mean_ms / 1e3);
    if (apart) return refuse(row, apart);
  }
}

}  // namespace

std::optional<Imported> gemm_log(const LogLines& lines, const ImportOptions& options) {
  const std::vector<Beat> all = beats(lines);
  if (all.empty()) return {};
  const std::string gpu = gpu_of(lines);
  const ImportOptions own = options_for(options, gpu);
  const std::string format = format_of(lines, options);
  const double work = work_of_one(all), each_second = finished_each_second(all);
  ImportedRow row;
  row.name = fmt::format("{} products", format);
  const std::string source = "mean since the start";
  report(row, "gemm.first_line", {all.front().rate, Unit::flop_per_second}, source);
  report(row, "gemm.last_line", {all.back().rate, Unit::flop_per_second}, source);
  compute(row, "gemm.finished", {each_second}, "products per second, slope of the counter");
  compute(row, "gemm.rate", {each_second * work, Unit::flop_per_second},
          "slope of the counter times the work of one product");
  judge_lines(row, all, {"", format, 0, options.clock}, own.ceilings);
  refuse(row,
         compute_over_peak({"the slope of the counter", format, each_second * work, options.clock},
                           own.ceilings));
  judge_times(row, all);
  doubt(row, cumulative_mean(all, each_second, work));
  doubt(row, other_gpu(options, gpu));
  return Imported{"bench_gemm log", {std::move(row)}};
}

}  // namespace gb10
