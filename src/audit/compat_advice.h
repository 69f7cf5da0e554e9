#pragma once

#include <map>
#include <string>

#include "audit/install_advice.h"
#include "compat/matrix.h"

namespace gb10 {

/// What a row of the compatibility matrix says about the lines of requirement files.
InstallAdvice install_advice(const CompatRow& row);

/// Advice out of the matrix, which must outlive it.
class MatrixAdvisor {
 public:
  explicit MatrixAdvisor(const CompatMatrix& matrix);

  /// Only as long as this lives.
  Advisor advisor() const;

 private:
  const CompatMatrix& matrix_;
  std::map<std::string, InstallAdvice, std::less<>> by_row_;
  std::map<std::string, const InstallAdvice*, std::less<>> by_repository_;
};

}  // namespace gb10
