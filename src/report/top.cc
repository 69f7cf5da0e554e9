#include "report/top.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

/// `text` in at most `width` columns; what is cut off ends in "…".
std::string cut(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t next = i + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xc0U) == 0x80U) ++next;
    const std::string_view letter = text.substr(i, next - i);
    if (columns(out) + columns(letter) + 1 > width) break;
    out += letter;
    i = next;
  }
  return out + "…";
}

class Lines {
 public:
  Lines(const TopFrame& frame, const Dress& dress) : frame_(frame), dress_(dress) {}

  void heading(std::string_view text) {
    const std::string line = cut(text, dress_.width);
    out_.push_back(dress_.color ? fmt::format("\x1b[1m{}\x1b[0m", line) : line);
  }
  void plain(std::string_view text) { out_.push_back(cut(text, dress_.width)); }
  void empty() { out_.emplace_back(); }

  /// A line of numbers behind a word; those that are not known are left out, and so is a line
  /// without any.
  struct Piece {
    std::string_view before, name, after;
  };
  void numbers(std::string_view word, std::initializer_list<Piece> pieces,
               std::string_view more = {}) {
    std::vector<std::string> parts;
    for (const auto& [before, name, after] : pieces) {
      const auto amount = frame_.find(name);
      if (amount) parts.push_back(fmt::format("{}{}{}", before, to_text(*amount), after));
    }
    if (!more.empty()) parts.emplace_back(more);
    if (!parts.empty()) plain(fmt::format("{:<9}{}", word, joined(parts, "   ")));
  }

  std::vector<std::string> take() { return std::move(out_); }

 private:
  const TopFrame& frame_;
  const Dress& dress_;
  std::vector<std::string> out_;
};

std::string gib(const std::optional<Quantity>& amount) {
  if (!amount) return "      ?";
  const double value = amount->value / kGib;
  return value > 0 && value < 0.05 ? "   <0.1" : fmt::format("{:7.1f}", value);
}

void add_gpu(Lines& lines, const TopFrame& frame) {
  if (!frame.no_gpu.empty()) return lines.plain("GPU      not known: " + frame.no_gpu);
  const std::string limits =
      frame.limits.empty() ? "" : "held back by " + joined(frame.limits, ", ");
  lines.numbers("GPU",
                {{"", "gpu.power", ""},
                 {"", "gpu.sm_clock", ""},
                 {"", "gpu.temperature", ""},
                 {"", "gpu.utilization", " in use"}},
                limits);
}

void add_rates(Lines& lines) {
  lines.numbers("CPU", {{"", "cpu.busy", " in use"},
                        {"load ", "cpu.load", ""},
                        {"hottest zone ", "thermal.hottest", ""}});
  lines.numbers("waiting", {{"for memory ", "pressure.memory_some", ""},
                            {"all for memory ", "pressure.memory_full", ""},
                            {"CPU ", "pressure.cpu_some", ""},
                            {"disk ", "pressure.io_full", ""}});
  lines.numbers("disk", {{"", "disk.read", " read"}, {"", "disk.written", " written"}});
  lines.numbers("network", {{"", "network.received", " received"}, {"", "network.sent", " sent"}});
}

void add_swap(Lines& lines, const TopFrame& frame) {
  if (!frame.swap_whole) return;
  if (frame.swap_whole->value == 0) return lines.plain("swap     none");
  const std::string used = frame.swap_used ? to_text(*frame.swap_used) : "?";
  lines.numbers("swap", {{"out ", "memory.swap_out", ""}},
                fmt::format("{} of {} used", used, to_text(*frame.swap_whole)));
}

void add_memory(Lines& lines, const TopFrame& frame) {
  if (frame.memory.empty()) return;
  lines.empty();
  const auto available = frame.find("memory.available");
  std::string head = fmt::format("{}  GiB of memory", gib(frame.whole));
  if (available) head += fmt::format(", {:.1f} can still be had", available->value / kGib);
  lines.heading(head);
  for (const TopFrame::Part& part : frame.memory)
    lines.plain(fmt::format("{}  {}", gib(part.amount), part.label));
}

void add_holdings(Lines& lines, std::string_view head,
                  const std::vector<TopFrame::Holding>& holdings) {
  lines.empty();
  lines.heading(head);
  for (const TopFrame::Holding& each : holdings)
    lines.plain(
        fmt::format("{}  {}, pid {}", gib(each.amount), printable(each.name, 40), each.pid));
}

Json amount_json(const std::optional<Quantity>& amount) {
  return amount ? Json().set("quantity", amount->value).set("unit", word(amount->unit))
                : Json(nullptr);
}

Json holdings_json(const std::vector<TopFrame::Holding>& holdings) {
  Json out = Json::array();
  for (const TopFrame::Holding& each : holdings) {
    out.push(
        Json().set("pid", each.pid).set("name", each.name).set("memory", amount_json(each.amount)));
  }
  return out;
}

}  // namespace

std::optional<Quantity> TopFrame::find(std::string_view name) const {
  const auto at = std::find_if(numbers.begin(), numbers.end(),
                               [&](const Number& each) { return each.name == name; });
  return at == numbers.end() ? std::nullopt : at->amount;
}

std::vector<std::string> screen_lines(const TopFrame& frame, const Dress& dress) {
  Lines lines(frame, dress);
  lines.heading("gb10 top  " + frame.time);
  add_gpu(lines, frame);
  add_rates(lines);
  add_swap(lines, frame);
  add_memory(lines, frame);
  if (frame.on_gpu && !frame.on_gpu->empty())
    add_holdings(lines, "    GiB  on the GPU", *frame.on_gpu);
  if (frame.on_gpu && frame.on_gpu->empty()) lines.empty(), lines.plain("nobody holds GPU memory");
  if (!frame.largest.empty())
    add_holdings(lines, "    GiB  largest processes, without GPU memory", frame.largest);
  return lines.take();
}

Json to_json(const TopFrame& frame) {
  Json numbers = Json::object(), parts = Json::array();
  for (const TopFrame::Number& each : frame.numbers)
    numbers.append(each.name, amount_json(each.amount));
  for (const TopFrame::Part& part : frame.memory)
    parts.push(Json().set("amount", amount_json(part.amount)).set("label", part.label));
  return Json()
      .set("time", frame.time)
      .set("numbers", std::move(numbers))
      .set("gpu_not_known", frame.no_gpu.empty() ? Json(nullptr) : Json(frame.no_gpu))
      .set("limits", Json::list(frame.limits))
      .set("memory", std::move(parts))
      .set("whole", amount_json(frame.whole))
      .set("swap_used", amount_json(frame.swap_used))
      .set("swap_whole", amount_json(frame.swap_whole))
      .set("on_gpu", frame.on_gpu ? holdings_json(*frame.on_gpu) : Json(nullptr))
      .set("largest", holdings_json(frame.largest));
}

}  // namespace gb10
