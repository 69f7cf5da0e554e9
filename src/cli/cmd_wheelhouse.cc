#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/run_store.h"
#include "cli/wheelhouse_parts.h"

namespace gb10 {

namespace house_words {

std::vector<std::string> behind(const Arguments& arguments) {
  std::vector<std::string> out = arguments.values("WHAT");
  if (!out.empty()) out.erase(out.begin());
  return out;
}

Result<std::string> house_path(const Arguments& arguments, const Io& io) {
  const auto named = io.environment.find("GB10_WHEELHOUSE");
  std::string path = arguments.value(kHouse);
  if (arguments.has(kHouse) && path.empty())
    return Error{Error::Kind::invalid, "--house names no folder", "is a variable not set?"};
  if (path.empty() && named != io.environment.end()) path = named->second;
  if (path.empty()) return TRY(data_folder(io)) + "/wheelhouse";
  path = whole_path(path);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

HeldHouse::How how_to_take(const Io& io, bool make) {
  return {.make = make,
          .waiting = [&io] { io.say("another gb10 uses this wheelhouse: waiting for it\n"); }};
}

namespace {

/// A house that cannot be written, or on a file system without locks, is looked at as it is.
bool is_read_only(const Error& error) {
  return error.kind == Error::Kind::denied ||
         (error.kind == Error::Kind::failed && (error.what.ends_with("ead-only file system") ||
                                                error.what.ends_with("o locks available")));
}

}  // namespace

Result<HouseToRead> house_to_read(const std::string& path, const Io& io) {
  auto held = HeldHouse::take(path, how_to_take(io, false));
  if (!held.ok() && !is_read_only(held.error())) return held.error();
  HouseToRead out;
  if (held.ok()) {
    out.state = held->state();
    out.held.emplace(*std::move(held));
  } else {
    out.state = TRY(read_house(path));
  }
  return out;
}

Dress dress_of(const Arguments& arguments, const Io& io) {
  return {io.color, io.width, arguments.has("--all")};
}

void print_text(const std::string& text, const Arguments& arguments, const Io& io) {
  io.print(arguments.has("--markdown") ? fmt::format("```\n{}```\n", text) : text);
}

}  // namespace house_words

namespace {

using namespace house_words;

constexpr OptionSpec kOptions[] = {
    {"WHAT", nullptr, true,
     "add FILE.whl… or FOLDER; list; verify; seal; diff HOUSE, ENVIRONMENT, MANIFEST or ARCHIVE; "
     "prune; export FILE.tar.zst; import FILE.tar.zst (- for standard input); push HOST; install "
     "REQUIREMENT…"},
    {kHouse, "DIR", false, "the wheelhouse; else GB10_WHEELHOUSE, else one of your own"},
    {kTarget, "NAME", false,
     "add: audit for gb10, or for a GPU such as sm_90 on this machine; default: this machine and "
     "its GPU"},
    {kAnyMachine, nullptr, false, "add: also wheels for another processor or C library"},
    {kForce, nullptr, false, "add: also wheels that cannot load on the target"},
    {kReplace, nullptr, false,
     "add, import: another file of the same name takes its place; export: overwrite FILE"},
    {kExpect, "SHA256", false, "verify: the manifest must be the one with this hash"},
    {kBreak, nullptr, false, "seal: open a sealed house"},
    {kKeep, "N", false, "prune: the newest N versions of each package; else 1"},
    {kYes, nullptr, false, "prune: do it; without, only what would go is said"},
    {kEnv, "DIR", true, "install: into this environment; prune: also keep what this one uses"},
    {kPip, nullptr, false, "install: with pip"},
    {kUv, nullptr, false, "install: with uv"},
    {kDryRun, nullptr, false, "install: print the command, run nothing"},
    {"--all", nullptr, false, "list everything"},
};

struct HouseCommand {
  const char* name;
  Result<int> (*run)(const Arguments&, const Io&);
  std::size_t least, most;  // words behind it
  const char* form;
};

constexpr std::size_t kAny = 100'000;
constexpr HouseCommand kCommands[] = {
    {"add", add_wheels, 1, kAny, "add FILE.whl… or FOLDER"},
    {"list", list_wheels, 0, 0, "list"},
    {"verify", verify_house, 0, 0, "verify"},
    {"seal", seal_house, 0, 0, "seal"},
    {"diff", diff_house, 1, 1, "diff HOUSE, ENVIRONMENT, MANIFEST or ARCHIVE"},
    {"prune", prune_house, 0, 0, "prune"},
    {"export", export_house, 1, 1, "export FILE.tar.zst"},
    {"import", import_house, 1, 1, "import FILE.tar.zst"},
    {"push", push_house, 1, 1, "push HOST"},
    {"install", install_wheels, 1, kAny, "install REQUIREMENT…"},
};

/// An option and the commands that it goes with: one that does nothing must not look as if it did.
struct HouseOption {
  const char *option, *with;
};
constexpr HouseOption kGoes[] = {{kTarget, "add"},
                                 {kAnyMachine, "add"},
                                 {kForce, "add"},
                                 {kReplace, "add import export"},
                                 {kExpect, "verify"},
                                 {kBreak, "seal"},
                                 {kKeep, "prune"},
                                 {kYes, "prune"},
                                 {kEnv, "install prune"},
                                 {kPip, "install"},
                                 {kUv, "install"},
                                 {kDryRun, "install"},
                                 {"--all", "add list verify seal diff prune"}};

std::vector<std::string> what_names() {
  std::vector<std::string> out;
  for (const HouseCommand& each : kCommands) out.emplace_back(each.name);
  return out;
}

Result<const HouseCommand*> command_of(const Arguments& arguments) {
  const std::vector<std::string> typed = arguments.values("WHAT");
  const std::string what = typed.empty() ? std::string() : typed.front();
  for (const HouseCommand& each : kCommands) {
    if (what != each.name) continue;
    const std::size_t more = typed.size() - 1;
    if (more >= each.least && more <= each.most) return &each;
    return Error{Error::Kind::invalid,
                 fmt::format("{} takes {}", what, more < each.least ? "more words" : "fewer words"),
                 fmt::format("gb10 wheelhouse {}", each.form)};
  }
  const std::vector<std::string> known = what_names();
  return Error{Error::Kind::invalid,
               what.empty() ? "wheelhouse what?"
                            : fmt::format("wheelhouse has no \"{}\"", printable(what, 40)),
               did_you_mean(what, known, "gb10 wheelhouse " + joined(known, ", "))};
}

Result<int> done(const Arguments& arguments, const Io& io) {
  const HouseCommand* const command = TRY(command_of(arguments));
  for (const auto& [option, with] : kGoes) {
    const std::vector<std::string_view> known = words(with);
    if (arguments.has(option) &&
        std::find(known.begin(), known.end(), command->name) == known.end())
      return Error{Error::Kind::invalid,
                   fmt::format("{} does not go with {}", option, command->name),
                   fmt::format("it goes with: {}", with)};
  }
  return command->run(arguments, io);
}

int run(const Arguments& arguments, const Io& io) {
  const Result<int> code = done(arguments, io);
  return code.ok() ? *code : io.fail(code.error());
}

}  // namespace

CommandSpec wheelhouse_command() {
  return {"wheelhouse",
          "a set of wheels that is proved to run here and is equal there",
          "Keeps wheels by their SHA-256, with a manifest that says of each what it is for, what "
          "the audit said of it and what it wants; a folder of names that pip --find-links reads, "
          "and an index for pip and uv. add reads each wheel and holds it against its RECORD "
          "before it is stored; a wheel for another processor, one that cannot load on the target, "
          "and source code are refused. A sealed house is not changed, and verify says when "
          "somebody did. export makes the same archive of the same house; import reads all of one "
          "before anything is written. install runs pip or uv on the house alone, without a "
          "network. Exit code 1: the answer is no (refused, changed, different, missing); of "
          "install the installer's own.",
          kOptions,
          run,
          what_names};
}

}  // namespace gb10
