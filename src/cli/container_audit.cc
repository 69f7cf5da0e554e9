#include <algorithm>

#include <fmt/format.h>

#include "audit/audit.h"
#include "audit/image_manifest.h"
#include "base/embedded.h"
#include "base/text.h"
#include "cli/audit_target.h"
#include "cli/container_parts.h"
#include "cli/machine.h"
#include "cli/new_file.h"
#include "container/residue.h"
#include "host/tar_stream.h"
#include "report/audit.h"
#include "report/residue.h"

namespace gb10 {

namespace {

bool is_instruction(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// A line of the build file as far as it holds no secret: what it does and with what, such as "RUN
/// pip". What follows may be a password, and so may what follows a program that no instruction
/// names; what a variable is set to always may.
std::string maker(std::string_view line) {
  line = line.substr(0, std::min(line.find('='), line.find("://")));
  std::vector<std::string> out;
  for (const std::string_view word : words(line)) {
    const bool is_shell =
        word == "#(nop)" || word == "/bin/sh" || word == "/bin/bash" || word == "-c";
    if (!is_shell && out.size() < 2) out.emplace_back(word);
  }
  if (!out.empty() && !is_instruction(out.front())) out.resize(1);
  return printable(joined(out, " "), 100);
}

/// What made each layer, as the config's history has it.
std::vector<std::string> makers(std::string_view config) {
  std::vector<std::string> out;
  const Result<Json> read = parse_json(config);
  const Json* const history = read.ok() ? read->find("history") : nullptr;
  if (!history || !history->as_array()) return out;
  for (const Json& each : *history->as_array()) {
    const Json* const empty = each.find("empty_layer");
    if (empty && empty->as_bool() && *empty->as_bool()) continue;
    out.push_back(maker(each.text("created_by")));
  }
  return out;
}

/// Reads one layer; what is wrong with it is noted, and the rest is read.
void read_layer(const Blob& blob, const std::string& name, ResidueReader& reader) {
  Result<TarStream> stream = TarStream::open(blob);
  if (!stream.ok()) return reader.problem(fmt::format("{}: {}", name, stream.error().what));
  while (true) {
    const Result<std::optional<TarMember>> member = stream->next();
    if (!member.ok()) return reader.problem(fmt::format("{}: {}", name, member.error().what));
    if (!*member) return;
    const bool is_file = (*member)->kind == TarMember::Kind::file;
    const bool is_folder = (*member)->kind == TarMember::Kind::directory;
    reader.add((*member)->name, is_file ? (*member)->size : 0, is_folder);
  }
}

Result<ImageResidue> residue_of(const ImageStore& store, const ImageOptions& options) {
  const ResidueRules rules =
      TRY(ResidueRules::read(embedded("audit/residue.toml").value_or(""), "audit/residue.toml"));
  const ImageManifest manifest = TRY(image_manifest(store, options));
  const std::string text = TRY(store.text(manifest.config));
  const ImageConfig config = TRY(image_config(text));
  ResidueReader reader(rules);
  for (const auto& [name, value] : config.environment) reader.add_variable(name, value);
  for (const ImageProblem& each : manifest.problems)
    reader.problem(fmt::format("{}: {}", each.where, each.what));
  const std::vector<std::string> made_by = makers(text);
  for (std::size_t i = 0; i < manifest.layers.size(); ++i) {
    const bool fits = made_by.size() == manifest.layers.size();
    reader.begin_layer(fits ? made_by[i] : "");
    const Result<std::unique_ptr<Blob>> blob = store.open(manifest.layers[i]);
    const std::string name = fmt::format("layer {}", i + 1);
    if (blob.ok())
      read_layer(**blob, name, reader);
    else
      reader.problem(fmt::format("{}: {}", name, blob.error().what));
  }
  ImageResidue out = std::move(reader).found();
  out.image = joined(manifest.names, ", ");
  out.platform = fmt::format("{}/{}", config.os, config.architecture);
  return out;
}

Result<ImageResidue> residue_at(const HostView& host, const std::string& path,
                                const ImageOptions& options) {
  const FileInfo info = TRY(host.info(path));
  if (info.kind == FileKind::directory) return residue_of(DirectoryStore(host, path), options);
  const std::unique_ptr<Blob> blob = TRY(host.open(path));
  const TarStore store = TRY(TarStore::open(*blob));
  return residue_of(store, options);
}

/// What is asked for where no image can be read.
Error no_image(const Error& error) {
  return with_hint(error, "docker save IMAGE -o image.tar, then gb10 container audit image.tar");
}

/// An image of scripts alone has nothing to audit: what was left in it is told all the same.
void show(const ImageResidue& residue, const Result<Audit>& audit, const Arguments& arguments,
          const Io& io) {
  constexpr const char* kNothing = "nothing to audit: no package and no library is in it";
  const Dress dress{io.color, io.width, arguments.has("--all")};
  if (arguments.has("--json")) {
    Json out = Json::object().set("residue", to_json(residue));
    out.set("audit", audit.ok() ? to_json(*audit) : Json(nullptr));
    if (!audit.ok()) out.set("audit_note", kNothing);
    io.print(to_text(out, 2) + "\n");
  } else if (arguments.has("--markdown")) {
    io.print(markdown(residue) +
             (audit.ok() ? "\n" + markdown(*audit) : fmt::format("\n**{}**\n", kNothing)));
  } else {
    io.print(text(residue, dress) +
             (audit.ok() ? "\n" + text(*audit, dress) : fmt::format("\n{}\n", kNothing)));
  }
}

}  // namespace

Result<int> container_audit(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> words = arguments.values("WHAT");
  if (words.size() != 2 || words[1].empty())
    return Error{Error::Kind::invalid, "audit wants one image",
                 "docker save IMAGE -o image.tar, then gb10 container audit image.tar"};
  const std::string path = absolute_path(words[1], working_directory());
  const OpenMachine machine = TRY(audited_machine(arguments, io));
  const AuditSetting setting = TRY(audit_setting(arguments, machine));
  const Result<AuditSubject> subject = subject_of(*machine.host, path);
  if (!subject.ok()) return no_image(subject.error());
  if (*subject != AuditSubject::image)
    return Error{Error::Kind::invalid, fmt::format("{} is no image", printable(words[1], 80)),
                 "docker save IMAGE -o image.tar makes one; gb10 audit takes everything else"};
  ImageOptions options;
  if (!setting.target.machine.empty()) options.machine = setting.target.machine;
  const Result<ImageResidue> residue = residue_at(*machine.host, path, options);
  if (!residue.ok()) return no_image(residue.error());
  const Result<Audit> audit = audited(*machine.host, path, setting);
  if (!audit.ok() && audit.error().kind != Error::Kind::not_found) return audit.error();
  show(*residue, audit, arguments, io);
  if ((audit.ok() && audit->cannot_load()) || residue->has_secrets()) return int{kAnswerIsNo};
  const bool whole = residue->problems.empty() && !(audit.ok() && audit->is_incomplete());
  return int{whole ? kFine : kFailure};
}

}  // namespace gb10
