#include "audit/judge.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "audit/code_words.h"
#include "audit/elsewhere.h"
#include "audit/library_causes.h"
#include "base/text.h"
#include "facts/paths.h"
#include "model/version.h"

namespace gb10 {

namespace {

/// A library with its reasons.
struct Judged {
  const AuditLibrary* library = nullptr;
  std::vector<AuditCause> causes;

  bool forbidden() const { return std::any_of(causes.begin(), causes.end(), forbids_loading); }
  bool only_optional() const {
    return std::all_of(causes.begin(), causes.end(), [](const AuditCause& cause) {
      return !forbids_loading(cause) || may_be_optional(cause);
    });
  }
  bool dead() const { return library->code.modules > 0 && library->code.usable() == 0; }
};

std::string soname_of(const AuditLibrary& library) {
  return library.elf && !library.elf->soname.empty() ? library.elf->soname
                                                     : paths::last(library.path);
}

/// A file as it is called inside its package's site; empty for what is itself the item.
std::string below_site(const AuditPackage& package, const std::string& file) {
  if (file == package.path) return {};
  const std::string top = package.site.ends_with('/') ? package.site : package.site + "/";
  return package.site.empty() || !file.starts_with(top) ? file : file.substr(top.size());
}

class PackageJudge {
 public:
  PackageJudge(const AuditPackage& package, const AuditContext& context,
               std::vector<Judged> libraries)
      : package_(package), context_(context), libraries_(std::move(libraries)) {}

  AuditItem item() {
    AuditItem out;
    out.name = package_.name;
    out.lacks = package_.lacks;
    out.version = package_.version;
    out.path = package_.path;
    out.causes = package_.causes;
    out.libraries = static_cast<std::int64_t>(libraries_.size());
    drop_optional();
    drop_variants();
    take_causes(out);
    add_up();
    out.modules = modules_;
    out.modules_without_code = failing_ + dead_modules_;
    take_verdict(out);
    return out;
  }

 private:
  bool is_variant(const Judged& each) const {
    return context_.table.is_variant(package_.name, each.library->path);
  }

  /// What the package does without is not asked for where it cannot be loaded.
  void drop_optional() {
    std::erase_if(libraries_, [&](const Judged& each) {
      return each.forbidden() && context_.table.is_optional(package_.name, each.library->path);
    });
  }

  /// Of several variants one that loads and has code is enough, and no other is asked for.
  void drop_variants() {
    const auto has_code = [&](const Judged& each) {
      return is_variant(each) && each.library->code.modules > 0;
    };
    const bool for_gpu = std::any_of(libraries_.begin(), libraries_.end(), has_code);
    const bool judges_code = context_.target.gpu.arch != 0;
    const auto serves = [&](const Judged& each) {
      const bool runs = !judges_code || (!each.dead() && each.library->code.failing() == 0);
      return is_variant(each) && !each.forbidden() && runs && (!for_gpu || has_code(each));
    };
    if (std::none_of(libraries_.begin(), libraries_.end(), serves)) return;
    std::erase_if(libraries_,
                  [&](const Judged& each) { return is_variant(each) && !serves(each); });
  }

  /// What the package's libraries want of each other: no plugin is among that.
  std::set<std::string> wanted_inside() const {
    std::set<std::string> out;
    for (const Judged& each : libraries_) {
      if (each.library->elf)
        out.insert(each.library->elf->needed.begin(), each.library->elf->needed.end());
    }
    return out;
  }

  /// Whether there is GPU code that cannot be read, and none that can.
  static bool has_lost_code(const AuditLibrary& library) {
    return library.code.modules == 0 &&
           std::any_of(library.damage.begin(), library.damage.end(), [](const GpuProblem& each) {
             return each.kind == GpuProblem::Kind::error && !each.where.ends_with("elf");
           });
  }

