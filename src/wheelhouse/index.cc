// The index of PEP 503, as pip and uv read it from a folder.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "wheelhouse/files.h"
#include "wheelhouse/house.h"

namespace gb10 {

namespace {

constexpr std::string_view kHead =
    "<!DOCTYPE html>\n<html>\n  <head>\n"
    "    <meta name=\"pypi:repository-version\" content=\"1.0\">\n";

std::string in_html(std::string_view text) {
  std::string out = replaced(text, "&", "&amp;");
  out = replaced(out, "<", "&lt;");
  out = replaced(out, ">", "&gt;");
  return replaced(out, "\"", "&quot;");
}

std::string page(std::string_view title, const std::string& body) {
  return fmt::format("{}    <title>{}</title>\n  </head>\n  <body>\n{}  </body>\n</html>\n", kHead,
                     in_html(title), body);
}

std::string link_of(const HouseWheel& wheel) {
  // "+" stands for a blank where addresses are read loosely.
  const std::string address = replaced(wheel.file, "+", "%2B");
  const std::string python =
      wheel.requires_python.empty()
          ? std::string()
          : fmt::format(" data-requires-python=\"{}\"", in_html(wheel.requires_python));
  return fmt::format("    <a href=\"../../wheels/{}#sha256={}\"{}>{}</a><br>\n", address,
                     wheel.sha256, python, in_html(wheel.file));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> index_pages(const HouseManifest& manifest) {
  std::map<std::string, std::string> projects;
  for (const HouseWheel& wheel : manifest.wheels) {
    if (!wheel.replaced) projects[wheel.name] += link_of(wheel);
  }
  std::string all;
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [name, links] : projects) {
    all += fmt::format("    <a href=\"{0}/\">{0}</a><br>\n", name);
    out.emplace_back(name + "/index.html", page("Links for " + name, links));
  }
  out.emplace_back("index.html", page("Wheelhouse", all));
  return out;
}

Result<void> write_index(const std::string& path, const HouseManifest& manifest) {
  namespace files = house_files;
  const std::string fresh = fmt::format("{}/simple.new", path);
  TRY(files::remove_tree(fresh));
  TRY(files::make_folder(fresh));
  for (const auto& [name, text] : index_pages(manifest)) {
    const std::string file = fmt::format("{}/{}", fresh, name);
    TRY(files::make_folder(file.substr(0, file.rfind('/'))));
    TRY(files::write_whole(file, text));
  }
  TRY(files::sync_folder(fresh));
  return files::exchange_folder(fresh, fmt::format("{}/{}", path, house_names::kSimple));
}

}  // namespace gb10
