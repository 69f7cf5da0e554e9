#include "audit/record_causes.h"

#include <fmt/format.h>

namespace gb10 {

namespace {

constexpr std::size_t kMostCauses = 100;

const char* kind_of(RecordDifference::Kind kind) {
  switch (kind) {
    case RecordDifference::Kind::missing:
      return "missing-file";
    case RecordDifference::Kind::changed:
      return "changed-file";
    case RecordDifference::Kind::not_in_record:
      return "unlisted-file";
    case RecordDifference::Kind::unreadable:
      break;
  }
  return "unreadable";
}

}  // namespace

void verify_package(const PackageRecord& record, const PackageFiles& files, AuditPackage& package,
                    RecordCounts& counts) {
  std::vector<AuditCause> causes;
  for (const std::string& problem : record.problems)
    causes.push_back({"malformed", "RECORD: " + problem, {}});
  const RecordCheck check = verify_record(record, files);
  counts.compared += check.compared;
  counts.without_hash += check.without_hash;
  for (const RecordDifference& each : check.differences)
    causes.push_back({kind_of(each.kind), each.what, each.path});
  if (causes.size() > kMostCauses) {
    const auto more = static_cast<std::int64_t>(causes.size() - kMostCauses);
    causes.resize(kMostCauses);
    causes.push_back({"changed-file", fmt::format("and {} more that differ", more), {}});
  }
  package.causes.insert(package.causes.end(), causes.begin(), causes.end());
}

}  // namespace gb10
