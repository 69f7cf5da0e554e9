#include "facts/identity.h"

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/cpuinfo.h"
#include "facts/products.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {

namespace {

constexpr std::string_view kDmi = "/sys/class/dmi/id/";
constexpr std::string_view kPci = "/sys/bus/pci/devices";
constexpr std::string_view kCpuinfo = "/proc/cpuinfo";
constexpr std::string_view kFamily = "DGX Spark";

constexpr FactSpec kSpecs[] = {
    {"identity.product", Type::text, Unit::none, "what the machine is sold as"},
    {"identity.vendor", Type::text, Unit::none, "who made the machine"},
    {"identity.product_name", Type::text, Unit::none, "product name of the DMI table"},
    {"identity.product_family", Type::text, Unit::none, "product family of the DMI table"},
    {"identity.board", Type::text, Unit::none, "name of the main board"},
    {"identity.bios_version", Type::text, Unit::none, "version of the UEFI firmware"},
    {"identity.gb10", Type::boolean, Unit::none, "whether this is a GB10 machine"},
    {"identity.gpu_pci_ids", Type::list, Unit::none, "NVIDIA GPUs on the PCI bus"},
    {"identity.signals", Type::list, Unit::none, "what speaks for and against a GB10"},
    {"identity.signals_disagree", Type::boolean, Unit::none, "whether those signs contradict"},
    {"identity.arch", Type::text, Unit::none, "architecture of the CPU"},
};

/// An NVIDIA display function on the PCI bus.
struct GpuFunction {
  std::string id, address;  // "10de:2e12", "000f:01:00.0"
};

Result<std::vector<GpuFunction>> gpu_functions(const HostView& host) {
  std::vector<GpuFunction> found;
  const auto entries = TRY(host.list(kPci));
  for (const DirEntry& entry : entries) {
    const std::string dir = fmt::format("{}/{}/", kPci, entry.name);
    if (ask::text(host, dir + "vendor").value_or("") != "0x10de") continue;
    // Class 0x03 is "display": 0x0300 with a monitor, 0x0302 without.
    if (!ask::text(host, dir + "class").value_or("").starts_with("0x03")) continue;
    const std::string device = ask::text(host, dir + "device").value_or("");
    if (device.size() != 6) continue;
    found.push_back({"10de:" + lower(device.substr(2)), entry.name});
  }
  return found;
}

/// GPUs of the die GB20B have the ids 2e00 to 2e3f. Two of them are sold as RTX Spark N1X (the PCI
/// id database lists them so, 2026-09): the same die, but no GB10 machine.
bool is_gb10_id(std::string_view id) {
  const auto device = whole_number(id.substr(id.find(':') + 1), 16);
  if (!device || *device == 0x2e03 || *device == 0x2e06) return false;
  return *device >= 0x2e00 && *device <= 0x2e3f;
}

Signal pci_signal(const Result<std::vector<GpuFunction>>& gpus) {
  if (!gpus.ok()) return {Says::nothing, "PCI: " + gpus.error().what};
  for (const GpuFunction& gpu : *gpus) {
    if (is_gb10_id(gpu.id)) return {Says::yes, fmt::format("PCI: {} is a GB10", gpu.id)};
  }
  if (gpus->empty()) return {Says::no, "PCI: no NVIDIA GPU"};
  return {Says::no, fmt::format("PCI: {} is no GB10", gpus->front().id)};
}

Signal cpu_signal(const HostView& host) {
  const auto cpuinfo = host.read(kCpuinfo);
  if (!cpuinfo.ok()) return {Says::nothing, "CPU: " + cpuinfo.error().what};
  const auto kinds = cpu_kinds(*cpuinfo);
  if (kinds.empty()) return {Says::nothing, fmt::format("CPU: {} names no core", kCpuinfo)};
  std::vector<std::string> parts;
  for (const CpuKind& kind : kinds) {
    parts.push_back(fmt::format("{} x {}", kind.cpus.size(), kind.name));
  }
  const bool both = !cpus_of(kinds, kX925).empty() && !cpus_of(kinds, kA725).empty();
  return {both ? Says::yes : Says::no, "CPU: " + joined(parts, ", ")};
}

Dmi dmi_of(const HostView& host) {
  const auto text = [&](std::string_view name) {
    return printable(ask::text(host, fmt::format("{}{}", kDmi, name)).value_or(""));
  };
  return {.vendor = text("sys_vendor"),
          .product = text("product_name"),
          .version = text("product_version"),
          .family = text("product_family"),
          .board = text("board_name")};
}

/// The names of a machine beside the table of those that are known.
struct Board {
  Dmi dmi;
  std::vector<Product> products;
  const Product* row() const { return product_of(products, dmi); }
};

Board board_of(const HostView& host) {
  return {dmi_of(host), known_products().value_or(std::vector<Product>{})};
}

/// A vendor that is not in the table says neither yes nor no: new machines appear.
Signal dmi_signal(const Board& board) {
  const Dmi& dmi = board.dmi;
  if (dmi.vendor.empty() && dmi.product.empty()) return {Says::nothing, "DMI: no names"};
  const std::string names = fmt::format("DMI: {} {}", dmi.vendor, dmi.product);
  const bool known = board.row() || dmi.family == kFamily;
  return {known ? Says::yes : Says::nothing, names};
}

Signal nvml_signal(const GpuView& gpu) {
  const auto gpus = gpu.list();
  if (!gpus.ok()) return {Says::nothing, "NVML: " + gpus.error().what};
  Signal signal{Says::nothing, "NVML: no GPU"};
  for (const GpuInfo& info : *gpus) {
    const std::string* const name = info.fields.known<std::string>("name");
    if (!name) continue;
    const bool gb10 = name->find("GB10") != std::string::npos;
    if (signal.says != Says::yes) signal = {gb10 ? Says::yes : Says::no, "NVML: " + *name};
  }
  return signal;
}

/// What one calls the machine where no row names it.
Result<Value> unlisted_product(const Dmi& dmi, std::optional<bool> gb10) {
  const std::string vendor = dmi.vendor.empty() ? "an unknown vendor" : dmi.vendor;
  if (gb10.value_or(false)) return Value("GB10 machine of " + vendor);
  if (!dmi.product.empty()) return Value(fmt::format("{} {}", vendor, dmi.product));
  return Error{Error::Kind::not_found, "the DMI tables name no product"};
}

void put_names(const HostView& host, const Board& board, std::optional<bool> gb10, Facts& facts) {
  const Product* const product = board.row();
  const std::string vendor = fmt::format("{}sys_vendor", kDmi);
  facts.put("identity.product", product ? Value(product->name) : unlisted_product(board.dmi, gb10),
            fmt::format("{}product_name", kDmi));
  facts.put("identity.vendor", product ? Value(product->maker) : text_value(host, vendor), vendor);
  constexpr std::pair<std::string_view, std::string_view> kRaw[] = {
      {"product_name", "product_name"},
      {"product_family", "product_family"},
      {"board", "board_name"},
      {"bios_version", "bios_version"}};
  for (const auto& [field, file] : kRaw) {
    const std::string path = fmt::format("{}{}", kDmi, file);
    facts.put(fmt::format("identity.{}", field), text_value(host, path), path);
  }
}

void put_signals(const Signals& signals, Facts& facts) {
  std::vector<std::string> texts, sources;
  for (const Signal* signal : {&signals.pci, &signals.nvml, &signals.cpu, &signals.dmi}) {
    texts.push_back(signal->text);
    if (signal->says != Says::nothing)
      sources.push_back(signal->text.substr(0, signal->text.find(':')));
  }
  if (sources.empty() && signals.release.says == Says::yes)
    sources.emplace_back("/etc/dgx-release");
  const std::string source = sources.empty() ? "PCI, NVML, CPU, DMI" : joined(sources, ", ");
  facts.set("identity.signals", texts, "PCI, NVML, CPU, DMI");
  const Error silent = {Error::Kind::not_found, "neither PCI bus nor driver nor DMI tables tell"};
  if (sources.empty())
    facts.unknown("identity.signals_disagree", silent, source);
  else
    facts.set("identity.signals_disagree", disagree(signals), source);
  if (const auto gb10 = is_gb10(signals))
    facts.set("identity.gb10", *gb10, source);
  else
    facts.unknown("identity.gb10", silent, source);
}

/// Linux 6.1 and later say it in one file; before that the look of /proc/cpuinfo tells.
Result<Value> arch_of(const HostView& host) {
  const auto said = text_value(host, "/proc/sys/kernel/arch");
  if (said.ok()) return said;
  const std::string cpuinfo = TRY(host.read(kCpuinfo));
  if (value_of(cpuinfo, "CPU implementer")) return Value(std::string("aarch64"));
  if (value_of(cpuinfo, "vendor_id")) return Value(std::string("x86_64"));
  return nonsense(kCpuinfo, cpuinfo);
}

void put_gpus(const Result<std::vector<GpuFunction>>& gpus, Facts& facts) {
  facts.put("identity.gpu_pci_ids", as_value(gpus.map([](const std::vector<GpuFunction>& all) {
              std::vector<std::string> ids;
              for (const GpuFunction& gpu : all) ids.push_back(gpu.id + " " + gpu.address);
              return ids;
            })),
            std::string(kPci));
}

Signal release_signal(const HostView& host) {
  const auto text = host.read("/etc/dgx-release");
  const bool spark = text.ok() && text->find("DGX Spark") != std::string::npos;
  return {spark ? Says::yes : Says::nothing, "DGX OS: DGX Spark"};
}

Signals signals_with(const HostView& host, const Result<std::vector<GpuFunction>>& gpus,
                     const Board& board) {
  return {.pci = pci_signal(gpus),
          .nvml = {Says::nothing, "NVML: not asked"},
          .cpu = cpu_signal(host),
          .dmi = dmi_signal(board),
          .release = release_signal(host)};
}

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  const auto gpus = gpu_functions(machine.host);
  const Board board = board_of(machine.host);
  Signals signals = signals_with(machine.host, gpus, board);
  signals.nvml = nvml_signal(machine.gpu);
  put_signals(signals, facts);
  put_gpus(gpus, facts);
  put_names(machine.host, board, is_gb10(signals), facts);
  facts.put("identity.arch", arch_of(machine.host), "/proc/sys/kernel/arch");
}

}  // namespace

std::optional<bool> is_gb10(const Signals& signals) {
  const auto says = [](const Signal& signal, Says what) { return signal.says == what; };
  if (says(signals.pci, Says::yes) || says(signals.nvml, Says::yes) || says(signals.dmi, Says::yes))
    return true;
  if (says(signals.pci, Says::no) || says(signals.nvml, Says::no) || says(signals.cpu, Says::no))
    return false;
  return says(signals.release, Says::yes) ? std::optional(true) : std::nullopt;
}

bool disagree(const Signals& signals) {
  bool yes = false, no = false;
  for (const Signal* signal : {&signals.pci, &signals.nvml, &signals.cpu, &signals.dmi}) {
    yes = yes || signal->says == Says::yes;
    no = no || signal->says == Says::no;
  }
  return yes && no;
}

Signals signals_of(const HostView& host) {
  return signals_with(host, gpu_functions(host), board_of(host));
}

Topic identity_topic() { return {"identity", "which machine this is", kSpecs, nullptr, collect}; }

}  // namespace gb10
