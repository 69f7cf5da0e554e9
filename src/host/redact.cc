#include "host/redact.h"

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "host/redact_fields.h"
#include "host/redact_homes.h"
#include "host/redact_literals.h"
#include "host/redact_names.h"
#include "host/redact_parts.h"
#include "host/redact_pseudonyms.h"
#include "host/redact_shapes.h"

namespace gb10 {

namespace {

using redaction::Literal;
using redaction::Literals;
using redaction::Names;
using redaction::Place;
using redaction::Pseudonyms;
using redaction::Secret;
using redaction::Span;
using redaction::Spans;
using View = std::string_view;

/// What becomes of a text.
using Change = std::function<std::string(View text, const Place& place)>;

/// A secret that seems to begin or end within an escape of JSON is none.
void without_escapes(View text, Spans& spans) {
  if (!redaction::is_json(text)) return;
  std::erase_if(spans, [&](const Span& span) {
    return redaction::is_in_escape(text, span.begin) || redaction::is_in_escape(text, span.end);
  });
}

Spans secrets_in(View text, const Place& place, const Names& names) {
  Spans spans;
  redaction::find_shapes(text, place, spans);
  redaction::find_fields(text, place, spans);
  redaction::find_passwords(text, spans);
  redaction::find_devices(text, spans);
  redaction::find_names(text, place, names, spans);
  redaction::find_domains(text, place, spans);
  redaction::find_parts(text, place, names, spans);
  redaction::find_mounts(text, place, spans);
  without_escapes(text, spans);
  return spans;
}

/// What is looked for as it is.
std::vector<Literal> literals_of(const Pseudonyms& pseudonyms, const Names& names) {
  std::vector<Literal> out = pseudonyms.literals();
  const auto add = [&](const auto& all, Secret kind) {
    for (const std::string& name : all) {
      if (redaction::is_peculiar(kind, name)) out.push_back({name, kind, true, true});
    }
  };
  add(names.users, Secret::user);
  add(names.hosts, Secret::host);
  add(names.people, Secret::person);
  return out;
}

class Redactor {
 public:
  explicit Redactor(const Record& record) : names_(redaction::names_of(record)) {
    const auto add = [&](const auto& all, Secret kind) {
      for (const std::string& name : all) pseudonyms_.add(name, {0, name.size(), kind});
    };
    add(names_.users, Secret::user);
    add(names_.hosts, Secret::host);
    add(names_.people, Secret::person);
  }

  void collect(View text, const Place& place) {
    for (const auto& own : redaction::own_names(text)) pseudonyms_.reserve(own.kind, own.number);
    for (const Span& span : secrets_in(text, place, names_)) pseudonyms_.add(text, span);
  }

  void settle() {
    pseudonyms_.settle();
    literals_ = Literals(literals_of(pseudonyms_, names_));
  }

  std::string changed(View text, const Place& place) const {
    Spans spans = secrets_in(text, place, names_);
    literals_.find(text, place, spans);
    find_digits(text, spans);
    without_escapes(text, spans);
    std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    return with_pseudonyms(text, spans, place.kind == Place::Kind::bytes);
  }

 private:
  /// MACs and ids that were seen elsewhere stand here without any separators.
  void find_digits(View text, Spans& spans) const {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = redaction::hex_end(text, at);
      const std::size_t size = end - at;
      if (size >= 12 && size <= 40 && redaction::is_whole_word(text, at, end) &&
          pseudonyms_.knows_digits(text.substr(at, size))) {
        spans.push_back({at, end, Secret::hex});
      }
      at = std::max(end, at + 1);
    }
  }

  /// Where secrets overlap, the one that begins first is replaced whole and of the next what is
  /// left. In `fixed` bytes, whose places mean something, secrets are only blotted out.
  std::string with_pseudonyms(View text, const Spans& spans, bool fixed) const {
    std::string out;
    std::size_t done = 0;
    for (const Span& span : spans) {
      if (span.end <= done) continue;
      const View secret = text.substr(span.begin, span.end - span.begin);
      const std::string pseudonym = pseudonyms_.of(span.kind, secret);
      if (pseudonym == secret) continue;
      const std::size_t begin = std::max(done, span.begin);
      out += text.substr(done, begin - done);
      out += fixed ? std::string(span.end - begin, 'x') : pseudonym;
      done = span.end;
    }
    return out.append(text.substr(done));
  }

  Names names_;
  Pseudonyms pseudonyms_;
  Literals literals_;
};

/// Walks a Record and gives every text in it to `change`. Finding and replacing are both this walk,
/// so that nothing can be found in one and left in the other.
class Walk {
 public:
  explicit Walk(const Change& change) : change_(change) {}