  /// A library that is only missing a part of the system is no reason to call the package lost
  /// while others of it load.
  void take_causes(AuditItem& out) {
    const bool some_load =
        std::any_of(libraries_.begin(), libraries_.end(),
                    [&](const Judged& each) { return !each.forbidden() && !is_variant(each); });
    const std::set<std::string> inside = wanted_inside();
    for (const Judged& each : libraries_) {
      for (AuditCause cause : each.causes) {
        cause.file = below_site(package_, cause.file);
        out.causes.push_back(std::move(cause));
      }
      const bool optional = some_load && !is_variant(each) && each.only_optional() &&
                            inside.count(soname_of(*each.library)) == 0;
      forbidden_ += each.forbidden() && !optional ? 1 : 0;
      unread_ += each.library->problem.empty() ? 0 : 1;
      if (has_lost_code(*each.library)) ++(each.library->elf ? unread_ : forbidden_);
      for (const GpuProblem& problem : each.library->damage) {
        if (problem.kind == GpuProblem::Kind::error && each.library->problem.empty())
          out.causes.push_back(
              {"malformed",
               problem.where == "file" ? problem.what : problem.where + ": " + problem.what,
               below_site(package_, each.library->path)});
      }
    }
  }

  void add_up() {
    for (const Judged& each : libraries_) {
      const CodeVerdict& code = each.library->code;
      modules_ += code.modules;
      native_ += code.native;
      jit_ += code.jit;
      link_ += code.link;
      unsure_ += code.unsure;
      for (const auto& [name, count] : code.used) used_[name] += count;
      archs_.insert(code.archs.begin(), code.archs.end());
      if (code.needs && (!needs_ || *needs_ < *code.needs)) needs_ = code.needs;
      if (each.dead()) {
        dead_.push_back(&each);
        if (fails(each)) dead_modules_ += code.modules;
      } else if (!context_.table.dispatches_itself(package_.name, soname_of(*each.library))) {
        failing_ += code.failing();
        if (code.failing() > 0) partly_.push_back(&each);
      }
    }
  }

  void take_verdict(AuditItem& out) {
    const bool is_elsewhere = is_for_elsewhere(out);
    take_code_verdict(out);
    if (forbidden_ > 0 || is_elsewhere) {
      // Its causes stay: what its code lacks is not mended by what makes it load.
      out.verdict = AuditVerdict::cannot_load;
      out.note.clear();
    }
    const bool is_told = std::any_of(out.causes.begin(), out.causes.end(),
                                     [](const AuditCause& each) { return each.kind == "no-code"; });
    if (modules_ > 0 && out.note.empty() && !archs_.empty() && !is_told)
      out.note = fmt::format("has code for {}", listed(archs_));
  }

  void take_code_verdict(AuditItem& out) {
    const bool judges_code = context_.target.gpu.arch != 0;
    if (!judges_code && modules_ > 0) {
      out.verdict = AuditVerdict::not_judged;
    } else if (judges_code && modules_ > 0 && native_ + jit_ + link_ + unsure_ == 0) {
      no_code(out);
    } else if (judges_code && (failing_ > 0 || has_failing_library())) {
      part(out);
    } else if (judges_code && modules_ > 0) {
      runs(out);
    } else if (lacks_gpu_build()) {
      out.verdict = AuditVerdict::cpu_only;
      out.causes.push_back({"cpu-build", "is a build without CUDA", {}});
    } else if (unread_ > 0) {
      out.verdict = AuditVerdict::not_judged;
    } else {
      out.verdict = AuditVerdict::no_gpu_code;
    }
  }

  /// A wheel that pip would refuse here.
  bool is_for_elsewhere(const AuditItem& item) const {
    return !package_.tags.empty() &&
           std::any_of(item.causes.begin(), item.causes.end(), [](const AuditCause& cause) {
             return cause.file.empty() &&
                    (cause.kind == "wrong-processor" || cause.kind == "wrong-python" ||
                     cause.kind == "glibc-too-new");
           });
  }

