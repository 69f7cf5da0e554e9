#include "bench/gemm_check.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace gb10 {

namespace {

constexpr std::size_t kLines = 64;  // rows and columns whose crossings are checked

}  // namespace

std::vector<std::uint64_t> checked_lines(std::uint64_t count, std::uint64_t seed) {
  std::set<std::uint64_t> out = {0, count - 1};
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::uint64_t> any(0, count - 1);
  while (out.size() < std::min<std::uint64_t>(kLines, count)) out.insert(any(random));
  return {out.begin(), out.end()};
}

Result<std::vector<std::vector<double>>> columns_of(const StoredMatrix& matrix,
                                                    const std::vector<std::uint64_t>& which) {
  const std::uint64_t length = matrix.rows;
  std::vector<std::vector<double>> out;
  std::vector<std::byte> bytes(matrix.element.bytes(length));
  for (const std::uint64_t column : which) {
    TRY(matrix.memory.download(column * bytes.size(), bytes));
    std::vector<double>& numbers = out.emplace_back(length);
    for (std::uint64_t i = 0; i < length; ++i)
      numbers[i] = decoded(matrix.element, bytes.data(), i);
  }
  return out;
}

Result<std::vector<std::vector<double>>> rows_of(const StoredMatrix& matrix, std::uint64_t length,
                                                 const std::vector<std::uint64_t>& which) {
  std::vector<std::vector<double>> out(which.size(), std::vector<double>(length));
  std::vector<std::byte> bytes(matrix.element.bytes(matrix.rows));
  for (std::uint64_t i = 0; i < length; ++i) {
    TRY(matrix.memory.download(i * bytes.size(), bytes));
    for (std::size_t line = 0; line < which.size(); ++line)
      out[line][i] = decoded(matrix.element, bytes.data(), which[line]);
  }
  return out;
}

void add(GemmCheck& check, const Tolerance& tolerance, const Crossing& at) {
  double sum = 0, sizes = 0;
  for (std::size_t i = 0; i < at.row.size(); ++i) {
    const double product = at.row[i] * at.column[i];
    sum += product;
    sizes += std::abs(product);
  }
  const double allowed =
      tolerance.factor * (tolerance.of_result * std::abs(sum) + tolerance.of_sum * sizes);
  const double error = std::abs(at.found - tolerance.factor * sum);
  ++check.checked;
  // What is no number is wrong, too.
  if (!(error <= allowed)) ++check.wrong;
  if (allowed > 0)
    check.worst = std::max(check.worst, std::isnan(error) ? INFINITY : error / allowed);
}

}  // namespace gb10
