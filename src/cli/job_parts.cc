#include "cli/job_parts.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/run_store.h"
#include "cli/tune_parts.h"

namespace gb10 {

namespace {

using namespace tune_words;

constexpr std::int64_t kUsualBlocks = 6, kMostJobBlocks = 100;

Result<std::optional<Pattern>> pattern_of(const Arguments& arguments, const char* option) {
  if (!arguments.has(option)) return std::optional<Pattern>();
  auto pattern = Pattern::compile(arguments.value(option));
  const std::string hint = fmt::format("{} '{}: ([0-9.]+)'", option,
                                       option == std::string_view(kWork) ? "tokens" : "tokens/s");
  if (!pattern.ok())
    return Error{Error::Kind::invalid, fmt::format("{}: {}", option, pattern.error().what), hint};
  if (pattern->group_count() != 1)
    return Error{Error::Kind::invalid,
                 fmt::format("{} wants one group, which takes the number; it has {}", option,
                             pattern->group_count()),
                 hint};
  return std::optional<Pattern>(*std::move(pattern));
}

std::string price_text(const JobPrice& price, const char* how) {
  const auto amount = [&](double value) {
    return std::isfinite(value) ? to_text(Quantity{value, price.unit}) : "not known";
  };
  if (std::isnan(price.a) && std::isnan(price.b)) return "not known";
  return fmt::format("{} -> {}{}{}", amount(price.a), amount(price.b), *how ? "; " : "", how);
}

}  // namespace

Result<JobAsked> job_asked(const Arguments& arguments, std::vector<std::string> command) {
  JobAsked out;
  out.job.command = std::move(command);
  const auto blocks = arguments.has(kBlocks) ? whole_number(arguments.value(kBlocks))
                                             : std::optional<std::int64_t>(kUsualBlocks);
  if (!blocks || *blocks < 2 || *blocks > kMostJobBlocks || *blocks % 2 != 0)
    return Error{Error::Kind::invalid,
                 fmt::format("{}: \"{}\" is no even number from 2 to {}", kBlocks,
                             printable(arguments.value(kBlocks), 40), kMostJobBlocks),
                 "so many runs a side, A B B A; fewer than 6 cannot tell"};
  out.blocks = static_cast<int>(*blocks);
  out.job.score = TRY(pattern_of(arguments, kScore));
  out.job.work = TRY(pattern_of(arguments, kWork));
  out.job.out_to_err = arguments.has("--json");
  return out;
}

std::string block_text(const JobBlock& block) {
  std::string out = to_text(seconds(block.seconds));
  if (block.score) out += fmt::format(", score {:g}", *block.score);
  if (block.work) out += fmt::format(", work {:g}", *block.work);
  return out;
}

std::string price_rows(const JobVerdict& verdict, const Dress& dress) {
  std::vector<std::vector<std::string>> rows;
  for (const JobPrice& each : verdict.price) {
    const std::string how =
        each.how.empty() ? std::string() : fmt::format("{}, {}", each.how, each.evidence);
    rows.push_back({"  " + each.name, price_text(each, how.c_str())});
  }
  rows.push_back({"  limited", fmt::format("A {}; B {}", verdict.limits_a, verdict.limits_b)});
  return "medians, A -> B, told and not judged\n" + table(rows, dress);
}

void keep_sides(const JobRecords& records, const Io& io) {
  for (const RunRecord* const each : {&records.without, &records.with}) {
    if (!each->series.front().values.empty()) keep_record(*each, io);
  }
}

void keep_interrupted(JobTrial& trial, int blocks, const Io& io) {
  if (trial.blocks.empty()) return;
  trial.notes.push_back(
      fmt::format("interrupted after {} of {} runs", trial.blocks.size(), 2 * blocks));
  keep_sides(job_records(trial), io);
}

void add_patterns(JobTrial& trial, const Arguments& arguments) {
  for (const char* const option : {kScore, kWork}) {
    if (arguments.has(option)) trial.params[option + 2] = arguments.value(option);
  }
}

}  // namespace gb10
