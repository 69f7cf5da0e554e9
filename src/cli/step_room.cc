#include "cli/step_room.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/build_run.h"
#include "cli/machine.h"
#include "cli/recipe_parts.h"
#include "ledger/amounts.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

using namespace recipe_words;

std::string size_of_room(double size) { return to_text(bytes(size)); }

}  // namespace

Result<StepRooms> StepRooms::of(const Arguments& arguments, const BuildPlan& plan,
                                const HostView& host) {
  StepRooms out(host);
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

Result<std::optional<double>> StepRooms::budget_now() const {
  if (!is_bounded_) return std::optional<double>();
  if (asked_) {
    const double available = TRY(memory_for_build(*host_));
    if (*asked_ <= available) return asked_;
    return Error{Error::Kind::unsupported,
                 fmt::format("a budget of {} is more than is available: {}", size_of_room(*asked_),
                             size_of_room(available)),
                 "gb10 memory --need SIZE says what would give more"};
  }
  const Result<double> budget = build_budget(*host_);
  if (budget.ok()) return std::optional(*budget);
  return Error{budget.error().kind, budget.error().what,
               "gb10 memory says who holds it; --budget none builds without a bound"};
}

Result<StepRoom> StepRooms::now() const {
  const std::optional<double> budget = TRY(budget_now());
  StepRoom out;
  out.jobs = jobs_are_asked_ ? jobs_ : std::min(jobs_, build_limit(*host_, each_job_).jobs);
  out.budget = budget;
  if (budget) out.before = {own_, "run", "--budget", fmt::format("{:.0f}B", *budget), "--"};
  return out;
}

std::string StepRooms::told(const StepRoom& first) const {
  if (!first.budget) return {};
  const std::string size = size_of_room(*first.budget);
  if (asked_) return fmt::format("gb10: each program within {} of memory\n", size);
  return fmt::format(
      "gb10: each program within nearly all the memory that is available when it starts: {} now\n",
      size);
}

}  // namespace gb10
