#pragma once
// tune/ sets what the kernel lets be set, proves that it took effect, and takes it back to the
// byte. It refuses shells, values that only the kernel would take, and changing what somebody else
// has changed since.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "host/tables.h"
#include "model/tune.h"

namespace gb10 {

/// The knobs and profiles in force.
class KnobTable {
 public:
  /// Error `invalid`, with file and line, for the first file that makes no sense: a profile that
  /// names a knob that is not there, a value outside its range.
  static Result<KnobTable> open(std::span<const DataFile> knobs,
                                std::span<const DataFile> profiles);
  static Result<KnobTable> built_in();
  /// The same without what makes no sense: a mistake in a profile of one's own must not take the
  /// others away. Each is in wrong(), by the name of its knob or profile.
  static KnobTable in_force(std::span<const DataFile> knobs, std::span<const DataFile> profiles);
  const std::map<std::string, Error>& wrong() const { return wrong_; }

  std::span<const Knob> knobs() const { return knobs_; }
  std::span<const Profile> profiles() const { return profiles_; }
  /// Null when there is none of that name.
  const Knob* knob(std::string_view name) const;
  const Profile* profile(std::string_view name) const;
  /// That a knob is there and may be asked for what is wanted. `invalid` else.
  Result<void> check(const Profile::Want& want) const;

 private:
  std::vector<Knob> knobs_;
  std::vector<Profile> profiles_;
  std::map<std::string, Error> wrong_;
};

Result<Knob> read_knob(const DataFile& file);
Result<Profile> read_profile(const DataFile& file);

/// Why a value may not be asked for; empty when it may.
std::string refusal(const KnobCell& cell, std::string_view value);

}  // namespace gb10
