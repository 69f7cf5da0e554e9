#include <fmt/format.h>

#include "base/embedded.h"
#include "base/text.h"
#include "cli/env_check.h"
#include "cli/machine.h"
#include "cli/new_file.h"
#include "facts/paths.h"

namespace gb10 {

namespace {

constexpr std::string_view kName = "10-gb10.py";

Error invalid(std::string what, std::string hint) {
  return {Error::Kind::invalid, std::move(what), std::move(hint)};
}

Result<std::string_view> startup_text() {
  const std::optional<std::string_view> text = embedded_asset("ipython-startup");
  if (text) return *text;
  return Error{Error::Kind::unsupported, "this program was built without the start-up file", ""};
}

/// Where IPython reads start-up files: below IPYTHONDIR, else below the home. A Jupyter kernel for
/// Python is an IPython, and reads the same; ~/.jupyter/startup.py is read by nothing.
Result<std::string> startup_folder(const Io& io) {
  for (const auto& [name, below] : {std::pair("IPYTHONDIR", ""), std::pair("HOME", "/.ipython")}) {
    const auto found = io.environment.find(name);
    if (found == io.environment.end() || found->second.empty()) continue;
    if (!found->second.starts_with('/'))
      return invalid(fmt::format("{} is no absolute path", name), "set it to one, or unset it");
    return paths::plain(found->second + below + "/profile_default/startup");
  }
  return Error{Error::Kind::unsupported, "there is no home: HOME is not set", "set HOME"};
}

int tell(const std::string& path, std::string_view what, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(Json::object().set("file", path).set("what", what), 2) + "\n");
  else
    io.print(fmt::format("{}: {}\n", printable(path, 4000), what));
  return kFine;
}

Error others(const std::string& path) {
  return {Error::Kind::conflict, fmt::format("{} is not as gb10 writes it", printable(path)),
          "it is left as it is; look at it, and move it away yourself"};
}

Result<int> write_startup(const std::string& path, std::string_view text,
                          const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  const Result<std::string> there = host->read(path);
  if (there.ok() && *there == text) return tell(path, "there already", arguments, io);
  if (there.ok() || host->link(path).ok()) return others(path);
  if (there.error().kind != Error::Kind::not_found) return there.error();
  TRY(host->make_directory(paths::parent(path)));
  TRY(write_new(path, text));
  return tell(path, "written; every IPython and Jupyter kernel of yours runs it", arguments, io);
}

Result<int> remove_startup(const std::string& path, std::string_view text,
                           const Arguments& arguments, const Io& io) {
  const std::unique_ptr<Host> host = this_host(io);
  if (host->link(path).ok()) return others(path);
  const Result<std::string> there = host->read(path);
  if (!there.ok() && there.error().kind == Error::Kind::not_found)
    return tell(path, "not there", arguments, io);
  if (!there.ok()) return there.error();
  // Byte for byte ours, or it holds something of somebody else.
  if (*there != text) return others(path);
  TRY(host->remove(path));
  return tell(path, "removed", arguments, io);
}

}  // namespace

Result<int> env_startup(const Arguments& arguments, const Io& io) {
  if (arguments.values("PROFILE").size() > 1)
    return invalid("startup takes no more words", "gb10 env startup --write");
  if (arguments.has("--write") && arguments.has("--remove"))
    return invalid("--write and --remove exclude each other", "name one of them");
  if (arguments.has("--root") || arguments.has("--snapshot"))
    return invalid("startup is for this machine", "leave out --root and --snapshot");
  const std::string_view text = TRY(startup_text());
  const std::string folder = TRY(startup_folder(io));
  const std::string path = fmt::format("{}/{}", folder, kName);
  if (arguments.has("--write")) return write_startup(path, text, arguments, io);
  if (arguments.has("--remove")) return remove_startup(path, text, arguments, io);
  if (arguments.has("--json"))
    io.print(to_text(Json::object().set("file", path).set("text", text), 2) + "\n");
  else
    io.print(text);
  io.say(fmt::format("gb10: printed only; --write puts it into {}\n", printable(path, 4000)));
  return int{kFine};
}

}  // namespace gb10
