#include "host/record.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "host/record_json.h"

namespace gb10 {

namespace {

using record_json::error;
using record_json::text;

/// True for a path that can stand below "root/" in an archive as it is: plain characters, and
/// nothing that a program that unpacks would have to resolve.
bool can_be_member(std::string_view path) {
  if (!path.starts_with('/') || path.size() > 1000 || path.starts_with("/.gb10")) return false;
  const auto plain = [](char c) { return c > ' ' && c < 0x7f && c != '\\'; };
  if (!std::all_of(path.begin(), path.end(), plain)) return false;
  const auto parts = split(path.substr(1), '/');
  return std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    return !part.empty() && part != "." && part != ".." && part.size() <= 200;
  });
}

/// The files being made, with the lines of answers.jsonl.
class Writer {
 public:
  void line(const Json& json) { answers_ += to_text(json) + '\n'; }
  /// Keeps `bytes` as a file of its own; its name.
  std::string keep(std::string bytes) {
    std::string name = fmt::format("data/{}", count_++);
    members_.emplace(name, std::move(bytes));
    return name;
  }
  void file(std::string name, std::string bytes) {
    members_.insert_or_assign(std::move(name), std::move(bytes));
  }
  Members finished() && {
    members_.emplace("answers.jsonl", std::move(answers_));
    return std::move(members_);
  }

 private:
  Members members_;
  std::string answers_;
  int count_ = 0;
};

Json question(const char* ask, std::string_view path) {
  Json out;
  out.set("ask", ask).set("path", text(path));
  return out;
}

/// Writes each answer: an error as such, a value as `members` sets it.
template <class T, class F>
void write_all(Writer& writer, const char* ask, const Answers<T>& answers, F members) {
  for (const auto& [path, answer] : answers) {
    Json json = question(ask, path);
    if (answer.ok()) {
      members(json, *answer);
    } else {
      json.set("error", error(answer.error()));
    }
    writer.line(json);
  }
}

void write_reads(Writer& writer, const Answers<std::string>& reads) {
  for (const auto& [path, answer] : reads) {
    if (answer.ok() && can_be_member(path)) {
      writer.file("root" + path, *answer);
      continue;
    }
    Json json = question("read", path);
    if (answer.ok()) {
      json.set("member", writer.keep(*answer));
    } else {
      json.set("error", error(answer.error()));
    }
    writer.line(json);
  }
}

void write_blob(Writer& writer, Json& json, const BlobRecord& blob) {
  Json ranges = Json::array(), failures = Json::array();
  std::string bytes;
  for (const auto& [offset, part] : blob.ranges) {
    ranges.push(Json::array().push(offset).push(static_cast<std::int64_t>(part.size())));
    bytes += part;
  }
  for (const auto& [offset, why] : blob.failures) {
    failures.push(Json::object().set("offset", offset).set("error", error(why)));
  }
  json.set("size", blob.size).set("ranges", ranges);
  if (!blob.failures.empty()) json.set("failures", failures);
  if (!bytes.empty()) json.set("member", writer.keep(std::move(bytes)));
}

void write_lists(Writer& writer, const Answers<std::vector<DirEntry>>& lists) {
  write_all(writer, "list", lists, [](Json& json, const std::vector<DirEntry>& entries) {
    Json names = Json::array();
    for (const DirEntry& entry : entries) {
      names.push(Json::array().push(text(entry.name)).push(record_json::word(entry.kind)));
    }
    json.set("entries", names);
  });
}

void write_rest(Writer& writer, const Record& record) {
  write_all(writer, "open", record.blobs,
            [&](Json& json, const BlobRecord& blob) { write_blob(writer, json, blob); });
  write_lists(writer, record.lists);
  write_all(writer, "info", record.infos, [](Json& json, const FileInfo& info) {
    json.set("kind", record_json::word(info.kind)).set("size", info.size);
    json.set("mode", std::int64_t{info.mode}).set("owner", std::int64_t{info.owner});
    json.set("modified", info.modified);
  });
  write_all(writer, "link", record.links,
            [](Json& json, const std::string& target) { json.set("target", text(target)); });
}

std::string spaces_text(const Answers<Space>& spaces) {
  std::string out;
  for (const auto& [path, answer] : spaces) {
    Json json = Json::object().set("path", text(path));
    if (answer.ok()) {
      json.set("total", answer->total).set("available", answer->available);
    } else {
      json.set("error", error(answer.error()));
    }
    out += to_text(json) + '\n';
  }
  return out;
}

std::string queries_text(const Record& record) {
  std::string out;
  for (const auto& [argv, answer] : record.queries) {
    Json json = Json::object().set("argv", record_json::lists(argv));
    if (answer.ok()) {
      json.set("exit", answer->exit).set("stdout", text(answer->out));
      if (!answer->err.empty()) json.set("stderr", text(answer->err));
    } else {
      json.set("error", error(answer.error()));
    }
    out += to_text(json) + '\n';
  }
  return out;
}

std::string self_text(const Record& record) {
  Json environment = Json::object();
  for (const auto& [name, value] : record.environment) environment.append(name, text(value));
  Json json;
  json.set("user", std::int64_t{record.user}).set("environment", environment);
  json.set("now", record.now);
  if (!record.environments.empty()) {
    Json named = Json::array();
    for (const std::string& path : record.environments) named.push(text(path));
    json.set("environments", std::move(named));
  }
  return to_text(json) + '\n';
}

/// With the number of `files`, so that an archive that was cut off between two of them is found
/// out.
std::string meta_text(const RecordMeta& meta, std::size_t files) {
  Json json;
  json.set("what", "answers of a machine, recorded by gb10 snapshot").set("schema", meta.schema);
  json.set("version", text(meta.version)).set("time", meta.time).set("redacted", meta.redacted);
  json.set("left_out", meta.left_out).set("files", static_cast<std::int64_t>(files));
  return to_text(json) + '\n';
}

}  // namespace

std::size_t BlobRecord::add(std::uint64_t offset, std::string_view bytes) {
  if (bytes.empty()) return 0;
  const std::uint64_t end = offset + bytes.size();
  auto first = ranges.upper_bound(offset);
  if (first != ranges.begin()) {
    const auto before = std::prev(first);
    if (before->first + before->second.size() >= offset) first = before;
  }
  std::string merged(bytes);
  std::uint64_t begin = offset;
  std::size_t known = 0;
  while (first != ranges.end() && first->first <= end) {
    const auto& [at, part] = *first;
    known += part.size();
    if (at < begin) {
      merged.insert(0, part, 0, static_cast<std::size_t>(begin - at));
      begin = at;
    }
    const auto place = static_cast<std::size_t>(at - begin);
    merged.replace(place, std::min(part.size(), merged.size() - place), part);
    first = ranges.erase(first);
  }
  const std::size_t fresh = merged.size() - known;
  ranges.emplace(begin, std::move(merged));
  return fresh;
}

Members members_of(const Record& record) {
  Writer writer;
  write_reads(writer, record.reads);
  write_rest(writer, record);
  writer.file("root/.gb10/self.json", self_text(record));
  writer.file("root/.gb10/space.jsonl", spaces_text(record.spaces));
  writer.file("root/.gb10/queries.jsonl", queries_text(record));
  writer.file("root/.gb10/gpu.jsonl", record.gpu);
  Members members = std::move(writer).finished();
  members.emplace("snapshot.json", meta_text(record.meta, members.size() + 1));
  return members;
}

}  // namespace gb10