  /// A library without any code for this GPU fails, unless it was made for others on purpose and
  /// the package has more.
  bool has_failing_library() const {
    return std::any_of(dead_.begin(), dead_.end(),
                       [&](const Judged* each) { return fails(*each); });
  }

  bool fails(const Judged& dead) const {
    return dead.library->code.failing() > 0 &&
           !context_.table.dispatches_itself(package_.name, soname_of(*dead.library));
  }

  std::string driver_wanted() const {
    const std::string driver = needs_ ? context_.rules.driver_of(*needs_) : std::string();
    return driver.empty() ? std::string("a newer driver")
                          : fmt::format("driver {} (CUDA {})", driver, text(*needs_));
  }

  /// A store of kernels for other GPUs is asked for none of them here.
  bool is_store_for_others() const {
    return std::all_of(dead_.begin(), dead_.end(), [&](const Judged* each) {
      return context_.table.dispatches_itself(package_.name, soname_of(*each->library));
    });
  }

  void no_code(AuditItem& out) {
    if (is_store_for_others()) {
      out.verdict = AuditVerdict::no_gpu_code;
      out.note = fmt::format("{} for other GPUs: {}", counted(modules_, "module"), listed(archs_));
      return;
    }
    out.verdict = AuditVerdict::cannot_load;
    out.modules_without_code = modules_;
    if (needs_) {
      out.causes.push_back({"newer-driver", "its PTX needs " + driver_wanted(), file_of(dead_)});
      return;
    }
    out.causes.push_back(
        {"no-code", fmt::format("has code for {} only", listed(archs_)), file_of(dead_)});
  }

  void part(AuditItem& out) {
    out.verdict = AuditVerdict::partly;
    const std::int64_t lost = failing_ + dead_modules_;
    std::vector<std::string> names;
    std::vector<const Judged*> all = partly_;
    std::copy_if(dead_.begin(), dead_.end(), std::back_inserter(all),
                 [&](const Judged* each) { return fails(*each); });
    for (const Judged* const each : all) {
      const auto& not_covered = each->library->code.not_covered;
      names.insert(names.end(), not_covered.begin(), not_covered.end());
    }
    constexpr std::size_t kMostNamed = 4;
    const std::size_t more = names.size() > kMostNamed ? names.size() - kMostNamed : 0;
    names.resize(std::min(names.size(), kMostNamed));
    std::string what =
        fmt::format("{} of {} have no code for this GPU", lost, counted(modules_, "module"));
    if (needs_) what += ", or need " + driver_wanted();
    if (!names.empty()) what += ": " + joined(names, "; ");
    if (more > 0) what += fmt::format(" and {} more", more);
    out.causes.push_back({needs_ ? "newer-driver" : "no-code", std::move(what), file_of(all)});
    out.note = note();
  }

  void runs(AuditItem& out) {
    out.verdict = native_ > 0        ? AuditVerdict::runs
                  : jit_ + link_ > 0 ? AuditVerdict::jit
                                     : AuditVerdict::not_judged;
    out.note = note();
  }

  std::string note() const {
    std::vector<std::string> parts;
    if (native_ > 0) parts.push_back(native_note(used_, context_.target.gpu));
    if (jit_ > 0 && native_ == 0)
      parts.push_back(fmt::format("the driver compiles {} at the first start",
                                  joined(by_use(used_, "compute_"), ", ")));
    if (jit_ > 0 && native_ > 0)
      parts.push_back(counted(jit_, "module") + " compiled at the first start");
    if (link_ > 0) parts.push_back(counted(link_, "module") + " that the library must link itself");
    if (unsure_ > 0)
      parts.push_back(fmt::format("nobody says whether {} {} on this GPU",
                                  counted(unsure_, "module"), unsure_ == 1 ? "runs" : "run"));
    const std::int64_t others =
        modules_ - native_ - jit_ - link_ - unsure_ - failing_ - dead_modules_;
    if (others > 0) parts.push_back(counted(others, "module") + " for other GPUs");
    return joined(parts, "; ");
  }

