#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "audit/collect.h"
#include "audit/record_causes.h"
#include "base/text.h"
#include "facts/paths.h"
#include "wheel/metadata.h"
#include "wheel/pep440.h"
#include "wheel/tags.h"
#include "wheel/zip.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kLongestText = 16U << 20U;

/// Members that wait to be read by several threads, the largest first. Together they take no more
/// memory than half as much again as the largest one unpacks to, or than that one alone.
class MemberQueue {
 public:
  explicit MemberQueue(std::vector<const ZipMember*> members) : members_(std::move(members)) {
    std::sort(members_.begin(), members_.end(),
              [](const ZipMember* a, const ZipMember* b) { return cost(*a) > cost(*b); });
    for (std::size_t i = 0; i < members_.size(); ++i) waiting_.insert(waiting_.end(), i);
    if (members_.empty()) return;
    const std::uint64_t largest = members_.front()->size;
    limit_ = std::max(cost(*members_.front()), largest + largest / 2);
  }

  const std::vector<const ZipMember*>& members() const { return members_; }

  /// The largest that fits beside what is being read; waits where none does. Nothing at the end.
  std::optional<std::size_t> next() {
    std::unique_lock lock(mutex_);
    while (!waiting_.empty()) {
      const auto is_too_dear = [&](const ZipMember* member, std::uint64_t room) {
        return used_ != 0 && cost(*member) > room;
      };
      const auto from =
          std::lower_bound(members_.begin(), members_.end(), limit_ - used_, is_too_dear);
      const auto next = waiting_.lower_bound(static_cast<std::size_t>(from - members_.begin()));
      if (next != waiting_.end()) {
        const std::size_t index = *next;
        waiting_.erase(next);
        used_ += cost(*members_[index]);
        return index;
      }
      room_.wait(lock);
    }
    return std::nullopt;
  }

  void give_back(std::size_t index) {
    {
      const std::lock_guard lock(mutex_);
      used_ -= cost(*members_[index]);
    }
    room_.notify_all();
  }

 private:
  /// What is only stored is read where it lies.
  static std::uint64_t cost(const ZipMember& member) {
    return member.method == ZipMember::Method::deflated ? member.size + member.packed : 1;
  }

  std::mutex mutex_;
  std::condition_variable room_;
  std::vector<const ZipMember*> members_;  // the dearest first
  std::set<std::size_t> waiting_;
  std::uint64_t limit_ = 0, used_ = 0;  // bytes
};

/// Reads the members of a wheel that may hold code.
class WheelReader {
 public:
  WheelReader(const ZipArchive& archive, const CollectAudit& options)
      : archive_(archive), options_(options) {}

  std::vector<AuditLibrary> libraries() {
    std::vector<const ZipMember*> members;
    for (const ZipMember& member : archive_.members()) {
      if (is_library_name(paths::last(member.name))) members.push_back(&member);
    }
    MemberQueue queue(std::move(members));
    std::vector<AuditLibrary> out(queue.members().size());
    const auto work = [&] {
      while (const auto index = queue.next()) {
        {
          // An arena of its own for each: one that is kept would hold what its largest member took.
          Inflater inflater;
          out[*index] = read(*queue.members()[*index], inflater);
        }
        queue.give_back(*index);
      }
    };
    {
      const std::jthread other(work);
      work();
    }
    std::sort(out.begin(), out.end(),
              [](const AuditLibrary& a, const AuditLibrary& b) { return a.path < b.path; });
    return out;
  }

 private:
  AuditLibrary read(const ZipMember& member, Inflater& inflater) const {
    AuditLibrary out;
    const auto blob = archive_.open(member, inflater);
    if (blob.ok()) {
      out = read_library(**blob, "/" + member.name, options_.reading);
    } else {
      out.path = "/" + member.name;
      out.problem = blob.error().what;
      // One that is too large, or packed in a way that is not read, may be sound.
      const bool may_be_sound = member.method == ZipMember::Method::other ||
                                member.size > kZipMemberBytes || member.packed > kZipMemberBytes;
      const bool is_of_form = blob.error().kind == Error::Kind::invalid && !may_be_sound;
      out.problem_is =
          is_of_form ? AuditLibrary::Problem::of_form : AuditLibrary::Problem::of_access;
    }
    out.package = 0;
    return out;
  }

