// export, import and push.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/run_store.h"
#include "cli/wheelhouse_parts.h"
#include "host/failure.h"
#include "host/foreground.h"
#include "host/held_file.h"
#include "model/quantity.h"
#include "wheelhouse/export.h"
#include "wheelhouse/files.h"
#include "wheelhouse/read_wheel.h"
#include "wheelhouse/verify.h"
#include "wheelhouse/write_behind.h"

namespace gb10::house_words {

namespace {

namespace files = house_files;

/// A house to be sent, and where it lies.
struct SentHouse {
  const std::string& path;
  const HouseState& state;
};

Result<void> export_to(const SentHouse& house, int file, const std::string& name) {
  WriteBehind out(file, name);
  TRY(write_archive(house.path, house.state,
                    [&](std::span<const std::byte> bytes) { return out.add(bytes); }));
  return out.finish();
}

/// A file that is there whole or not at all.
Result<void> export_to_file(const SentHouse& house, const std::string& path, bool replace) {
  if (!replace && files::is_there(path))
    return Error{Error::Kind::conflict, fmt::format("{} exists already", printable(path, 300)),
                 "name another file, or add --replace"};
  const std::string part = fmt::format("{}.part-{}", path, ::getpid());
  TRY(files::remove(part));
  const Descriptor file = TRY(files::new_file(part));
  Result<void> done = export_to(house, file.get(), path);
  if (done.ok()) done = files::sync(file, path);
  if (done.ok()) done = files::move(part, path);
  if (!done.ok()) static_cast<void>(::unlink(part.c_str()));
  return done;
}

Result<std::unique_ptr<Blob>> blob_of(Descriptor file, const std::string& path) {
  const std::uint64_t size = TRY(files::size_of(file, path));
  return std::unique_ptr<Blob>(std::make_unique<HeldFile>(std::move(file), size, path));
}

/// Standard input can be read once only: it waits in a file that has no name.
Result<std::unique_ptr<Blob>> spooled(const std::string& house) {
  std::string folder = house;
  while (folder.size() > 1 && !files::is_there(folder))
    folder = folder.substr(0, folder.rfind('/'));
  if (folder.empty()) folder = "/";
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file) {
    std::string name = fmt::format("{}/.gb10-import-XXXXXX", folder);
    file = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
    if (!file)
      return touch_failure(errno, fmt::format("cannot write in {}", printable(folder, 300)));
    static_cast<void>(::unlink(name.c_str()));
  }
  std::vector<std::byte> room(1U << 20U);
  for (;;) {
    const std::size_t got = TRY(files::read_some(STDIN_FILENO, room, "standard input"));
    if (got == 0) return blob_of(std::move(file), "standard input");
    TRY(files::write_all(file.get(), std::span<const std::byte>(room).first(got), folder));
  }
}

Result<std::unique_ptr<Blob>> archive_of(const std::string& word, const std::string& house) {
  if (word == "-") return spooled(house);
  const std::string path = whole_path(word);
  Descriptor file = TRY(files::open_plain(path, true));
  return blob_of(std::move(file), path);
}

/// What the archive's manifest says of a wheel must be what the wheel says.
Result<void> check_unpacked(const HouseState& state, const std::string& folder) {
  for (const HouseWheel& wheel : state.manifest.wheels) {
    const std::string path = fmt::format("{}/sha256-{}", folder, wheel.sha256);
    Descriptor file = TRY(files::open_plain(path));
    const std::unique_ptr<Blob> blob = TRY(blob_of(std::move(file), path));
    const Result<HouseWheel> found = read_wheel(*blob, wheel.file, true);
    const bool alike = found.ok() && found->version == wheel.version &&
                       found->wants == wheel.wants &&
                       found->requires_python == wheel.requires_python;
    if (!alike)
      return Error{Error::Kind::invalid,
                   fmt::format("the archive is refused: {} {}", wheel.file,
                               found.ok() ? "is not what the manifest says of it"
                                          : "is damaged: " + found.error().what),
                   "nothing was written; export it again where it came from"};
  }
  return {};
}

Result<HouseMerge> imported(const Blob& blob, const ArchivedHouse& archived, HeldHouse& house,
                            bool replace) {
  TRY(house.begin());
  const std::string folder = TRY(house.staging());
  TRY(unpack_archive(blob, archived.state, folder));
  TRY(check_unpacked(archived.state, folder));
  return merge_house(house, archived.state, folder, replace);
}

void tell_import(const HeldHouse& house, const HouseMerge& merge, const Arguments& arguments,
                 const Io& io) {
  if (arguments.has("--json")) {
    io.print(to_text(Json::object()
                         .set("schema", 1)
                         .set("house", house.path())
                         .set("added", merge.added)
                         .set("there_already", merge.same)
                         .set("replaced", merge.replaced)
                         .set("manifest", manifest_digest(house.state().text))
                         .set("seal", house.state().seal),
                     2) +
             "\n");
    return;
  }
  const std::string what = merge.added == 0 ? "nothing to import: all of it is here\n"
                                            : counted(merge.added, "wheel") + " imported\n";
  const std::string there =
      merge.same > 0 ? fmt::format("  there already   {}\n", counted(merge.same, "wheel")) : "";
  const std::string seal = house.state().seal.empty() ? "open" : "sealed, as where it came from";
  print_text(
      fmt::format("{}  house           {}\n{}  state           {}\n  manifest        {}\n", what,
                  printable(house.path(), 300), there, seal, manifest_digest(house.state().text)),
      arguments, io);
}

}  // namespace

