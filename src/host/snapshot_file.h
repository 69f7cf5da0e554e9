#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "host/record.h"

namespace gb10 {

struct SaveOptions {
  bool replace = false;  // a file that is there already
};

/// The bytes of a snapshot file.
Result<std::string> snapshot_bytes(const Record& record);

/// Writes a snapshot whole or not at all; an interruption leaves no part of it behind. `conflict`
/// when the file exists and is not to be replaced, `invalid` when it is to be and is no plain file.
Result<void> save_snapshot(const Record& record, const std::string& path,
                           const SaveOptions& options = {});

/// The Record that such bytes hold; see unpacked and record_from for what is refused.
Result<Record> snapshot_from(std::string_view bytes);
Result<Record> open_snapshot(const std::string& path);
/// The same of what an open stream holds; errors call it `called`.
Result<Record> read_snapshot(int stream, const std::string& called);

}  // namespace gb10
