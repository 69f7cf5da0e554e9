#include "model/residue.h"

#include <algorithm>

namespace gb10 {

std::int64_t ImageResidue::spared() const {
  std::int64_t out = covered();
  for (const ResidueGroup& group : groups) out += group.saves ? group.bytes : 0;
  return out;
}

bool ImageResidue::has_secrets() const {
  const bool seen = std::any_of(groups.begin(), groups.end(), [](const ResidueGroup& group) {
    return group.name == "secrets" && group.files > 0;
  });
  return seen || !secret_names.empty() || !covered_secrets.empty();
}

Json to_json(const ImageResidue& residue) {
  Json groups = Json::array(), layers = Json::array();
  for (const ResidueGroup& each : residue.groups) {
    groups.push(Json::object()
                    .set("name", each.name)
                    .set("files", each.files)
                    .set("bytes", each.bytes)
                    .set("saves", each.saves)
                    .set("examples", Json::list(each.examples))
                    .set("remedy", each.remedy));
  }
  for (const ResidueLayer& each : residue.layers) {
    layers.push(Json::object()
                    .set("files", each.files)
                    .set("bytes", each.bytes)
                    .set("covered_bytes", each.covered)
                    .set("made_by", each.made_by));
  }
  return Json::object()
      .set("image", residue.image)
      .set("platform", residue.platform)
      .set("files", residue.files)
      .set("bytes", residue.bytes)
      .set("stored_bytes", residue.stored)
      .set("covered_bytes", residue.covered())
      .set("spared_bytes", residue.spared())
      .set("groups", std::move(groups))
      .set("layers", std::move(layers))
      .set("secret_variables", Json::list(residue.secret_names))
      .set("covered_secrets", Json::list(residue.covered_secrets))
      .set("problems", Json::list(residue.problems));
}

}  // namespace gb10
