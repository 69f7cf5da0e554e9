#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/cpu_idle.h"
#include "facts/cpuinfo.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {

namespace {

constexpr std::string_view kCpus = "/sys/devices/system/cpu";
constexpr std::string_view kPolicies = "/sys/devices/system/cpu/cpufreq";
constexpr std::string_view kCpuinfo = "/proc/cpuinfo";
constexpr Quantity kKilohertz{1e3, Unit::hertz};

constexpr FactSpec kSpecs[] = {
    {"cpu.count", Type::integer, Unit::none, "CPUs in the machine"},
    {"cpu.online", Type::integer, Unit::none, "CPUs that are on"},
    {"cpu.kinds", Type::list, Unit::none, "kinds of cores with their CPUs"},
    {"cpu.x925", Type::text, Unit::none, "CPUs that are Cortex-X925 (fast)"},
    {"cpu.a725", Type::text, Unit::none, "CPUs that are Cortex-A725 (frugal)"},
    {"cpu.x925_count", Type::integer, Unit::none, "number of Cortex-X925 cores"},
    {"cpu.a725_count", Type::integer, Unit::none, "number of Cortex-A725 cores"},
    {"cpu.governors", Type::list, Unit::none, "frequency governors in use"},
    {"cpu.driver", Type::text, Unit::none, "frequency driver"},
    {"cpu.autonomous", Type::list, Unit::none, "values of CPPC autonomous selection"},
    {"cpu.x925_max_clock", Type::quantity, Unit::hertz, "highest clock of a Cortex-X925"},
    {"cpu.a725_max_clock", Type::quantity, Unit::hertz, "highest clock of a Cortex-A725"},
    {"cpu.x925_limit", Type::quantity, Unit::hertz, "highest clock a Cortex-X925 is allowed now"},
    {"cpu.x925_clock", Type::quantity, Unit::hertz, "highest clock of a Cortex-X925 now"},
    {"cpu.idle_states", Type::list, Unit::none, "idle states with their exit latency"},
    {"cpu.idle_states_disabled", Type::list, Unit::none, "idle states that are switched off"},
    {"cpu.boost", Type::text, Unit::none, "frequency boost switch"},
};

Result<std::vector<int>> listed(const HostView& host, std::string_view name) {
  const std::string text = TRY(ask::text(host, fmt::format("{}/{}", kCpus, name)));
  return parse_cpu_list(text);
}

/// A CPU that /proc/cpuinfo leaves out may still tell its kind by its main id register.
std::optional<std::string> kind_by_register(const HostView& host, int cpu) {
  const auto text =
      ask::text(host, fmt::format("{}/cpu{}/regs/identification/midr_el1", kCpus, cpu));
  const auto midr = text.ok() ? whole_number(*text, 16) : std::nullopt;
  if (!midr) return std::nullopt;
  const auto bits = static_cast<unsigned long long>(*midr);
  return core_name(static_cast<unsigned>(bits >> 24U & 0xffU),
                   static_cast<unsigned>(bits >> 4U & 0xfffU));
}

Result<std::vector<CpuKind>> kinds_of(const HostView& host, const std::vector<int>& present) {
  const auto cpuinfo = host.read(kCpuinfo);
  std::vector<CpuKind> kinds = cpuinfo.ok() ? cpu_kinds(*cpuinfo) : std::vector<CpuKind>{};
  std::set<int> told;
  for (const CpuKind& kind : kinds) told.insert(kind.cpus.begin(), kind.cpus.end());
  for (const int cpu : present) {
    if (told.count(cpu) != 0) continue;
    if (const auto name = kind_by_register(host, cpu)) add_cpu(kinds, *name, cpu);
  }
  if (!kinds.empty()) return kinds;
  return cpuinfo.ok() ? nonsense(kCpuinfo, *cpuinfo) : cpuinfo.error();
}

/// The class `name` of cores: which CPUs, and how many. None of them is an answer too.
void put_class(const Result<std::vector<CpuKind>>& kinds, std::string_view name, Facts& facts) {
  const std::string fact = name == kX925 ? "cpu.x925" : "cpu.a725";
  const std::string source(kCpuinfo);
  if (!kinds.ok()) {
    facts.unknown(fact, kinds.error(), source);
    facts.unknown(fact + "_count", kinds.error(), source);
    return;
  }
  const auto cpus = cpus_of(*kinds, name);
  facts.set(fact + "_count", static_cast<std::int64_t>(cpus.size()), source);
  facts.put(fact,
            cpus.empty() ? Error{Error::Kind::not_found, fmt::format("there is no {}", name)}
                         : Result<Value>(Value(cpu_list(cpus))),
            source);
}

void put_kinds(const Result<std::vector<CpuKind>>& kinds, Facts& facts) {
  facts.put("cpu.kinds", as_value(kinds.map([](const std::vector<CpuKind>& all) {
              std::vector<std::string> lines;
              for (const CpuKind& kind : all) {
                lines.push_back(
                    fmt::format("{} x{}: {}", kind.name, kind.cpus.size(), cpu_list(kind.cpus)));
              }
              return lines;
            })),
            std::string(kCpuinfo));
  put_class(kinds, kX925, facts);
  put_class(kinds, kA725, facts);
}

/// The frequency policies; each is named after its first CPU, whose kind all of its CPUs share.
Result<std::vector<int>> policies(const HostView& host) {
  constexpr std::string_view kPrefix = "policy";
  const auto entries = TRY(host.list(kPolicies));
  std::vector<int> found;
  for (const DirEntry& entry : entries) {
    if (!entry.name.starts_with(kPrefix)) continue;
    const auto cpu = whole_number(std::string_view(entry.name).substr(kPrefix.size()));
    if (cpu) found.push_back(static_cast<int>(*cpu));
  }
  if (found.empty()) return Error{Error::Kind::unsupported, "this kernel steers no CPU clocks"};
  std::sort(found.begin(), found.end());
  return found;
}

std::string policy_file(int policy, std::string_view name) {
  return fmt::format("{}/policy{}/{}", kPolicies, policy, name);
}

/// The different words that the policies' files `name` hold.
Result<Value> distinct(const HostView& host, const Result<std::vector<int>>& all,
                       std::string_view name) {
  if (!all.ok()) return all.error();
  std::set<std::string> words;
  std::optional<Error> why;
  for (const int policy : *all) {
    const auto text = ask::text(host, policy_file(policy, name));
    if (text.ok()) words.insert(printable(*text));
    if (!text.ok() && !why) why = text.error();
  }
  if (words.empty() && why) return *why;
  return Value(std::vector<std::string>(words.begin(), words.end()));
}

/// The highest value of the file `name` among the policies of `cpus`.
Result<Value> highest(const HostView& host, const Result<std::vector<int>>& all,
                      const std::vector<int>& cpus, std::string_view name) {
  if (!all.ok()) return all.error();
  std::optional<Quantity> most;
  Error why{Error::Kind::not_found, "no CPU of this kind has a clock to read"};
  for (const int policy : *all) {
    if (!std::binary_search(cpus.begin(), cpus.end(), policy)) continue;
    const auto value = quantity_value(host, policy_file(policy, name), kKilohertz);
    if (!value.ok()) {
      why = value.error();
      continue;
    }
    const auto clock = std::get<Quantity>(*value);
    if (clock.value > 0 && (!most || clock.value > most->value)) most = clock;
  }
  if (!most) return why;
  return Value(*most);
}

void put_clocks(const HostView& host, const std::vector<CpuKind>& kinds, Facts& facts) {
  const auto all = policies(host);
  const std::string source(kPolicies);
  facts.put("cpu.governors", distinct(host, all, "scaling_governor"), source);
  facts.put("cpu.autonomous", distinct(host, all, "auto_select"), source);
  facts.put("cpu.driver",
            all.ok() ? text_value(host, policy_file(all->front(), "scaling_driver")) : all.error(),
            source);
  const auto x925 = cpus_of(kinds, kX925), a725 = cpus_of(kinds, kA725);
  facts.put("cpu.x925_max_clock", highest(host, all, x925, "cpuinfo_max_freq"), source);
  facts.put("cpu.a725_max_clock", highest(host, all, a725, "cpuinfo_max_freq"), source);
  facts.put("cpu.x925_limit", highest(host, all, x925, "scaling_max_freq"), source);
  facts.put("cpu.x925_clock", highest(host, all, x925, "scaling_cur_freq"), source);
  const std::string boost = fmt::format("{}/boost", kPolicies);
  facts.put("cpu.boost", text_value(host, boost), boost);
}

Result<Value> count_of(const Result<std::vector<int>>& cpus) {
  return as_value(
      cpus.map([](const std::vector<int>& all) { return static_cast<std::int64_t>(all.size()); }));
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  const HostView& host = machine.host;
  const auto present = listed(host, "present");
  facts.put("cpu.count", count_of(present), fmt::format("{}/present", kCpus));
  facts.put("cpu.online", count_of(listed(host, "online")), fmt::format("{}/online", kCpus));
  const auto kinds = kinds_of(host, present.value_or(std::vector<int>{}));
  put_kinds(kinds, facts);
  const auto known = kinds.value_or(std::vector<CpuKind>{});
  put_clocks(host, known, facts);
  put_idle_states(host, known, facts);
}

}  // namespace

Topic cpu_topic() { return {"cpu", "CPU cores and their clocks", kSpecs, nullptr, collect}; }

}  // namespace gb10
