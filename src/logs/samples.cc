#include "logs/samples.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr int kMostMisses = 40;
constexpr std::size_t kLongestRow = 2000;

/// The fields of a sample in the order of the line, and what programs call them.
struct Field {
  std::string_view name;
  std::array<std::string_view, 6> columns;  // CSV, in small letters, without units
  std::string_view dmon;
  bool number = true;
};
constexpr std::array<Field, 9> kFields = {{
    {"pstate", {"pstate"}, {}, false},
    {"util", {"utilization.gpu", "gpu_util", "util", "gpu_util_pct", "gpu_utilization"}, "sm"},
    {"sm",
     {"clocks.current.sm", "clocks.sm", "clocks.current.graphics", "clocks.gr", "sm_mhz",
      "sm_clock_mhz"},
     "pclk"},
    {"sm_max", {"clocks.max.sm", "clocks.max.graphics"}, {}},
    {"mem", {"utilization.memory"}, "mem"},
    {"power",
     {"power.draw", "power_w", "power.draw.instant", "power.draw.average", "power"},
     "pwr"},
    {"temp", {"temperature.gpu", "temp_c", "gpu_temp", "temperature"}, "gtemp"},
    {"reasons", {"clocks_event_reasons.active", "clocks_throttle_reasons.active"}, {}, false},
    {"tviol", {}, "tviol"},
}};
constexpr int kUtil = 1, kClock = 2;

int csv_field(std::string_view cell) {
  std::string name = lower(trimmed(cell));
  name = std::string(trimmed(name.substr(0, name.find('['))));
  if (name.empty()) return -1;
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    const auto& known = kFields[i].columns;
    if (std::find(known.begin(), known.end(), name) != known.end()) return static_cast<int>(i);
  }
  return -1;
}

int dmon_field(std::string_view cell) {
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    if (!cell.empty() && kFields[i].dmon == cell) return static_cast<int>(i);
  }
  return -1;
}

/// The number of "19.48 W", "96 %", "799"; nothing of "[N/A]" and of other words.
std::optional<std::string_view> number_of(std::string_view cell) {
  const std::vector<std::string_view> parts = words(cell);
  if (parts.empty() || parts.size() > 2 || !decimal_number(parts[0])) return std::nullopt;
  return parts[0];
}

std::vector<std::string_view> cells_of(std::string_view message) {
  std::vector<std::string_view> out = split(message, ',');
  for (std::string_view& cell : out) cell = trimmed(cell);
  return out;
}

}  // namespace

const std::vector<std::string>& SampleReader::anchors() {
  static const std::vector<std::string> kAnchors = {
      "--query-gpu=", "utilization.gpu", "gpu_util",    "clocks.current.",
      "clocks.sm",    "power_w,",        "sm_mhz",      "# gpu   ",
      "#iterations",  "power.draw",      "sm_clock_mhz"};
  return kAnchors;
}

bool SampleReader::begins_query(std::string_view message) {
  constexpr std::string_view kOption = "--query-gpu=";
  const std::size_t at = message.find(kOption);
  if (at == std::string_view::npos) return false;
  std::string_view list = message.substr(at + kOption.size());
  if (list.starts_with('\'') || list.starts_with('"')) list.remove_prefix(1);
  list = list.substr(0, list.find_first_of(" \t'\""));
  columns_.clear();
  for (const std::string_view cell : split(list, ',')) columns_.push_back(csv_field(cell));
  kind_ = Kind::csv;
  return true;
}

bool SampleReader::begins_csv(std::string_view message) {
  std::vector<int> columns;
  for (const std::string_view cell : cells_of(message)) columns.push_back(csv_field(cell));
  const auto known =
      std::count_if(columns.begin(), columns.end(), [](int field) { return field >= 0; });
  if (known < 2) return false;
  columns_ = std::move(columns);
  kind_ = Kind::csv;
  return true;
}

bool SampleReader::begins_columns(std::string_view message) {
  std::vector<std::string_view> names = words(message);
  if (names.size() < 4 || names[0] != "#" || names[1] != "gpu") return false;
  columns_.assign(1, -1);
  for (std::size_t i = 2; i < names.size(); ++i) columns_.push_back(dmon_field(names[i]));
  kind_ = Kind::columns;
  return true;
}

bool SampleReader::begins(std::string_view message) {
  if (message.size() > kLongestRow) return false;
  bool begun = begins_query(message) || begins_csv(message) || begins_columns(message);
  if (!begun && message.find("#bytes") != std::string_view::npos &&
      message.find("BW average[Gb/sec]") != std::string_view::npos) {
    kind_ = Kind::rdma;
    begun = true;
  }
  if (begun) misses_ = 0;
  return begun;
}

std::optional<std::string> SampleReader::gpu_row(const std::vector<std::string_view>& cells) const {
  if (cells.size() != columns_.size()) return std::nullopt;
  std::array<std::string_view, kFields.size()> values;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (columns_[i] < 0) continue;
    const auto field = static_cast<std::size_t>(columns_[i]);
    if (kFields[field].number)
      values[field] = number_of(cells[i]).value_or(std::string_view{});
    else
      values[field] = words(cells[i]).size() == 1 ? cells[i] : std::string_view{};
  }
  if (values[kUtil].empty() && values[kClock].empty()) return std::nullopt;
  std::string out = "gpu-sample";
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    if (!values[i].empty()) out += fmt::format(" {}={}", kFields[i].name, values[i]);
  }
  return out;
}

std::optional<std::string> SampleReader::row(std::string_view message) {
  std::optional<std::string> out;
  if (message.size() <= kLongestRow) {
    const std::vector<std::string_view> cells =
        kind_ == Kind::csv ? cells_of(message) : words(message);
    if (kind_ == Kind::rdma) {
      const bool fits = cells.size() == 5 && std::all_of(cells.begin(), cells.end(), [](auto cell) {
                          return decimal_number(cell).has_value();
                        });
      if (fits) out = fmt::format("rdma-sample size={} gbps={}", cells[0], cells[3]);
    } else {
      out = gpu_row(cells);
    }
  }
  misses_ = out ? 0 : misses_ + 1;
  if (misses_ > kMostMisses) kind_ = Kind::none;
  return out;
}

}  // namespace gb10
