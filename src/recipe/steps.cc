#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "recipe/plan.h"

namespace gb10 {

namespace {

class Steps {
 public:
  Steps(const Recipe& recipe, const RecipeNames& names) : recipe_(recipe), names_(names) {
    work_ = filled("{work}");
  }

  std::vector<BuildStep> all() {
    for (const RecipeSource& source : recipe_.sources) out_.push_back(fetched(source));
    for (const RecipePatch& patch : recipe_.patches) add(patch);
    if (!recipe_.python.empty()) add_python();
    prepared_ = out_.size();
    const std::vector<std::size_t> order =
        step_order(recipe_.steps).value_or(std::vector<std::size_t>());
    for (const std::size_t each : order) add(recipe_.steps[each]);
    return std::move(out_);
  }

 private:
  std::string filled(std::string_view text) const { return filled_names(text, names_); }
  std::vector<std::string> filled(const std::vector<std::string>& words) const {
    std::vector<std::string> out;
    for (const std::string& word : words) out.push_back(filled(word));
    return out;
  }
  static std::string quoted(std::string_view path) {
    return replaced(replaced(path, "{", "{{"), "}", "}}");
  }

  BuildAction run(std::vector<std::string> argv) const {
    return {BuildActionKind::run, std::move(argv), plain_braces(work_), false};
  }

  BuildStep fetched(const RecipeSource& source) const {
    BuildStep out;
    out.name = "source-" + source.name;
    out.kind = "source";
    const std::string folder = filled(fmt::format("{{src.{}}}", source.name));
    out.outputs = {plain_braces(folder)};
    if (!source.git.empty()) add_git(source, folder, out);
    if (!source.folder.empty()) {
      // Ours alone, so that what is gone from the folder is gone from the copy.
      out.actions = {run({"rm", "-rf", "--", folder}), run({"mkdir", "-p", "--", folder}),
                     run({"cp", "-a", "--", quoted(source.folder) + "/.", folder})};
      out.inputs = {source.folder};
      out.says = fmt::format("copies {}", source.folder);
    }
    if (!source.archive.empty()) add_archive(source, folder, out);
    return out;
  }

  void add_git(const RecipeSource& source, const std::string& folder, BuildStep& out) const {
    const std::string commit = filled(source.commit), tag = filled(source.tag);
    const std::string wanted = commit.empty() ? "refs/tags/" + tag : commit;
    const std::string url = filled(source.git);
    out.checkout = plain_braces(folder);
    out.actions = {
        run({"git", "init", "--quiet", folder}),
        // A commit that a file names is no option.
        run({"git", "-C", folder, "fetch", "--depth", "1", "--no-tags", "--", url, wanted}),
        run({"git", "-C", folder, "checkout", "--quiet", "--force", "--detach", "FETCH_HEAD"})};
    if (source.submodules)
      out.actions.push_back(run({"git", "-C", folder, "submodule", "update", "--init",
                                 "--recursive", "--force", "--depth", "1"}));
    out.says =
        fmt::format("fetches {} of {}", commit.empty() ? "tag " + tag : "commit " + commit, url);
    // A commit that is written in another source waits for that.
    for (const RecipeSource& other : recipe_.sources) {
      if (commit.find(fmt::format("{}src/{}/", kTextName, other.name)) != std::string::npos)
        out.after.push_back("source-" + other.name);
    }
  }

  void add_archive(const RecipeSource& source, const std::string& folder, BuildStep& out) const {
    const std::string archive = filled(source.archive);
    const std::string name = archive.substr(archive.rfind('/') + 1);
    const std::string file = fmt::format("{}/src/{}.archive", work_, source.name);
    // As above: what another archive had is not in this one.
    out.actions = {run({"rm", "-rf", "--", folder}), run({"mkdir", "-p", "--", folder})};
    if (archive.starts_with('/'))
      out.actions.push_back(run({"cp", "--", archive, file}));
    else
      out.actions.push_back(run({"curl", "--fail", "--location", "--silent", "--show-error",
                                 "--proto", "=https", "--output", file, archive}));
    out.actions.push_back(
        {BuildActionKind::check_sha256, {file, source.sha256}, plain_braces(work_), false});
    out.actions.push_back(
        run({"tar", "-xf", file, "-C", folder, "--strip-components=1", "--no-same-owner"}));
    out.says = fmt::format("unpacks {}", name);
  }

  void add(const RecipePatch& patch) {
    BuildStep out;
    out.name = "patch-" + patch.name;
    out.kind = "patch";
    out.says = patch.reason;
    out.actions = {
        {BuildActionKind::patch,
         {fmt::format("{}/{}", work_, patch.file), quoted(patch.find), quoted(patch.replace)},
         plain_braces(work_),
         patch.optional}};
    // In the order of the recipe: one may change what another left.
    for (const BuildStep& before : out_) out.after.push_back(before.name);
    out_.push_back(std::move(out));
  }

  void add_python() {
    BuildStep out;
    out.name = "python";
    out.kind = "python";
    out.says = "makes a Python environment and installs what the build needs";
    const std::string folder = work_ + "/venv", python = folder + "/bin/python";
    // One that was left half made would be the "python3" that is found first.
    out.actions = {run({"rm", "-rf", "--", folder}), run({"python3", "-m", "venv", folder})};
    for (const std::vector<std::string>& each : recipe_.python) {
      std::vector<std::string> argv = {python, "-m", "pip", "install",
                                       "--disable-pip-version-check"};
      for (const std::string& word : each) argv.push_back(filled(word));
      out.actions.push_back(run(std::move(argv)));
    }
    out.outputs = {plain_braces(python)};
    for (const BuildStep& before : out_) out.after.push_back(before.name);
    out_.push_back(std::move(out));
  }

  void add(const RecipeStep& step) {
    BuildStep out;
    out.name = step.name;
    out.kind = "step";
    for (const std::vector<std::string>& argv : step.run)
      out.actions.push_back(
          {BuildActionKind::run, filled(argv), plain_braces(filled(step.folder)), false});
    for (const std::string& path : step.inputs)
      out.inputs.push_back(plain_braces(work_) + "/" + path);
    for (const std::string& path : step.outputs)
      out.outputs.push_back(plain_braces(work_) + "/" + path);
    for (std::size_t i = 0; i < prepared_; ++i) out.after.push_back(out_[i].name);
    for (const std::string& name : waits_for(step, recipe_.steps)) out.after.push_back(name);
    out.says = joined(out.actions.front().argv, " ");
    out_.push_back(std::move(out));
  }

  const Recipe& recipe_;
  const RecipeNames& names_;
  std::string work_;
  std::vector<BuildStep> out_;
  std::size_t prepared_ = 0;  // steps before the recipe's own
};

}  // namespace

std::vector<BuildStep> build_steps(const Recipe& recipe, const RecipeNames& names) {
  return Steps(recipe, names).all();
}

}  // namespace gb10