  Record over(const Record& from) const {
    Record out;
    out.meta = from.meta;
    out.user = from.user;
    out.now = from.now;
    for (const std::string& named : from.environments) out.environments.push_back(path(named));
    for (const auto& [name, value] : from.environment) {
      out.environment.emplace(name, variable(name, value));
    }
    answers(from.reads, out.reads, [&](View path, const std::string& text) {
      return change_(text, {Place::Kind::file, path});
    });
    answers(from.blobs, out.blobs,
            [&](View path, const BlobRecord& blob) { return part(path, blob); });
    answers(from.lists, out.lists,
            [&](View dir, const auto& entries) { return list(dir, entries); });
    answers(from.infos, out.infos, [](View, const FileInfo& info) { return info; });
    answers(from.links, out.links, [&](View link, const std::string& target) {
      return change_(target, {Place::Kind::path, link});
    });
    answers(from.spaces, out.spaces, [](View, const Space& space) { return space; });
    for (const auto& [argv, answer] : from.queries) query(argv, answer, out);
    out.gpu = change_(from.gpu, {Place::Kind::gpu, {}});
    return out;
  }

 private:
  std::string path(View text) const { return change_(text, {Place::Kind::path, {}}); }

  std::string variable(const std::string& name, const std::string& value) const {
    const std::string changed = change_(name + "=" + value, {Place::Kind::variable, name});
    return changed.substr(std::min(name.size() + 1, changed.size()));
  }

  Error error(const Error& from) const {
    const Place place{Place::Kind::argument, {}};
    return {from.kind, change_(from.what, place), change_(from.hint, place)};
  }

  template <class T, class F>
  void answers(const Answers<T>& from, Answers<T>& to, F change) const {
    for (const auto& [key, answer] : from) {
      std::string name = path(key);
      if (answer.ok()) {
        to.emplace(std::move(name), change(key, *answer));
      } else {
        to.emplace(std::move(name), error(answer.error()));
      }
    }
  }

  BlobRecord part(View name, const BlobRecord& from) const {
    BlobRecord out;
    out.size = from.size;
    for (const auto& [offset, bytes] : from.ranges) {
      out.ranges.emplace(offset, change_(bytes, {Place::Kind::bytes, name}));
    }
    for (const auto& [offset, why] : from.failures) out.failures.emplace(offset, error(why));
    return out;
  }

  /// A name is judged by its whole path, as it will be when it is asked for. The order stays, so
  /// that a replay walks as the recorder did.
  std::vector<DirEntry> list(View dir, const std::vector<DirEntry>& from) const {
    std::vector<DirEntry> out;
    for (const DirEntry& entry : from) {
      std::string whole(dir);
      if (!whole.ends_with('/')) whole += '/';
      whole = path(whole + entry.name);
      out.push_back({whole.substr(whole.rfind('/') + 1), entry.kind});
    }
    return out;
  }

  void query(const std::vector<std::string>& argv, const Result<Output>& answer,
             Record& out) const {
    std::vector<std::string> question;
    for (std::size_t i = 0; i < argv.size(); ++i) {
      const bool ours = redaction::is_grammar(argv[i], i == 0);
      question.push_back(ours ? argv[i] : change_(argv[i], {Place::Kind::argument, {}}));
    }
    if (!answer.ok()) {
      out.queries.emplace(std::move(question), error(answer.error()));
      return;
    }
    const Place place{Place::Kind::output, argv.empty() ? View() : View(argv[0])};
    Output changed{answer->exit, change_(answer->out, place), change_(answer->err, place)};
    out.queries.emplace(std::move(question), std::move(changed));
  }

  const Change& change_;
};

Record redacted_once(const Record& from) {
  Record record = from;
  redaction::hide_home_names(record);
  Redactor redactor(record);
  const Change collect = [&](View text, const Place& place) {
    redactor.collect(text, place);
    return std::string(text);
  };
  static_cast<void>(Walk(collect).over(record));
  for (const auto& [path, text] : record.identities) {
    redactor.collect(text, {Place::Kind::file, path});
  }
  redactor.settle();
  const Change replace = [&](View text, const Place& place) {
    return redactor.changed(text, place);
  };
  Record out = Walk(replace).over(record);
  out.meta.redacted = true;
  return out;
}

}  // namespace

Record redacted(const Record& record) {
  // Where secrets are glued together, what is left beside a pseudonym may look like another secret.
  constexpr int kMostRounds = 6;
  Record out = redacted_once(record);
  for (int round = 1; round < kMostRounds; ++round) {
    Record next = redacted_once(out);
    if (next == out) break;
    out = std::move(next);
  }
  return out;
}

}  // namespace gb10
