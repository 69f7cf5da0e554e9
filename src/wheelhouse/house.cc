#include "wheelhouse/house.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"
#include "wheelhouse/files.h"

namespace gb10 {

using namespace house_names;
namespace files = house_files;

std::string house_names::object(const std::string& sha256) {
  return fmt::format("{}/sha256-{}", kStore, sha256);
}
std::string house_names::by_name(const std::string& file) {
  return fmt::format("{}/{}", kWheels, file);
}

namespace {

constexpr std::uint64_t kSealBytes = 4096;

Error of_house(Error error, const std::string& path) {
  error.what = fmt::format("{}: {}", printable(path, 300), error.what);
  return error;
}

/// "manifest.json" of "manifest.json.part-4711", which a process writes beside its place, or left
/// there when it was killed; nothing for other names.
std::optional<std::string_view> part_of(std::string_view name) {
  constexpr std::string_view kPart = ".part-";
  const std::size_t at = name.rfind(kPart);
  if (at == name.npos || !whole_number(name.substr(at + kPart.size()))) return std::nullopt;
  return name.substr(0, at);
}

/// Whether a folder may be made a house: it is empty, or holds what a first change left, or is at.
Result<void> check_place(const std::string& path) {
  const std::vector<std::string> names = TRY(files::names_in(path));
  static const std::set<std::string_view> kOwn = {
      kManifest, kSeal, kStore, kWheels, kSimple, kLock, kChanging, kStaging, "simple.new"};
  for (const std::string& name : names) {
    if (kOwn.find(part_of(name).value_or(name)) == kOwn.end())
      return Error{Error::Kind::conflict,
                   fmt::format("{} is no wheelhouse and holds other files, such as {}",
                               printable(path, 300), printable(name, 100)),
                   "name an empty folder, or one that is not there yet"};
  }
  return {};
}

Result<FileLock> locked(const std::string& path, const HeldHouse::How& how) {
  const std::string file = fmt::format("{}/{}", path, kLock);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(how.patience);
  bool told = false;
  for (;;) {
    Result<FileLock> lock = FileLock::take(file);
    if (lock.ok()) return lock;
    if (lock.error().kind != Error::Kind::busy)
      return with_hint(lock.error(), "name a house that can be written: --house DIR");
    if (std::chrono::steady_clock::now() >= until)
      return Error{Error::Kind::busy,
                   fmt::format("another gb10 uses the wheelhouse {}", printable(path, 300)),
                   "try again when it is done"};
    if (!told && how.waiting) how.waiting();
    told = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

/// The names of a list of the marker that may be names of wheels.
std::vector<std::string> names_of(const Json& marker, std::string_view key) {
  std::vector<std::string> out;
  const Json* const list = marker.find(key);
  if (!list || !list->as_array()) return out;
  for (const Json& item : *list->as_array()) {
    if (item.as_string() && is_house_name(*item.as_string())) out.push_back(*item.as_string());
  }
  return out;
}

/// Whether wheels lie there by their own names.
bool has_names(const std::string& path) {
  const auto named = files::names_in(fmt::format("{}/{}", path, kWheels));
  return named.ok() && std::any_of(named->begin(), named->end(), is_house_name);
}

/// Whether wheels lie there that a manifest has listed once. What a first change that was killed
/// left is none of that: it has names by no file yet, and its marker is there.
bool has_lost_manifest(const std::string& path) {
  const auto in = [&](std::string_view name) { return fmt::format("{}/{}", path, name); };
  const auto stored = files::names_in(in(kStore));
  const bool has_objects = stored.ok() && !files::is_there(in(kChanging)) &&
                           std::any_of(stored->begin(), stored->end(), [](const std::string& name) {
                             return name.starts_with("sha256-");
                           });
  // Another process may have put its first manifest in force meanwhile.
  return (has_names(path) || has_objects) && !files::is_there(in(kManifest));
}

/// What helps where a house cannot say what it holds.
std::string way_back(const std::string& path) {
  const std::string back = "put manifest.json back, from a copy or out of an exported archive";
  if (!has_names(path)) return back;  // what lies there has no name of a wheel to be added by
  std::string old = path + ".old";
  for (int i = 2; files::is_there(old); ++i) old = fmt::format("{}.old{}", path, i);
  return fmt::format(
      "{}; or make a new house of the wheels: mv {} {}, then "
      "gb10 wheelhouse add {} --house {}",
      back, shell_quoted(path), shell_quoted(old), shell_quoted(old + "/wheels"),
      shell_quoted(path));
}

}  // namespace

Result<HouseState> read_house(const std::string& path) {
  HouseState out;
  auto text = files::text_of(fmt::format("{}/{}", path, kManifest), kManifestBytes);
  if (!text.ok() && text.error().kind == Error::Kind::not_found && has_lost_manifest(path))
    return Error{Error::Kind::conflict,
                 fmt::format("{} has lost its manifest.json; its wheels are there, and nothing "
                             "was changed",
                             printable(path, 300)),
                 way_back(path)};
  if (!text.ok() && text.error().kind == Error::Kind::not_found)
    return Error{Error::Kind::not_found,
                 fmt::format("there is no wheelhouse at {}", printable(path, 300)),
                 "gb10 wheelhouse add FILE.whl makes one; --house DIR or GB10_WHEELHOUSE names it"};
  if (!text.ok()) return text.error();
  out.text = *std::move(text);
  auto manifest = read_manifest(out.text);
  if (!manifest.ok()) return with_hint(of_house(manifest.error(), path), way_back(path));
  out.manifest = *std::move(manifest);
  const auto seal = files::text_of(fmt::format("{}/{}", path, kSeal), kSealBytes);
  if (!seal.ok() && seal.error().kind == Error::Kind::not_found) return out;
  if (!seal.ok()) return seal.error();
  auto digest = read_seal(*seal);
  if (!digest.ok()) return of_house(digest.error(), path);
  out.seal = *std::move(digest);
  return out;
}

std::string HeldHouse::in(std::string_view name) const { return fmt::format("{}/{}", path_, name); }

Result<HeldHouse> HeldHouse::take(const std::string& path, const How& how) {
  const std::string manifest = fmt::format("{}/{}", path, kManifest);
  if (!how.make && !files::is_there(manifest)) {
    const HouseState none = TRY(read_house(path));  // which says so
  }
  if (!files::is_there(manifest)) TRY(check_place(path));
  if (how.make) TRY(files::make_folder(path));
  FileLock lock = TRY(locked(path, how));
  HeldHouse out(path, std::move(lock));
  if (files::is_there(out.in(kChanging))) {
    TRY(out.settle());
    out.settled_ = true;
  }
  auto state = read_house(path);
  if (state.ok())
    out.state_ = *std::move(state);
  else if (!how.make || state.error().kind != Error::Kind::not_found)
    return state.error();
  return out;
}

HeldHouse::HeldHouse(HeldHouse&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::move(other.lock_)),
      state_(std::move(other.state_)),
      settled_(other.settled_),
      changing_(std::exchange(other.changing_, false)) {}

HeldHouse::~HeldHouse() {
  // Nothing was put in force: what waits goes. Where even that fails the next one does it.
  if (changing_) static_cast<void>(settle().ok());
}

Result<void> HeldHouse::begin() {
  if (!state_.seal.empty())
    return Error{Error::Kind::conflict, fmt::format("{} is sealed", printable(path_, 300)),
                 "gb10 wheelhouse seal --break opens it"};
  for (const std::string_view folder : {kStore, kWheels}) TRY(files::make_folder(in(folder)));
  TRY(files::write_whole(in(kChanging), "{}\n"));
  changing_ = true;
  return files::sync_folder(path_);
}

Result<std::string> HeldHouse::staging() {
  TRY(files::remove_tree(in(kStaging)));
  TRY(files::make_folder(in(kStaging)));
  return in(kStaging);
}

Result<void> HeldHouse::store(const std::string& staged, const std::string& sha256) {
  return files::move(staged, in(object(sha256)));
}

/// What is to be done behind the manifest, for whoever does it.
Result<void> HeldHouse::mark(const HouseManifest& next) const {
  std::vector<std::string> made, gone;
  for (const HouseWheel& wheel : next.wheels) {
    const HouseWheel* const before = current_wheel(state_.manifest, wheel.file);
    if (!wheel.replaced && (!before || before->sha256 != wheel.sha256)) made.push_back(wheel.file);
  }
  for (const HouseWheel& wheel : state_.manifest.wheels) {
    if (!wheel.replaced && !current_wheel(next, wheel.file)) gone.push_back(wheel.file);
  }
  const Json marker = Json::object().set("link", Json::list(made)).set("remove", Json::list(gone));
  return files::write_whole(in(kChanging), to_text(marker) + "\n");
}

Result<void> HeldHouse::commit(HouseManifest next) {
  CHECK(changing_);
  sort_wheels(next);
  const std::string text = manifest_text(next);
  TRY(mark(next));
  TRY(files::sync_folder(in(kStore)));
  TRY(files::sync_folder(path_));
  TRY(files::write_whole(in(kManifest), text));
  TRY(files::sync_folder(path_));
  state_.manifest = std::move(next);
  state_.text = text;
  return settle();
}

Result<void> HeldHouse::make_names(const std::string& marker) const {
  const auto json = parse_json(marker);
  if (!json.ok()) return {};  // it was cut off before anything was put in force
  for (const std::string& file : names_of(*json, "link")) {
    const HouseWheel* const wheel = current_wheel(state_.manifest, file);
    const bool can = wheel && files::is_there(in(object(wheel->sha256)));
    if (can) TRY(files::name_also(in(object(wheel->sha256)), in(by_name(file))));
  }
  for (const std::string& file : names_of(*json, "remove")) {
    if (!current_wheel(state_.manifest, file)) TRY(files::remove(in(by_name(file))));
  }
  return {};
}

Result<void> HeldHouse::remove_unlisted() const {
  std::set<std::string> listed;
  for (const HouseWheel& wheel : state_.manifest.wheels) listed.insert("sha256-" + wheel.sha256);
  const std::vector<std::string> names = TRY(files::names_in(in(kStore)));
  for (const std::string& name : names) {
    const bool ours = name.starts_with("sha256-") && is_sha256(std::string_view(name).substr(7));
    if (ours && listed.find(name) == listed.end())
      TRY(files::remove(fmt::format("{}/{}/{}", path_, kStore, name)));
  }
  return {};
}

/// What a process wrote beside its place when it was killed. The lock is ours: none is at it now.
Result<void> HeldHouse::remove_parts() const {
  for (const std::string& folder : {path_, in(kWheels)}) {
    const std::vector<std::string> names = TRY(files::names_in(folder));
    for (const std::string& name : names) {
      if (part_of(name)) TRY(files::remove(fmt::format("{}/{}", folder, name)));
    }
  }
  return {};
}

Result<void> HeldHouse::settle() {
  auto state = read_house(path_);
  if (!state.ok() && state.error().kind != Error::Kind::not_found) return state.error();
  const bool is_made = state.ok();
  state_ = is_made ? *std::move(state) : HouseState();
  TRY(files::remove_tree(in(kStaging)));
  TRY(remove_parts());
  const auto marker = files::text_of(in(kChanging), kManifestBytes);
  if (marker.ok()) TRY(make_names(*marker));
  TRY(remove_unlisted());
  if (is_made) {
    TRY(write_index(path_, state_.manifest));
    TRY(files::sync_folder(in(kWheels)));
  }
  TRY(files::remove(in(kChanging)));
  changing_ = false;
  return files::sync_folder(path_);
}

Result<void> HeldHouse::seal() {
  const std::string digest = manifest_digest(state_.text);
  TRY(files::write_whole(in(kSeal), seal_text(digest)));
  state_.seal = digest;
  return files::sync_folder(path_);
}

Result<void> HeldHouse::break_seal() {
  TRY(files::remove(in(kSeal)));
  state_.seal.clear();
  return files::sync_folder(path_);
}

}  // namespace gb10
