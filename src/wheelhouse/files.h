#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/descriptor.h"

/// Files of a house: each is written beside its place, synced, and moved there whole.
namespace gb10::house_files {

/// What a file holds.
struct Sum {
  std::uint64_t size = 0;
  std::string sha256;
};

/// A plain file, opened to be read; links at its end are not followed unless `follow` says so.
/// Error `invalid` for what is none.
Result<Descriptor> open_plain(const std::string& path, bool follow = false);
Result<std::uint64_t> size_of(const Descriptor& file, const std::string& path);

/// Some of the bytes at the place where reading stands; 0 at the end.
Result<std::size_t> read_some(int file, std::span<std::byte> into, const std::string& path);
Result<void> write_all(int file, std::span<const std::byte> bytes, const std::string& path);

Result<Sum> sum_of(const std::string& path);
/// A text of at most `most` bytes.
Result<std::string> text_of(const std::string& path, std::uint64_t most);

/// Copies a plain file to a new one, which is synced, and sums it on the way.
Result<Sum> copied(const std::string& from, const std::string& to);

/// Writes a file whole or not at all.
Result<void> write_whole(const std::string& path, std::string_view text);
/// Has the folder's names outlive a loss of power.
Result<void> sync_folder(const std::string& folder);
/// With those above it; one that is there is left as it is.
Result<void> make_folder(const std::string& folder);
/// A new, empty file, to be written.
Result<Descriptor> new_file(const std::string& path);

Result<void> sync(const Descriptor& file, const std::string& path);

/// Moves a file within a file system, over what is there.
Result<void> move(const std::string& from, const std::string& to);
/// Gives `file` a second name, in one step over what has it. A copy where the file system has no
/// such links.
Result<void> name_also(const std::string& file, const std::string& name);
/// Whether both names are of one file. False where one is not there.
bool are_one(const std::string& a, const std::string& b);

/// Removes a file; one that is not there is fine.
Result<void> remove(const std::string& path);
/// Removes a folder and all in it, following no link.
Result<void> remove_tree(const std::string& path);
/// Puts the folder `fresh` in the place of `old`, in one step where the file system can.
Result<void> exchange_folder(const std::string& fresh, const std::string& old);

/// Sorted names of a folder; none where it is not there.
Result<std::vector<std::string>> names_in(const std::string& folder);
bool is_there(const std::string& path);

}  // namespace gb10::house_files
