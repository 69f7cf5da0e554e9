// Any bytes as a log: cut into blocks, and each line taken apart, unpacked and read as a row.

#include "base/check.h"
#include "base/text.h"
#include "entry.h"
#include "logs/anchors.h"
#include "logs/blocks.h"
#include "logs/encoding.h"
#include "logs/json_line.h"
#include "logs/prefix.h"
#include "logs/samples.h"
#include "logs/wrapping.h"

namespace {

using View = std::string_view;

/// What a reader gives of `bytes` when it gets them in pieces of 1 to `most` bytes.
struct Given {
  std::string text;
  std::int64_t lines = 0;
  bool in_order = true;  // each block begins where the one before has ended
};

Given fed(View bytes, std::size_t most) {
  Given out;
  gb10::BlockReader reader([&](const gb10::Block& block) {
    out.in_order = out.in_order && block.first_line == 1 + gb10::line_ends(out.text);
    out.text += block.text.substr(block.known);
  });
  // The pieces follow from the bytes, so that an input always does the same.
  std::uint32_t state = 1;
  while (!bytes.empty()) {
    state = state * 1664525U + 1013904223U + static_cast<unsigned char>(bytes[0]);
    const View piece = bytes.substr(0, 1 + (state >> 8U) % most);
    reader.feed(piece);
    bytes.remove_prefix(piece.size());
  }
  reader.end();
  out.lines = reader.lines();
  return out;
}

void read_line(View line, gb10::SampleReader& samples) {
  const gb10::LogLine parts = gb10::taken_apart(line);
  CHECK(line.ends_with(parts.message));
  static_cast<void>(gb10::json_line(parts.message).has_value());
  if (!samples.begins(parts.message) && samples.expects_rows())
    static_cast<void>(samples.row(parts.message).has_value());
  CHECK(gb10::as_utf8(line).size() <= line.size());
}

/// The first piece of the text as a literal must be found where it stands.
void look_for_itself(View text) {
  const std::size_t size = gb10::Anchors::kShortest + text.size() % 9;
  if (text.size() < 2 * size) return;
  const View literal = text.substr(size / 2, size);
  std::vector<gb10::Anchors::Hit> hits;
  gb10::Anchors({std::string(literal)}).find(text, hits);
  CHECK(!hits.empty() && hits.front().at == text.find(literal));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const View bytes = text_of(data, size);
  const Given whole = fed(bytes, size + 1);
  CHECK(whole.in_order);
  for (const std::size_t most : {std::size_t{1}, std::size_t{7}, std::size_t{300}}) {
    const Given cut = fed(bytes, most);
    CHECK(cut.in_order && cut.text == whole.text && cut.lines == whole.lines);
  }
  gb10::SampleReader samples;
  for (const View line : gb10::lines(whole.text)) read_line(line, samples);
  look_for_itself(whole.text);
  std::size_t joined = 0;
  const std::size_t width = gb10::wrap_width(whole.text).value_or(60);
  gb10::for_each_joined(whole.text, width,
                        [&](const gb10::JoinedLine& line) { joined += line.text.size(); });
  CHECK(joined <= whole.text.size());
  return 0;
}
