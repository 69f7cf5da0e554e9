#include "cli/program_room.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/build_run.h"
#include "cli/machine.h"
#include "cli/recipe_parts.h"
#include "ledger/amounts.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

using namespace recipe_words;

constexpr const char* kWithoutBound = "--budget none builds without a bound";

}  // namespace

Result<RoomFinder> RoomFinder::of(const Arguments& arguments, const BuildPlan& plan,
                                  const HostView& host) {
  RoomFinder out(host);
  const std::string budget = arguments.value(kBudget);
  out.is_bounded_ = budget != "none";
  if (out.is_bounded_ && !budget.empty()) {
    const auto amount = parse_amount(budget);
    if (!amount.ok())
      return Error{Error::Kind::invalid, "--budget: " + amount.error().what, amount.error().hint};
    out.asked_ = amount->value;
  }
  // Now, as the file of a program that is replaced while it runs has no path.
  if (out.is_bounded_) out.own_ = TRY(own_path());
  out.jobs_are_asked_ = arguments.has(kJobs);
  out.jobs_ = plan.jobs.jobs;
  if (plan.memory_per_job) out.each_job_ = plan.memory_per_job->high;
  return out;
}

Result<std::optional<double>> RoomFinder::budget_now() const {
  if (!is_bounded_) return std::optional<double>();
  const Result<MachineMemory> memory = machine_memory(*host_);
  if (!memory.ok()) return with_hint(memory.error(), kWithoutBound);
  if (asked_) {
    TRY(check_budget(*asked_, memory->available));
    return asked_;
  }
  const Result<double> budget = build_budget(*memory);
  if (budget.ok()) return std::optional(*budget);
  return Error{budget.error().kind, budget.error().what,
               fmt::format("gb10 memory says who holds it; {}", kWithoutBound)};
}

int RoomFinder::jobs_now() const {
  const int fit = std::min(jobs_, build_limit(*host_, each_job_).jobs);
  if (!asked_) return fit;
  const double within = std::clamp(*asked_ / each_job_.value_or(kOneCompiler), 1.0, 1024.0);
  return std::min(fit, static_cast<int>(within));
}

Result<ProgramRoom> RoomFinder::now() const {
  const std::optional<double> budget = TRY(budget_now());
  ProgramRoom out;
  out.jobs = jobs_are_asked_ ? jobs_ : jobs_now();
  out.budget = budget;
  if (budget) out.before = {own_, "run", "--budget", budget_word(*budget), "--"};
  return out;
}

std::string RoomFinder::told(const ProgramRoom& first) const {
  if (!first.budget) return {};
  const std::string size = to_text(bytes(*first.budget));
  if (!asked_)
    return fmt::format(
        "gb10: each program within nearly all the memory that is available when it starts: {} "
        "now\n",
        size);
  const std::string fewer = fmt::format(", in which {} fit", counted(first.jobs, "job"));
  return fmt::format("gb10: each program within {} of memory{}\n", size,
                     first.jobs < jobs_ ? fewer : std::string());
}

}  // namespace gb10
