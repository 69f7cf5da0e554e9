#include "wheelhouse/verify.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"
#include "wheelhouse/files.h"

namespace gb10 {

namespace {

using Kind = HouseDifference::Kind;
namespace files = house_files;

constexpr unsigned kMostThreads = 8;
constexpr std::uint64_t kPageBytes = 64U << 20U;

/// A file that is to hold what the manifest says.
struct HashTask {
  std::string file;  // from the house's folder
  const HouseWheel* wheel = nullptr;
  std::optional<HouseDifference> found = {};
};

class HouseVerifier {
 public:
  HouseVerifier(const std::string& path, const HouseState& state) : path_(path), state_(state) {}

  Result<HouseCheck> check() {
    out_.house = path_;
    out_.digest = manifest_digest(state_.text);
    out_.seal = state_.seal;
    out_.lacks = state_.manifest.lacks;
    check_seal();
    plan();
    hash();
    TRY(check_folder(house_names::kStore, listed_));
    TRY(check_folder(house_names::kWheels, named_));
    TRY(check_index());
    if (files::is_there(in(house_names::kChanging)))
      add(Kind::missing, std::string(house_names::kChanging),
          "a change was interrupted; who may write there clears it by gb10 wheelhouse verify");
    return std::move(out_);
  }

 private:
  std::string in(std::string_view name) const { return fmt::format("{}/{}", path_, name); }

  void add(Kind kind, std::string file, std::string what) {
    out_.differences.push_back({kind, std::move(file), std::move(what)});
  }

  void check_seal() {
    if (!state_.seal.empty() && state_.seal != out_.digest)
      add(Kind::unsealed, std::string(house_names::kManifest),
          "is not the manifest that was sealed");
  }

  /// A second name of a stored file needs no second look.
  void plan() {
    for (const HouseWheel& wheel : state_.manifest.wheels) {
      const std::string object = house_names::object(wheel.sha256);
      listed_.insert(object.substr(object.find('/') + 1));
      tasks_.push_back({object, &wheel});
      out_.bytes += wheel.size;
      if (wheel.replaced) continue;
      ++out_.wheels;
      named_.insert(wheel.file);
      const std::string name = house_names::by_name(wheel.file);
      if (!files::are_one(in(object), in(name))) tasks_.push_back({name, &wheel});
    }
    // The largest first, so that no thread is left with it at the end.
    std::stable_sort(tasks_.begin(), tasks_.end(), [](const HashTask& a, const HashTask& b) {
      return a.wheel->size > b.wheel->size;
    });
  }

  void hash() {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < tasks_.size(); i = next++) hash(tasks_[i]);
    };
    {
      const unsigned many = std::clamp(std::thread::hardware_concurrency(), 1U, kMostThreads);
      std::vector<std::jthread> others;
      for (unsigned i = 1; i < many && i < tasks_.size(); ++i) others.emplace_back(work);
      work();
    }
    for (HashTask& task : tasks_) {
      if (task.found) out_.differences.push_back(*std::move(task.found));
    }
    std::sort(out_.differences.begin(), out_.differences.end(),
              [](const HouseDifference& a, const HouseDifference& b) { return a.file < b.file; });
  }

  void hash(HashTask& task) const {
    const auto sum = files::sum_of(in(task.file));
    const std::string shown = task.file.starts_with(house_names::kStore)
                                  ? fmt::format("{} ({})", task.file, task.wheel->file)
                                  : task.file;
    if (!sum.ok()) {
      const bool gone = sum.error().kind == Error::Kind::not_found;
      task.found = {gone ? Kind::missing : Kind::unread, shown,
                    gone ? "is not there" : sum.error().what};
      return;
    }
    if (sum->size != task.wheel->size)
      task.found = {Kind::changed, shown,
                    fmt::format("has {} bytes, the manifest says {}", sum->size, task.wheel->size)};
    else if (sum->sha256 != task.wheel->sha256)
      task.found = {Kind::changed, shown, "holds other bytes: its SHA-256 is " + sum->sha256};
  }

  Result<void> check_folder(std::string_view folder, const std::set<std::string>& known) {
    const std::vector<std::string> names = TRY(files::names_in(in(folder)));
    for (const std::string& name : names) {
      if (known.find(name) == known.end())
        add(Kind::foreign, fmt::format("{}/{}", folder, printable(name, 200)),
            folder == house_names::kWheels ? "is not in the manifest, and pip would take it"
                                           : "is not in the manifest");
    }
    return {};
  }

  Result<void> check_index() {
    const std::string folder = in(house_names::kSimple);
    std::set<std::string> known;
    for (const auto& [name, text] : index_pages(state_.manifest)) {
      known.insert(name.substr(0, name.find('/')));
      const auto found = files::text_of(fmt::format("{}/{}", folder, name), kPageBytes);
      if (!found.ok() || *found != text)
        add(Kind::index, fmt::format("{}/{}", house_names::kSimple, name),
            found.ok() ? "is not what the manifest says" : "cannot be read");
    }
    return check_folder(house_names::kSimple, known);
  }

  const std::string& path_;
  const HouseState& state_;
  HouseCheck out_;
  std::vector<HashTask> tasks_;
  std::set<std::string> listed_, named_;
};

}  // namespace

Result<HouseCheck> verified(const std::string& path, const HouseState& state) {
  return HouseVerifier(path, state).check();
}

}  // namespace gb10
