#pragma once
// What the commands of gb10 wheelhouse have in common.

#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "host/foreground.h"
#include "report/report.h"
#include "wheelhouse/house.h"

namespace gb10::house_words {

inline constexpr const char* kHouse = "--house";
inline constexpr const char* kTarget = "--target";
inline constexpr const char* kAnyMachine = "--any-machine";
inline constexpr const char* kForce = "--force";
inline constexpr const char* kReplace = "--replace";
inline constexpr const char* kBreak = "--break";
inline constexpr const char* kExpect = "--expect";
inline constexpr const char* kKeep = "--keep";
inline constexpr const char* kYes = "--yes";
inline constexpr const char* kEnv = "--env";
inline constexpr const char* kPip = "--pip";
inline constexpr const char* kUv = "--uv";
inline constexpr const char* kDryRun = "--dry-run";

/// The words behind the first.
std::vector<std::string> behind(const Arguments& arguments);

/// Where the house is: --house, GB10_WHEELHOUSE, else below the user's own data.
Result<std::string> house_path(const Arguments& arguments, const Io& io);
/// How a house is taken: with a word to who waits.
HeldHouse::How how_to_take(const Io& io, bool make);

/// A house that is read: held meanwhile, where it can be written.
struct HouseToRead {
  std::optional<HeldHouse> held;
  HouseState state;
};
Result<HouseToRead> house_to_read(const std::string& path, const Io& io);

/// The exit code of a program on this terminal; signals that come meanwhile are passed on to it.
int waited_for(Foreground& program, TakenSignals& signals);

Dress dress_of(const Arguments& arguments, const Io& io);
/// As JSON, as Markdown, or as it is.
void print_text(const std::string& text, const Arguments& arguments, const Io& io);

Result<int> add_wheels(const Arguments& arguments, const Io& io);
Result<int> list_wheels(const Arguments& arguments, const Io& io);
Result<int> verify_house(const Arguments& arguments, const Io& io);
Result<int> seal_house(const Arguments& arguments, const Io& io);
Result<int> diff_house(const Arguments& arguments, const Io& io);
Result<int> prune_house(const Arguments& arguments, const Io& io);
Result<int> export_house(const Arguments& arguments, const Io& io);
Result<int> import_house(const Arguments& arguments, const Io& io);
Result<int> push_house(const Arguments& arguments, const Io& io);
Result<int> install_wheels(const Arguments& arguments, const Io& io);

}  // namespace gb10::house_words
