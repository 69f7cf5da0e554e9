#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/lock.h"
#include "wheelhouse/manifest.h"

namespace gb10 {

/// The names of a house's own: HOUSE/manifest.json, seal.json; store/sha256-… are the wheels by
/// their hash, wheels/NAME the same files by name, simple/ the index of PEP 503.
namespace house_names {
inline constexpr std::string_view kManifest = "manifest.json", kSeal = "seal.json",
                                  kStore = "store", kWheels = "wheels", kSimple = "simple",
                                  kLock = ".lock", kChanging = ".changing", kStaging = ".staging";
std::string object(const std::string& sha256);  // "store/sha256-…"
std::string by_name(const std::string& file);   // "wheels/…"
}  // namespace house_names

/// What a house says of itself.
struct HouseState {
  HouseManifest manifest;
  std::string text;  // of the manifest, as it lies there
  std::string seal;  // the digest that was sealed; empty when it is open
};

/// Reads the manifest and the seal, and changes nothing. Error `not_found` where there is no house.
Result<HouseState> read_house(const std::string& path);

/// Makes `simple/` anew, in one step.
Result<void> write_index(const std::string& path, const HouseManifest& manifest);
/// The pages of `simple/`, by their paths below it.
std::vector<std::pair<std::string, std::string>> index_pages(const HouseManifest& manifest);

/// A house that one process holds. What it changes is there as a whole or not at all: until the new
/// manifest is in its place, the old one is true; what a killed process left undone behind that,
/// the next one does (`settle`).
class HeldHouse {
 public:
  struct How {
    bool make = false;  // the folder, where it is missing
    /// Called once when another process holds the house; waits for at most `patience` seconds.
    std::function<void()> waiting = {};
    int patience = 600;
  };
  /// Errors: `busy`; `conflict` for a folder that holds other things.
  static Result<HeldHouse> take(const std::string& path, const How& how);
  HeldHouse(HeldHouse&& other) noexcept;
  HeldHouse& operator=(HeldHouse&&) = delete;
  ~HeldHouse();

  const std::string& path() const { return path_; }
  const HouseState& state() const { return state_; }
  /// What a process that was killed had left was cleared away.
  bool settled() const { return settled_; }

  /// Begins a change. Error `conflict` when the house is sealed.
  Result<void> begin();
  /// An empty folder in which files wait until they are stored.
  Result<std::string> staging();
  /// Moves a file that was copied and synced to its place by its hash.
  Result<void> store(const std::string& staged, const std::string& sha256);
  /// Puts `next` in force, with names and index.
  Result<void> commit(HouseManifest next);

  Result<void> seal();
  Result<void> break_seal();

 private:
  HeldHouse(std::string path, FileLock lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string in(std::string_view name) const;
  Result<void> mark(const HouseManifest& next) const;
  Result<void> settle();
  Result<void> remove_unlisted() const;
  Result<void> remove_parts() const;
  Result<void> make_names(const std::string& marker) const;

  std::string path_;
  FileLock lock_;
  HouseState state_;
  bool settled_ = false, changing_ = false;
};

}  // namespace gb10
