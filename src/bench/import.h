#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "bench/gates.h"
#include "model/series.h"

namespace gb10 {

/// What is known beside the file.
struct ImportOptions {
  GpuCeilings ceilings;
  std::optional<double> clock = {};      // hertz of the SMs while the file was measured
  std::optional<double> best_gemm = {};  // operations per second, the best own of this machine
  std::optional<double> bytes_per_token = {};  // that a decoding step reads
  std::optional<double> flops_per_token = {};  // of one token in training; else the log's own
  std::string gemm_format = "fp16";            // where a GEMM log does not name it
};

/// One result of the file: a run, a test, a size.
struct ImportedRow {
  std::string name;
  std::vector<Figure> figures;      // those of the file as "reported", ours as "computed"
  std::vector<Objection> invalid;   // why it cannot be true
  std::vector<Objection> warnings;  // what to know before it is quoted
};

struct Imported {
  std::string form;               // "vllm bench serve"
  std::vector<ImportedRow> rows;  // at least one
};

/// Reads the results of another program and judges them. What kind of file it is follows from its
/// content. Error `invalid` when it is none of the known forms (they are named), holds no result,
/// or is larger than 32 MiB.
Result<Imported> imported(std::string_view text, const ImportOptions& options);

/// True when any row has an objection that makes it invalid.
bool is_invalid(const Imported& all);

Json to_json(const Imported& all);

/// For a terminal: the verdict, then each row with what is wrong and its figures.
std::string text(const Imported& all);

}  // namespace gb10
