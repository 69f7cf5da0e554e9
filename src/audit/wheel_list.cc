#include "audit/wheel_list.h"

#include "audit/tree.h"
#include "facts/paths.h"
#include "wheel/zip.h"

namespace gb10 {

Result<void> each_wheel_code(
    const Blob& wheel, const ArtifactOptions& options,
    const std::function<void(const std::string& member, const GpuCode& code)>& use) {
  const ZipArchive archive = TRY(ZipArchive::open(wheel));
  Inflater inflater;
  for (const ZipMember& member : archive.members()) {
    if (!is_library_name(paths::last(member.name))) continue;
    const auto blob = archive.open(member, inflater);
    auto artifact = blob.ok() ? read_artifact(**blob, options) : Result<Artifact>(blob.error());
    GpuCode code;
    if (artifact.ok())
      code = std::move(artifact->code);
    else
      code.problems.push_back({GpuProblem::Kind::error, "file", -1, artifact.error().what});
    use(member.name, code);
  }
  return {};
}

}  // namespace gb10
