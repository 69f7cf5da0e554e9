#include "model/wheelhouse.h"

#include <algorithm>

#include "model/house_reports.h"

namespace gb10 {

const char* word(HouseDifference::Kind kind) {
  switch (kind) {
    case HouseDifference::Kind::changed:
      return "changed";
    case HouseDifference::Kind::missing:
      return "missing";
    case HouseDifference::Kind::foreign:
      return "foreign";
    case HouseDifference::Kind::unsealed:
      return "unsealed";
    case HouseDifference::Kind::index:
      return "index";
    case HouseDifference::Kind::unread:
      return "unread";
  }
  return "";
}

const char* word(HouseAddRow::State state) {
  switch (state) {
    case HouseAddRow::State::added:
      return "added";
    case HouseAddRow::State::replaced:
      return "replaced";
    case HouseAddRow::State::put_back:
      return "put-back";
    case HouseAddRow::State::already_there:
      return "already-there";
    case HouseAddRow::State::refused:
      return "refused";
  }
  return "";
}

std::int64_t HouseAddition::count(HouseAddRow::State state) const {
  return std::count_if(rows.begin(), rows.end(),
                       [&](const HouseAddRow& row) { return row.state == state; });
}

const char* word(HouseDiffRow::Kind kind) {
  switch (kind) {
    case HouseDiffRow::Kind::only_here:
      return "only-here";
    case HouseDiffRow::Kind::only_there:
      return "only-there";
    case HouseDiffRow::Kind::version:
      return "version";
    case HouseDiffRow::Kind::bytes:
      return "bytes";
  }
  return "";
}

bool HouseDiff::is_equal() const {
  return std::none_of(rows.begin(), rows.end(), [&](const HouseDiffRow& row) {
    return row.kind != HouseDiffRow::Kind::only_here || there_is != "environment";
  });
}

std::uint64_t HousePrune::bytes() const {
  std::uint64_t sum = 0;
  for (const HousePruneRow& row : rows) sum += row.goes ? row.size : 0;
  return sum;
}

Json to_json(const HouseWheel& wheel) {
  Json out = Json::object().set("file", wheel.file).set("sha256", wheel.sha256);
  out.set("size", wheel.size).set("name", wheel.name).set("version", wheel.version);
  out.set("tags", Json::list(wheel.tags));
  if (!wheel.requires_python.empty()) out.set("requires_python", wheel.requires_python);
  out.set("requires_dist", Json::list(wheel.wants));
  if (wheel.replaced) out.set("replaced", true);
  if (!wheel.audit.verdict.empty())
    out.set("audit", Json::object()
                         .set("verdict", wheel.audit.verdict)
                         .set("target", wheel.audit.target)
                         .set("note", wheel.audit.note)
                         .set("gb10", wheel.audit.gb10));
  return out;
}

Json to_json(const HouseLack& lack) {
  Json out = Json::object().set("wheel", lack.wheel).set("requirement", lack.requirement);
  out.set("python", lack.python);
  if (!lack.note.empty()) out.set("note", lack.note);
  return out;
}

Json to_json(const HouseDifference& difference) {
  return std::move(Json::object()
                       .set("kind", word(difference.kind))
                       .set("file", difference.file)
                       .set("what", difference.what));
}

Json to_json(const HouseDiffRow& row) {
  Json out = Json::object().set("kind", word(row.kind)).set("name", row.name);
  if (!row.here.empty()) out.set("here", row.here);
  if (!row.there.empty()) out.set("there", row.there);
  return out;
}

Json to_json(const HousePruneRow& row) {
  return std::move(Json::object()
                       .set("file", row.file)
                       .set("sha256", row.sha256)
                       .set("size", row.size)
                       .set("goes", row.goes)
                       .set("why", row.why));
}

namespace {

template <class T>
Json list_of(const std::vector<T>& items) {
  Json out = Json::array();
  for (const T& item : items) out.push(to_json(item));
  return out;
}

}  // namespace

Json to_json(const HouseManifest& manifest) {
  Json out = Json::object().set("schema", 1).set("machine", manifest.machine);
  return std::move(
      out.set("wheels", list_of(manifest.wheels)).set("missing", list_of(manifest.lacks)));
}

Json to_json(const HouseAddition& addition) {
  Json rows = Json::array();
  for (const HouseAddRow& row : addition.rows)
    rows.push(Json::object()
                  .set("state", word(row.state))
                  .set("file", row.file)
                  .set("sha256", row.sha256)
                  .set("what", row.what));
  Json out = Json::object().set("schema", 1).set("house", addition.house);
  out.set("target", addition.target).set("files", std::move(rows));
  out.set("wheels", addition.wheels).set("bytes", addition.bytes);
  return std::move(out.set("missing", list_of(addition.lacks)));
}

Json to_json(const HouseListing& listing) {
  Json out = to_json(listing.manifest);
  out.set("house", listing.house).set("manifest", listing.digest);
  return std::move(out.set("seal", listing.seal.empty() ? Json() : Json(listing.seal)));
}

Json to_json(const HouseCheck& check) {
  Json out = Json::object().set("schema", 1).set("house", check.house).set("good", check.is_good());
  out.set("wheels", check.wheels).set("bytes", check.bytes).set("manifest", check.digest);
  out.set("seal", check.seal.empty() ? Json() : Json(check.seal));
  out.set("interrupted_change_cleared", check.settled);
  out.set("differences", list_of(check.differences));
  return std::move(out.set("missing", list_of(check.lacks)));
}

Json to_json(const HouseDiff& diff) {
  Json out = Json::object().set("schema", 1).set("here", diff.here).set("there", diff.there);
  out.set("there_is", diff.there_is).set("equal", diff.is_equal()).set("same", diff.same);
  return std::move(out.set("rows", list_of(diff.rows)).set("notes", Json::list(diff.notes)));
}

Json to_json(const HousePrune& prune) {
  Json out = Json::object().set("schema", 1).set("house", prune.house).set("done", prune.done);
  out.set("bytes", prune.bytes()).set("wheels", list_of(prune.rows));
  out.set("environments", Json::list(prune.environments));
  return std::move(out.set("not_searched", Json::list(prune.not_searched)));
}

}  // namespace gb10
