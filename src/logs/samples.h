#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// Reads the tables of numbers that owners paste, and writes each row as a line of its own:
/// "gpu-sample pstate=P0 util=96 sm=799 power=19.48 temp=47" (%, MHz, W, °C) from the CSV of
/// nvidia-smi and of telemetry and from nvidia-smi dmon, "rdma-sample size=65536 gbps=13.19" from
/// ib_write_bw and its like.
class SampleReader {
 public:
  /// Literals of which a line that begins a table has at least one.
  static const std::vector<std::string>& anchors();

  /// Takes a message (no prefixes). True when it begins a table: rows may follow.
  bool begins(std::string_view message);

  /// True while rows may come.
  bool expects_rows() const { return kind_ != Kind::none; }

  /// The row as a line; nothing where the message is none. After some lines that are none, no
  /// more are expected.
  std::optional<std::string> row(std::string_view message);

 private:
  enum class Kind { none, csv, columns, rdma };

  bool begins_query(std::string_view message);
  bool begins_csv(std::string_view message);
  bool begins_columns(std::string_view message);
  std::optional<std::string> gpu_row(const std::vector<std::string_view>& cells) const;

  Kind kind_ = Kind::none;
  std::vector<int> columns_;  // what each cell is: an index into the names, or -1
  int misses_ = 0;
};

}  // namespace gb10
