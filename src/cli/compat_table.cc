#include "cli/compat_table.h"

#include <set>

#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "doctor/rules_in_force.h"

namespace gb10 {

namespace {

/// The clauses of a row as a rule's, which are held against the facts in one place.
Result<void> check_facts_of(const CompatMatrix& matrix) {
  for (const CompatTest& test : matrix.tests()) {
    const CompatRow* const row = matrix.named(test.row);
    if (!row || row->origin == kBuiltIn) continue;
    Rule rule;
    rule.origin = row->origin;
    rule.given = test.given;
    rule.when = test.wants;
    TRY(check_facts(rule));
  }
  return {};
}

}  // namespace

std::vector<std::string> names_of(const CompatMatrix& matrix) {
  std::set<std::string> out;
  for (const CompatRow& row : matrix.rows()) {
    out.insert(row.name);
    for (const std::string& package : row.packages) {
      if (package.find('*') == std::string::npos) out.insert(package);
    }
  }
  return {out.begin(), out.end()};
}

Result<CompatMatrix> matrix_in_force(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::vector<DataFile> files = TRY(readable_files(*this_host(io), "compat", data));
  CompatMatrix matrix = TRY(CompatMatrix::open(files));
  TRY(check_facts_of(matrix));
  return matrix;
}

std::vector<std::string> compat_names() {
  const Result<CompatMatrix> matrix = CompatMatrix::built_in();
  std::vector<std::string> out = {"check"};
  if (!matrix.ok()) return out;
  for (std::string& name : names_of(*matrix)) out.push_back(std::move(name));
  return out;
}

}  // namespace gb10
