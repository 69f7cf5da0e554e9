#include "report/residue.h"

#include <fmt/format.h>

#include "base/text.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string size_of(std::int64_t count) { return to_text(bytes(static_cast<double>(count))); }

std::string headline(const ImageResidue& residue) {
  std::string out = fmt::format("a smaller image would save up to {} of {}",
                                size_of(residue.spared()), size_of(residue.stored));
  if (residue.spared() == 0) out = fmt::format("nothing to save in {}", size_of(residue.stored));
  if (residue.has_secrets()) out += "; names of secrets are in it";
  return out;
}

Rows group_rows(const ImageResidue& residue) {
  Rows out;
  for (const ResidueGroup& each : residue.groups) {
    out.push_back({fmt::format("  {}", size_of(each.bytes)),
                   fmt::format("{}: {}", each.title, counted(each.files, "file"))});
    for (const std::string& path : each.examples) out.push_back({"", printable(path, 300)});
    out.push_back({"", "do  " + each.remedy});
  }
  return out;
}

Rows layer_rows(const ImageResidue& residue, bool all) {
  Rows out;
  for (std::size_t i = 0; i < residue.layers.size(); ++i) {
    const ResidueLayer& each = residue.layers[i];
    if (each.covered == 0 && !all) continue;
    std::string words =
        fmt::format("layer {}: {} in {}", i + 1, size_of(each.bytes), counted(each.files, "file"));
    if (each.covered > 0)
      words +=
          fmt::format(", {} of it replaced or removed by a later layer", size_of(each.covered));
    if (!each.made_by.empty()) words += "; " + printable(each.made_by, 120);
    out.push_back({"  layer", words});
  }
  return out;
}

Rows other_rows(const ImageResidue& residue) {
  Rows out;
  for (const std::string& each : residue.secret_names)
    out.push_back({"  secret", fmt::format("the image's variable {} has a value, which everybody "
                                           "with the image can read",
                                           printable(each, 100))});
  for (const std::string& each : residue.covered_secrets)
    out.push_back({"  secret", fmt::format("{} was taken away later, and still lies in its layer",
                                           printable(each, 300))});
  for (const std::string& each : residue.problems)
    out.push_back({"  not read", printable(each, 400)});
  return out;
}

}  // namespace

std::string text(const ImageResidue& residue, const Dress& dress) {
  std::string out = headline(residue) + "\n";
  const std::string name = residue.image.empty() ? "the image" : printable(residue.image, 200);
  out += fmt::format("  {}, {}, {}: {} in {}\n", name, residue.platform,
                     counted(static_cast<std::int64_t>(residue.layers.size()), "layer"),
                     size_of(residue.bytes), counted(residue.files, "file"));
  for (const Rows& rows :
       {group_rows(residue), layer_rows(residue, dress.all), other_rows(residue)}) {
    if (!rows.empty()) out += "\n" + table(rows, dress);
  }
  return out;
}

std::string markdown(const ImageResidue& residue) {
  std::string out =
      fmt::format("**{}**\n\n| size | files | what | do |\n|---|---|---|---|\n", headline(residue));
  for (const ResidueGroup& each : residue.groups)
    out += fmt::format("| {} | {} | {} | {} |\n", size_of(each.bytes), each.files,
                       in_markdown(each.title), in_markdown(each.remedy));
  for (const Rows& rows : {layer_rows(residue, false), other_rows(residue)}) {
    for (const auto& row : rows)
      out += fmt::format("\n- {}: {}", trimmed(row[0]), in_markdown(row[1]));
  }
  return out + "\n";
}

}  // namespace gb10
