#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "base/text.h"
#include "bench/import_parts.h"

namespace gb10 {

namespace {

constexpr std::string_view kRate = "tok/sec:", kTime = "dt:", kShare = "mfu:";
constexpr std::string_view kWork = "Estimated FLOPs per token:";
constexpr std::size_t kWarmUp = 10;

struct TrainingLog {
  std::vector<double> rates = {};      // tokens per second of each step
  std::vector<double> tokens = {};     // of each step whose time is known
  double share = kUnknownFigure;       // the last "mfu", 1 for all
  double share_rate = kUnknownFigure;  // tokens per second on the same line
  double work = kUnknownFigure;        // operations per token, as the log says
  std::string gpu = {};
};

void take_step(TrainingLog& log, std::string_view line, double rate) {
  log.rates.push_back(rate);
  if (const auto time = number_behind(line, kTime); time && *time > 0)
    log.tokens.push_back(rate * *time / 1e3);
  if (const auto share = number_behind(line, kShare)) {
    log.share = *share / 100;
    log.share_rate = rate;
  }
}

TrainingLog training_log_of(const LogLines& lines) {
  TrainingLog out;
  for (const std::string_view line : lines) {
    if (const auto work = number_behind(line, kWork)) out.work = *work;
    const std::string_view text = trimmed(line);
    if (text.starts_with("GPU: ") && out.gpu.empty())
      out.gpu = printable(trimmed(text.substr(5, text.find('|') - 5)), 80);
    const auto rate = number_behind(line, kRate);
    if (rate && line.find("step") != std::string_view::npos) take_step(out, line, *rate);
  }
  return out;
}

/// Of the steps behind the first ones, which compile; of all where there are few.
double median_rate(const TrainingLog& log) {
  const std::size_t skipped = log.rates.size() > 2 * kWarmUp ? kWarmUp : 0;
  return median(std::span(log.rates).subspan(skipped)).value_or(kUnknownFigure);
}

/// Every step has as many tokens: rate times time must give them.
void judge_steps(ImportedRow& row, const TrainingLog& log) {
  if (log.tokens.empty()) return;
  std::vector<double> sorted = log.tokens;
  std::sort(sorted.begin(), sorted.end());
  const double usual = sorted[sorted.size() / 2];
  for (const double tokens : log.tokens) {
    const auto apart = sums_disagree("tokens of a step, its rate times its time", usual, tokens);
    if (apart) return refuse(row, apart);
  }
}

/// The share of a peak that the log prints, against the peak that it must have divided by.
std::optional<Objection> mfu_denominator(const TrainingLog& log, double work,
                                         const ComputeClaim& claim, const GpuCeilings& ceilings) {
  const std::optional<double> peak = dense_peak(claim, ceilings);
  const std::optional<std::string> words = peak_text(claim, ceilings);
  const double rate = log.share_rate * work;
  if (!peak || !words || !std::isfinite(rate) || !std::isfinite(log.share)) return {};
  const double divided_by = rate / log.share;
  if (std::fabs(divided_by - *peak) <= 0.02 * *peak) return {};
  const std::string shown = std::isfinite(divided_by) ? short_number(divided_by / 1e12) + " TFLOP/s"
                                                      : std::string("a peak that it does not know");
  return Objection{"mfu-denominator",
                   fmt::format("the log's {} % is {} TFLOP/s divided by {}; it is {:.1f} % of {}",
                               short_number(log.share * 100), short_number(rate / 1e12), shown,
                               rate / *peak * 100, *words)};
}

void add_shares(ImportedRow& row, double rate, const ImportOptions& options,
                const GpuCeilings& ceilings) {
  const ComputeClaim claim{"training", "bf16", rate, options.clock};
  const std::optional<double> peak = dense_peak(claim, ceilings);
  compute(row, "training.of_dense_peak", {rate / peak.value_or(kUnknownFigure), Unit::ratio},
          peak_text(claim, ceilings).value_or("the peak of this GPU is not known"));
  const double best = options.best_gemm.value_or(kUnknownFigure);
  compute(row, "training.of_best_gemm", {rate / best, Unit::ratio},
          best > 0 ? fmt::format("{} TFLOP/s, the best own product of this machine",
                                 short_number(best / 1e12))
                   : std::string("no own product was measured"));
  refuse(row, compute_over_peak(claim, ceilings));
}

}  // namespace

std::optional<Imported> training_log(const LogLines& lines, const ImportOptions& options) {
  const TrainingLog log = training_log_of(lines);
  if (log.rates.empty()) return {};
  const ImportOptions own = options_for(options, log.gpu);
  const double work = options.flops_per_token.value_or(log.work), rate = median_rate(log);
  ImportedRow row;
  row.name =
      fmt::format("training, {}", counted(static_cast<std::int64_t>(log.rates.size()), "step"));
  compute(row, "training.tokens", {rate}, "tokens per second, median of the steps");
  compute(row, "training.rate", {rate * work, Unit::flop_per_second},
          std::isfinite(work) ? fmt::format("{} GFLOP a token", short_number(work / 1e9))
                              : std::string("the log does not say the operations of a token"));
  add_shares(row, rate * work, options, own.ceilings);
  report(row, "training.mfu_as_printed", {log.share, Unit::ratio}, "mfu");
  judge_steps(row, log);
  doubt(row, mfu_denominator(log, work, {"", "bf16", 0, options.clock}, own.ceilings));
  doubt(row, n_too_small("tokens/s", log.rates));
  doubt(row, other_gpu(options, log.gpu));
  return Imported{"nanochat training log", {std::move(row)}};
}

}  // namespace gb10
