#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "host/record.h"
#include "host/record_json.h"

namespace gb10 {

namespace {

using record_json::lists_from;
using record_json::text_from;
using record_json::whole_from;

Error wrong(std::string_view what) { return {Error::Kind::invalid, std::string(what)}; }

/// The files that answers refer to; each is taken once.
class Data {
 public:
  explicit Data(Members& members) : members_(members) {}

  Result<std::string> take(const Json& json) {
    const std::string name = json.text("member");
    const auto member = members_.find(name);
    if (!name.starts_with("data/") || member == members_.end()) {
      return wrong(fmt::format("it has no file \"{}\"", printable(name, 80)));
    }
    if (!taken_.insert(name).second) return wrong(fmt::format("{} is used twice", name));
    return std::move(member->second);
  }
  std::size_t taken() const { return taken_.size(); }

 private:
  Members& members_;
  std::set<std::string> taken_;
};

template <class T>
Result<void> put(Answers<T>& answers, std::string path, Result<T> answer) {
  const auto [at, fresh] = answers.emplace(std::move(path), std::move(answer));
  if (!fresh) return wrong(fmt::format("two answers for {}", printable(at->first, 200)));
  return {};
}

Result<std::uint64_t> size_from(const Json* json) {
  return whole_from(json).map([](std::int64_t n) { return static_cast<std::uint64_t>(n); });
}

Result<std::vector<DirEntry>> entries_from(const Json& json) {
  const Json* const entries = json.find("entries");
  const Json::Array* const items = entries ? entries->as_array() : nullptr;
  if (!items) return wrong("a directory without entries");
  std::vector<DirEntry> out;
  for (const Json& item : *items) {
    const Json::Array* const pair = item.as_array();
    if (!pair || pair->size() != 2) return wrong("an entry that is no pair");
    const std::string name = TRY(text_from(&(*pair)[0]));
    const FileKind kind = TRY(record_json::kind_from(&(*pair)[1]));
    out.push_back({name, kind});
  }
  return out;
}

Result<FileInfo> info_from(const Json& json) {
  FileInfo out;
  const FileKind kind = TRY(record_json::kind_from(json.find("kind")));
  const std::uint64_t size = TRY(size_from(json.find("size")));
  const std::int64_t mode = TRY(whole_from(json.find("mode")));
  const std::int64_t owner = TRY(whole_from(json.find("owner")));
  const std::int64_t modified = TRY(whole_from(json.find("modified")));
  out = {kind, size, static_cast<unsigned>(mode), static_cast<unsigned>(owner), modified};
  return out;
}

Result<Space> space_from(const Json& json) {
  const std::uint64_t total = TRY(size_from(json.find("total")));
  const std::uint64_t available = TRY(size_from(json.find("available")));
  return Space{total, available};
}

/// Cuts `bytes` into the ranges that `json` names.
Result<void> read_ranges(const Json& json, std::string_view bytes, BlobRecord& blob) {
  const Json* const ranges = json.find("ranges");
  if (!ranges || !ranges->as_array()) return wrong("an opened file without ranges");
  std::uint64_t end = 0;
  for (const Json& item : *ranges->as_array()) {
    const Json::Array* const pair = item.as_array();
    if (!pair || pair->size() != 2) return wrong("a range that is no pair");
    const std::uint64_t offset = TRY(size_from(&(*pair)[0]));
    const std::uint64_t count = TRY(size_from(&(*pair)[1]));
    if (count == 0 || count > bytes.size()) return wrong("ranges and bytes differ");
    const bool apart = blob.ranges.empty() || offset > end;
    if (!apart || offset > blob.size || count > blob.size - offset) {
      return wrong("ranges of an opened file overlap or reach past its end");
    }
    blob.ranges.emplace(offset, bytes.substr(0, count));
    bytes.remove_prefix(count);
    end = offset + count;
  }
  if (!bytes.empty()) return wrong("ranges and bytes differ");
  return {};
}

Result<BlobRecord> blob_from(const Json& json, Data& data) {
  BlobRecord out;
  out.size = TRY(size_from(json.find("size")));
  std::string bytes;
  if (json.find("member")) bytes = TRY(data.take(json));
  TRY(read_ranges(json, bytes, out));
  const Json* const failures = json.find("failures");
  if (!failures) return out;
  if (!failures->as_array()) return wrong("failures that are no list");
  for (const Json& item : *failures->as_array()) {
    const std::uint64_t offset = TRY(size_from(item.find("offset")));
    const Json* const why = item.find("error");
    if (!why) return wrong("a failure without its reason");
    const Error error = TRY(record_json::error_from(*why));
    out.failures.emplace(offset, error);
  }
  return out;
}

/// The answer of a line: the error that stands in it, or what `value` reads from it.
template <class T, class F>
Result<void> put_line(Answers<T>& answers, const Json& json, F value) {
  std::string path = TRY(text_from(json.find("path")));
  if (const Json* const error = json.find("error")) {
    const Error why = TRY(record_json::error_from(*error));
    return put<T>(answers, std::move(path), why);
  }
  T found = TRY(value());
  return put<T>(answers, std::move(path), std::move(found));
}

Result<void> read_answer(const Json& json, Data& data, Record& record) {
  const std::string ask = json.text("ask");
  if (ask == "read") return put_line(record.reads, json, [&] { return data.take(json); });
  if (ask == "open") return put_line(record.blobs, json, [&] { return blob_from(json, data); });
  if (ask == "list") return put_line(record.lists, json, [&] { return entries_from(json); });
  if (ask == "info") return put_line(record.infos, json, [&] { return info_from(json); });
  if (ask == "link") {
    return put_line(record.links, json, [&] { return text_from(json.find("target")); });
  }
  return wrong(fmt::format("an answer of the unknown kind \"{}\"", printable(ask, 40)));
}

Result<Output> output_from(const Json& json) {
  Output out;
  const std::int64_t code = TRY(whole_from(json.find("exit")));
  out.exit = static_cast<int>(code);
  out.out = TRY(text_from(json.find("stdout")));
  if (const Json* const err = json.find("stderr")) out.err = TRY(text_from(err));
  return out;
}

Result<void> read_query(const Json& json, Record& record) {
  const std::vector<std::string> argv = TRY(lists_from(json.find("argv")));
  Result<Output> answer = Error{};
  if (const Json* const error = json.find("error")) {
    const Error why = TRY(record_json::error_from(*error));
    answer = why;
  } else {
    const Output output = TRY(output_from(json));
    answer = output;
  }
  if (!record.queries.emplace(argv, std::move(answer)).second) {
    return wrong(fmt::format("two answers for {}", printable(joined(argv, " "), 200)));
  }
  return {};
}

/// Hands each line of a file of JSON lines to `read`.
template <class F>
Result<void> each_line(const Members& members, std::string_view name, F read) {
  const auto member = members.find(name);
  if (member == members.end()) return wrong(fmt::format("it has no {}", name));
  int number = 0;
  for (const std::string_view line : lines(member->second)) {
    ++number;
    const auto json = parse_json(line);
    const Result<void> done = json.ok() ? read(*json) : Result<void>(json.error());
    if (done.ok()) continue;
    return wrong(fmt::format("{}:{}: {}", name, number, done.error().what));
  }
  return {};
}

Result<Json> document(const Members& members, std::string_view name) {
  const auto member = members.find(name);
  if (member == members.end()) return wrong(fmt::format("it has no {}", name));
  auto json = parse_json(member->second);
  if (!json.ok()) return wrong(fmt::format("{}: {}", name, json.error().what));
  return json;
}

Result<RecordMeta> meta_from(const Members& members) {
  const Json json = TRY(document(members, "snapshot.json"));
  RecordMeta meta;
  const std::int64_t schema = TRY(whole_from(json.find("schema")));
  if (schema > kSnapshotSchema) {
    return Error{Error::Kind::unsupported,
                 fmt::format("the snapshot has schema {}, this program reads up to {}", schema,
                             kSnapshotSchema),
                 "update gb10"};
  }
  if (schema < 1) return wrong(fmt::format("schema {}", schema));
  meta.schema = static_cast<int>(schema);
  const std::int64_t files = TRY(whole_from(json.find("files")));
  if (files != static_cast<std::int64_t>(members.size())) {
    return wrong(fmt::format("it says {} files and has {}", files, members.size()));
  }
  meta.version = TRY(text_from(json.find("version")));
  meta.time = TRY(whole_from(json.find("time")));
  const Json* const redacted = json.find("redacted");
  if (!redacted || !redacted->as_bool()) return wrong("it does not say whether it is redacted");
  meta.redacted = *redacted->as_bool();
  if (json.find("left_out")) meta.left_out = TRY(whole_from(json.find("left_out")));
  return meta;
}

Result<void> read_self(const Members& members, Record& record) {
  const Json json = TRY(document(members, "root/.gb10/self.json"));
  const std::int64_t user = TRY(whole_from(json.find("user")));
  record.user = static_cast<unsigned>(user);
  record.now = TRY(whole_from(json.find("now")));
  const Json* const environment = json.find("environment");
  if (!environment || !environment->as_object()) return wrong("self.json has no environment");
  for (const auto& [name, value] : *environment->as_object()) {
    const std::string text = TRY(text_from(&value));
    record.environment.emplace(name, text);
  }
  const Json* const named = json.find("environments");
  if (named && !named->as_array()) return wrong("self.json has no list of environments");
  for (const Json& path : named ? *named->as_array() : Json::Array()) {
    std::string text = TRY(text_from(&path));
    record.environments.push_back(std::move(text));
  }
  return {};
}

/// Takes every member that is no answer yet: the files below root/. What nothing speaks of is
/// refused, so that an archive cannot carry more than it says.
Result<void> read_tree(Members& members, const Data& data, Record& record) {
  std::size_t referred = 0;
  for (auto& [name, bytes] : members) {
    if (name.starts_with("data/")) {
      ++referred;
    } else if (name.starts_with("root/.gb10/")) {
      static constexpr std::string_view kKnown[] = {"self.json", "space.jsonl", "queries.jsonl",
                                                    "gpu.jsonl"};
      const auto rest = std::string_view(name).substr(std::string_view("root/.gb10/").size());
      if (std::find(std::begin(kKnown), std::end(kKnown), rest) == std::end(kKnown)) {
        return wrong(fmt::format("the unknown file {}", printable(name, 200)));
      }
    } else if (name.starts_with("root/")) {
      TRY(put<std::string>(record.reads, name.substr(4), std::move(bytes)));
    } else if (name != "snapshot.json" && name != "answers.jsonl") {
      return wrong(fmt::format("the unknown file {}", printable(name, 200)));
    }
  }
  if (referred != data.taken()) return wrong("a file that no answer speaks of");
  return {};
}

Result<Record> read_all(Members& members) {
  Record record;
  Data data(members);
  record.meta = TRY(meta_from(members));
  TRY(each_line(members, "answers.jsonl",
                [&](const Json& json) { return read_answer(json, data, record); }));
  TRY(each_line(members, "root/.gb10/queries.jsonl",
                [&](const Json& json) { return read_query(json, record); }));
  TRY(each_line(members, "root/.gb10/space.jsonl", [&](const Json& json) {
    return put_line(record.spaces, json, [&] { return space_from(json); });
  }));
  TRY(read_self(members, record));
  TRY(read_tree(members, data, record));
  const auto gpu = members.find("root/.gb10/gpu.jsonl");
  if (gpu == members.end()) return wrong("it has no gpu.jsonl");
  record.gpu = std::move(gpu->second);
  return record;
}

}  // namespace

Result<Record> record_from(Members members) {
  auto record = read_all(members);
  if (record.ok() || record.error().kind != Error::Kind::invalid) return record;
  return Error{Error::Kind::invalid,
               fmt::format("the snapshot does not fit together: {}", record.error().what)};
}

}  // namespace gb10