  const ZipArchive& archive_;
  const CollectAudit& options_;
};

/// The member NAME-VERSION.dist-info/`file`; null when there is none.
const ZipMember* info_member(const ZipArchive& archive, std::string_view file) {
  for (const ZipMember& member : archive.members()) {
    const std::size_t slash = member.name.find('/');
    if (slash == std::string::npos || member.name.find('/', slash + 1) != std::string::npos)
      continue;
    const std::string_view folder = std::string_view(member.name).substr(0, slash);
    if (folder.ends_with(".dist-info") && member.name.substr(slash + 1) == file) return &member;
  }
  return nullptr;
}

void take_metadata(const ZipArchive& archive, const CollectAudit& options, AuditPackage& package) {
  const ZipMember* const member = info_member(archive, "METADATA");
  if (!member) {
    package.causes.push_back({"malformed", "has no METADATA", {}});
    return;
  }
  const auto text = archive.text(*member, kLongestText);
  const auto metadata = text.ok() ? read_metadata(*text) : Result<PackageMetadata>(text.error());
  if (!metadata.ok()) {
    package.causes.push_back({"malformed", metadata.error().what, member->name});
    return;
  }
  if (!metadata->name.empty()) package.name = normalised_name(metadata->name);
  if (!metadata->version.empty()) package.version = metadata->version;
  const MarkerEnvironment machine = markers_of(options, options.python);
  for (const std::string& each : metadata->requires_dist) {
    std::string name = required_name(each, machine);
    if (!name.empty()) package.wanted.push_back(std::move(name));
  }
}

void verify(const ZipArchive& archive, AuditPackage& package, RecordCounts& counts) {
  const ZipMember* const member = info_member(archive, "RECORD");
  const auto text = member ? archive.text(*member, kLongestText)
                           : Result<std::string>(Error{Error::Kind::not_found, "has no RECORD"});
  const auto record = text.ok() ? read_record(*text) : Result<PackageRecord>(text.error());
  if (!record.ok()) {
    package.causes.push_back({"malformed", record.error().what, member ? member->name : ""});
    return;
  }
  Inflater inflater;
  PackageFiles files;
  files.open = [&](const std::string& path) -> Result<std::unique_ptr<Blob>> {
    const ZipMember* const file = archive.find(path);
    if (!file) return Error{Error::Kind::not_found, "is not there"};
    return archive.open(*file, inflater);
  };
  for (const ZipMember& each : archive.members()) {
    if (!each.is_directory()) files.present.push_back(each.name);
  }
  verify_package(*record, files, package, counts);
}

}  // namespace

Result<AuditTree> wheel_tree(const Blob& wheel, const std::string& file,
                             const CollectAudit& options) {
  const ZipArchive archive = TRY(ZipArchive::open(wheel));
  AuditTree tree;
  AuditPackage package;
  package.name = package.path = file;
  package.site = "/";
  const auto name = wheel_name(file);
  if (name.ok()) {
    package.name = normalised_name(name->name);
    package.version = name->version;
    package.tags = name->tags;
  } else {
    package.causes.push_back({"malformed", name.error().what, {}});
  }
  for (const ZipMember& member : archive.members()) {
    if (!member.refused.empty())
      tree.unread.push_back({"malformed", member.refused, printable(member.name, 200)});
  }
  take_metadata(archive, options, package);
  if (options.verify) verify(archive, package, tree.recorded);
  tree.packages.push_back(std::move(package));
  tree.libraries = WheelReader(archive, options).libraries();
  return tree;
}

}  // namespace gb10