  bool lacks_gpu_build() const {
    const LibraryTable::Build* const build = context_.table.build_of(package_.name);
    if (!build || libraries_.empty()) return false;
    const auto fits = [&](const Judged& each) {
      return (build->file.empty() || fits_glob(build->file, each.library->path)) &&
             (!build->gpu_code || each.library->code.modules > 0 ||
              !each.library->problem.empty() || has_lost_code(*each.library));
    };
    return std::none_of(libraries_.begin(), libraries_.end(), fits);
  }

  std::string file_of(const std::vector<const Judged*>& libraries) const {
    return libraries.empty() ? std::string()
                             : below_site(package_, libraries.front()->library->path);
  }

  const AuditPackage& package_;
  const AuditContext& context_;
  std::vector<Judged> libraries_;
  std::vector<const Judged*> dead_, partly_;
  std::map<std::string, int> used_;
  std::set<std::string> archs_;
  std::optional<CudaVersion> needs_;
  std::int64_t modules_ = 0, native_ = 0, jit_ = 0, link_ = 0, unsure_ = 0, failing_ = 0,
               dead_modules_ = 0;
  std::int64_t forbidden_ = 0, unread_ = 0;
};

bool is_worth_an_item(const AuditItem& item, const AuditPackage& package) {
  return item.libraries > 0 || !item.causes.empty() || !package.path.empty();
}

}  // namespace

void order(std::vector<AuditItem>& items) {
  std::stable_sort(items.begin(), items.end(), [](const AuditItem& a, const AuditItem& b) {
    return a.verdict != b.verdict ? a.verdict < b.verdict : a.name < b.name;
  });
}

namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>&& more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

}  // namespace

void merge(Audit& into, Audit&& more) {
  append(into.items, std::move(more.items));
  append(into.dangers, std::move(more.dangers));
  append(into.unread, std::move(more.unread));
  into.libraries += more.libraries;
  if (into.foreign.empty()) into.foreign = more.foreign;
}

Audit judged(const AuditTree& tree, const AuditContext& context) {
  const Reach reach(tree, context);
  LibraryCauses causes(tree, context, reach);
  std::vector<std::vector<Judged>> by_package(tree.packages.size());
  Audit out;
  for (const AuditLibrary& library : tree.libraries) {
    if (library.package < 0) continue;
    ++out.libraries;
    by_package[static_cast<std::size_t>(library.package)].push_back({&library, causes.of(library)});
  }
  for (std::size_t i = 0; i < tree.packages.size(); ++i) {
    AuditPackage package = tree.packages[i];
    take_tags(package, context, package.causes);
    AuditItem item = PackageJudge(package, context, std::move(by_package[i])).item();
    if (!is_worth_an_item(item, tree.packages[i])) continue;
    out.items.push_back(std::move(item));
  }
  order(out.items);
  out.target = context.target.title;
  out.unread = tree.unread;
  if (tree.recorded.compared > 0)
    out.notes.push_back(counted(tree.recorded.compared, "file") +
                        " held against RECORD by SHA-256");
  if (tree.recorded.without_hash > 0)
    out.notes.push_back("RECORD has no hash of " + counted(tree.recorded.without_hash, "file") +
                        ": only whether it is there was seen");
  out.dangers = dangers_of(tree, context);
  out.gpu_is_known = context.target.gpu.arch != 0;
  out.foreign = foreign_processor(tree, context);
  if (context.target.gpu.arch == 0)
    out.not_known.emplace_back("no GPU is known here: its code was not judged (--target gb10)");
  else if (!context.target.gpu.driver_cuda)
    out.not_known.emplace_back(
        "the driver is not known: every PTX counts as one that it takes (--driver)");
  if (context.system && !context.system->problem().empty())
    out.not_known.push_back("the loader's cache: " + context.system->problem());
  if (!context.system)
    out.not_known.emplace_back(
        "the target's own libraries are not seen: only those of CUDA are looked for");
  return out;
}

}  // namespace gb10