Result<int> export_house(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  const std::string word = behind(arguments).front();
  const HouseToRead read = TRY(house_to_read(path, io));
  const SentHouse house{path, read.state};
  if (word == "-") {
    TRY(export_to(house, STDOUT_FILENO, "standard output"));
    return int{kFine};
  }
  const std::string file = whole_path(word);
  TRY(export_to_file(house, file, arguments.has(kReplace)));
  const Descriptor written = TRY(files::open_plain(file));
  const std::uint64_t size = TRY(files::size_of(written, file));
  const auto many = static_cast<std::int64_t>(house.state.manifest.wheels.size());
  if (arguments.has("--json")) {
    io.print(to_text(Json::object()
                         .set("schema", 1)
                         .set("file", file)
                         .set("wheels", many)
                         .set("bytes", size)
                         .set("manifest", manifest_digest(house.state.text)),
                     2) +
             "\n");
    return int{kFine};
  }
  print_text(
      fmt::format("{} in {}, {}\n  manifest        {}\n  there           "
                  "gb10 wheelhouse import {}\n",
                  counted(many, "wheel"), printable(file, 300),
                  to_text(bytes(static_cast<double>(size))), manifest_digest(house.state.text),
                  printable(shell_quoted(file.substr(file.rfind('/') + 1)), 300)),
      arguments, io);
  return int{kFine};
}

Result<int> import_house(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  const std::unique_ptr<Blob> blob = TRY(archive_of(behind(arguments).front(), path));
  const ArchivedHouse archived = TRY(check_archive(*blob));
  HeldHouse house = TRY(HeldHouse::take(path, how_to_take(io, true)));
  HouseMerge merge;
  // The same manifest: what was changed or lost of its files is put back.
  const bool is_equal = house.state().text == archived.state.text;
  const bool is_here = is_equal && TRY(verified(path, house.state())).is_good();
  if (is_here)
    merge.same = static_cast<std::int64_t>(archived.state.manifest.wheels.size());
  else
    merge = TRY(imported(*blob, archived, house, arguments.has(kReplace)));
  tell_import(house, merge, arguments, io);
  return int{kFine};
}

namespace {

/// What ssh may be given as a host: nothing that it would take for an option, and no blanks.
Result<void> check_host(const std::string& host) {
  const bool plain = std::all_of(host.begin(), host.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("._-@:[]%").find(c) != std::string_view::npos;
  });
  if (plain && !host.empty() && !host.starts_with('-')) return {};
  return Error{Error::Kind::invalid,
               fmt::format("\"{}\" is no name of a host", printable(host, 100)),
               "as ssh takes it: spark-2, or user@spark-2"};
}

}  // namespace

Result<int> push_house(const Arguments& arguments, const Io& io) {
  const std::string path = TRY(house_path(arguments, io));
  const std::string host = behind(arguments).front();
  TRY(check_host(host));
  const HouseToRead read = TRY(house_to_read(path, io));
  const SentHouse house{path, read.state};
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return touch_failure(errno, "cannot make a pipe");
  Descriptor out(ends[0]), in(ends[1]);
  TakenSignals signals = TRY(TakenSignals::take(Foreground::signals()));
  Foreground ssh = TRY(Foreground::start({"ssh", "--", host, "gb10", "wheelhouse", "import", "-"},
                                         io.environment, signals, {.in = out.get()}));
  out.close();
  Result<void> written;
  int code = 0;
  {
    // The archive is written beside the watch over ssh, so that Ctrl-C ends both.
    const std::jthread writer([&] {
      written = export_to(house, in.get(), host);
      in.close();
    });
    code = waited_for(ssh, signals);
  }
  // A wheel that is not as the manifest says is why the other side refuses what it got.
  if (!written.ok() && written.error().kind == Error::Kind::conflict) return written.error();
  if (code != 0) return code;
  TRY(written);
  io.say(fmt::format("pushed to {}\n", printable(host, 100)));
  return int{kFine};
}

}  // namespace gb10::house_words
