// list, verify and seal.

#include <fmt/format.h>

#include "base/text.h"
#include "cli/wheelhouse_parts.h"
#include "report/wheelhouse.h"
#include "wheelhouse/verify.h"

namespace gb10::house_words {

namespace {

struct LookedAt {
  HouseState state;
  HouseCheck check;
};

Result<LookedAt> looked_at(const HouseState& state, const std::string& path) {
  LookedAt out{state, {}};
  out.check = TRY(verified(path, state));
  return out;
}

Result<HouseCheck> check_of(const std::string& path, const Io& io) {
  const HouseToRead house = TRY(house_to_read(path, io));
  LookedAt out = TRY(looked_at(house.state, path));
  out.check.settled = house.held && house.held->settled();
  return std::move(out.check);
}

void print(const HouseCheck& check, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(to_json(check), 2) + "\n");
  else
    print_text(text(check, dress_of(arguments, io)), arguments, io);
}

}  // namespace

Result<int> list_wheels(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  HouseState state = TRY(read_house(path));
  const HouseListing listing{path, state.seal, manifest_digest(state.text),
                             std::move(state.manifest)};
  if (arguments.has("--json"))
    io.print(to_text(to_json(listing), 2) + "\n");
  else
    print_text(text(listing, dress_of(arguments, io)), arguments, io);
  return int{kFine};
}

Result<int> verify_house(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  const std::string expected = lower(arguments.value(kExpect));
  if (arguments.has(kExpect) && !is_sha256(expected))
    return Error{Error::Kind::invalid, "--expect takes a SHA-256 of 64 digits",
                 "seal and verify print it"};
  HouseCheck check = TRY(check_of(path, io));
  if (arguments.has(kExpect) && expected != check.digest)
    check.differences.push_back({HouseDifference::Kind::unsealed,
                                 std::string(house_names::kManifest),
                                 "is not the one that --expect names"});
  print(check, arguments, io);
  return check.is_good() ? int{kFine} : int{kAnswerIsNo};
}

Result<int> seal_house(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  HeldHouse house = TRY(HeldHouse::take(path, how_to_take(io, false)));
  if (arguments.has(kBreak)) {
    if (house.state().seal.empty())
      return Error{Error::Kind::invalid, fmt::format("{} is not sealed", printable(path, 300))};
    const std::string was = house.state().seal;
    TRY(house.break_seal());
    if (arguments.has("--json"))
      io.print(to_text(Json::object()
                           .set("schema", 1)
                           .set("house", path)
                           .set("seal", Json())
                           .set("was", was),
                       2) +
               "\n");
    else
      print_text(fmt::format("the seal is broken: {} may be changed\n  it was          {}\n",
                             printable(path, 300), was),
                 arguments, io);
    return int{kFine};
  }
  const LookedAt looked = TRY(looked_at(house.state(), path));
  HouseCheck check = looked.check;
  if (check.is_good() && house.state().seal.empty()) {
    TRY(house.seal());
    check.seal = house.state().seal;
  }
  print(check, arguments, io);
  return check.is_good() ? int{kFine} : int{kAnswerIsNo};
}

}  // namespace gb10::house_words
