#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "host/host.h"

namespace gb10 {

/// The version of the form in which a Record is written. A newer one cannot be read.
constexpr int kSnapshotSchema = 1;

/// Of a file that was opened: the parts that were read.
struct BlobRecord {
  std::uint64_t size = 0;
  std::map<std::uint64_t, std::string> ranges;  // by offset; they neither overlap nor touch
  std::map<std::uint64_t, Error> failures;      // by the offset that was asked for

  /// Adds what was read at `offset`; of bytes that are known already the first answer stays. Says
  /// how many bytes are new.
  std::size_t add(std::uint64_t offset, std::string_view bytes);

  friend bool operator==(const BlobRecord&, const BlobRecord&) = default;
};

/// The answers to one kind of question, by path.
template <class T>
using Answers = std::map<std::string, Result<T>, std::less<>>;

struct RecordMeta {
  int schema = kSnapshotSchema;
  std::string version;    // of the program that recorded
  std::int64_t time = 0;  // seconds since 1970
  bool redacted = false;
  std::int64_t left_out = 0;  // answers that did not fit
  friend bool operator==(const RecordMeta&, const RecordMeta&) = default;
};

/// Everything that was asked of a machine and what it answered, as a plain value.
struct Record {
  RecordMeta meta;
  Answers<std::string> reads;
  Answers<BlobRecord> blobs;
  Answers<std::vector<DirEntry>> lists;
  Answers<FileInfo> infos;
  Answers<std::string> links;
  Answers<Space> spaces;
  std::map<std::vector<std::string>, Result<Output>> queries;  // by argv
  unsigned user = 0;                                           // the effective one
  std::map<std::string, std::string, std::less<>> environment;
  std::int64_t now = 0;
  std::vector<std::string> environments;  // Python environments that were named with --env
  std::string gpu;                        // JSON lines of the GPU door, for its own reader
  /// Files that say whose machine this is, by path: for redaction alone, never written.
  std::map<std::string, std::string, std::less<>> identities;

  friend bool operator==(const Record&, const Record&) = default;
};

/// The files of an archive, by name.
using Members = std::map<std::string, std::string, std::less<>>;

/// A Record as files that a person can look through: "snapshot.json" says what this is,
/// "root/proc/meminfo" is the file that was read, "root/.gb10/queries.jsonl" are the programs'
/// answers, "answers.jsonl" is the rest. Unpacked, "root" serves as a tree for --root.
Members members_of(const Record& record);

/// The way back. `unsupported` for a newer schema, `invalid` for anything that does not fit
/// together.
Result<Record> record_from(Members members);

}  // namespace gb10
