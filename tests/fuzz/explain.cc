// Any bytes as a log that the built-in signatures explain, and as a signature of an owner's.

#include "explain/explain.h"

#include "base/check.h"
#include "base/embedded.h"
#include "entry.h"

namespace {

constexpr std::string_view kFolder = "signatures/", kSuffix = ".toml";

gb10::SignatureBook built_in_book() {
  std::vector<gb10::DataFile> files;
  for (const gb10::Embedded& file : gb10::embedded_files()) {
    if (!file.path.starts_with(kFolder)) continue;
    std::string name(file.path.substr(kFolder.size()));
    name.resize(name.size() - kSuffix.size());
    files.push_back({name, std::string(file.text), std::string(gb10::kBuiltIn)});
  }
  auto book = gb10::SignatureBook::open(std::move(files));
  CHECK(book.ok());
  return *std::move(book);
}

void check(const gb10::Known& known, const gb10::Explanation& said) {
  CHECK(known.evidence.line >= 1 && known.evidence.line <= said.lines);
  CHECK(known.count >= 1 && known.evidence.text.find('\n') == std::string::npos);
  for (const auto& [number, text] : known.evidence.before) CHECK(number < known.evidence.line);
  for (const auto& [number, text] : known.evidence.after) CHECK(number > known.evidence.line);
}

void explain(std::string_view log, gb10::SignatureBook& book) {
  const gb10::Explanation said = gb10::explained(log, book);
  for (const auto* const all :
       {&said.causes, &said.consequences, &said.harmless, &said.withheld, &said.not_this_machine})
    for (const gb10::Known& known : *all) check(known, said);
  static_cast<void>(gb10::to_json(said));
  // The same with what has come so far looked at in between.
  gb10::Matcher matcher(book);
  matcher.feed(log.substr(0, log.size() / 2));
  matcher.flush();
  matcher.feed(log.substr(log.size() / 2));
  matcher.end();
  static_cast<void>(gb10::explained(matcher));
}

void read(std::string_view text) {
  const auto signature = gb10::read_signature(text, "fuzz.toml");
  if (!signature.ok()) return;
  for (const gb10::Step& step : signature->remedy)
    static_cast<void>(gb10::filled(step, {{"file", "a b"}}));
  static_cast<void>(gb10::wanted_groups(signature->title).size());
  auto book = gb10::SignatureBook::open({{signature->name, std::string(text), "fuzz.toml"}});
  if (book.ok()) static_cast<void>(gb10::explained(text, *book));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // It only ever learns more: what was read of ours stays as it is.
  static gb10::SignatureBook book = built_in_book();
  explain(text_of(data, size), book);
  static_cast<void>(gb10::anchors_named_in(text_of(data, size)).size());
  read(text_of(data, size));
  return 0;
}
