// Redacting twice is redacting once, also where secrets are glued together.

#include <gtest/gtest.h>

#include <array>

#include "base/text.h"
#include "host/redact_samples.h"

namespace gb10 {
namespace {

using View = std::string_view;

/// Secrets, what announces them, what parts them, and pseudonyms; between bars.
constexpr View kPieces =
    "alice|Alice Liddell|quarry-7f3e|192.168.7.9|10.1.2.3|2001:db8::1234|fe80::1234:5678|"
    "0a:1b:2c:3d:4e:5f|9c63c0009212|3f2a9c11-1234-5678-9abc-def012345678|"
    "0123456789abcdeffedcba9876543210|hf_abcdefghijABCDEFGHIJ0123456789abcd|"
    "sk-proj-abcdefghijABCDEFGHIJ01|jane@corp.example|S6XXNF0T123456|https://someone:pw@|"
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123|nas.fritz.box|cellar-7.lan|"
    "x.tail1a2b3.ts.net|1A2B-3C4D|input: Jo's Keys as /devices/x| HID v1 [Jo's Keys] on |"
    "AAAAC3NzaC1lZDI1NTE5AAAAIJ0123456789abcdefghijklmnopqrstuvwxyzAB|mysql -psecret9|"
    "/srv/zeta|HF_TOKEN=|password=|--api-key |Serial Number: |serial |SerialNumber: |"
    "/home/|ssid |ssid=|Bearer |enx|GPU-|UUID=|/dev/disk/by-id/nvme-X_|/by-uuid/|"
    "uid=1000(|SHA256:|://|user@|connection '|eui.|0x|@|:|=|-|_|.| |\n|\"|'|\\n|\\u003c|"
    "{|/|,|x|7|a9|token-1|user-1|host-2|240.0.0.7|06:67:62:31:00:01|serial-3|name-1|"
    "person-1@mail.invalid|wifi-1|key-2|word-3|device-1";

/// The same numbers on every machine.
class Dice {
 public:
  std::size_t below(std::size_t sides) {
    seed_ = seed_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(seed_ >> 33U) % sides;
  }

 private:
  std::uint64_t seed_ = 7;
};

std::string glued(Dice& dice) {
  std::string out;
  const auto pieces = split(kPieces, '|');
  for (std::size_t i = 2 + dice.below(6); i > 0; --i) {
    const std::size_t which = dice.below(pieces.size() + 1);
    out += which == pieces.size() ? View("\0", 1) : pieces[which];
  }
  return out;
}

Record record_with(const std::string& text, std::size_t place) {
  Record record = record_of("alice", "Alice Liddell");
  record.reads.emplace("/etc/hostname", "quarry-7f3e\n");
  constexpr std::array kFiles = {"/var/log/x", "/proc/7/cmdline", "/etc/environment"};
  if (place < kFiles.size()) {
    record.reads.emplace(kFiles[place], text);
  } else {
    record.queries.emplace(std::vector<std::string>{"docker", "inspect"},
                           Output{0, "{\"a\":\"" + text + "\"}", ""});
  }
  return record;
}

TEST(redacting_twice, changes_nothing_however_secrets_are_glued) {
  Dice dice;
  for (int i = 0; i < 1200 / GB10_TAKES_EVERY; ++i) {
    const std::string text = glued(dice);
    const Record once = redacted(record_with(text, dice.below(4)));
    EXPECT_TRUE(redacted(once) == once) << text;
  }
}

TEST(redacting_twice, gives_a_pseudonym_that_came_in_to_nothing_else) {
  EXPECT_EQ(redacted_text("seen token-1 and host-1\nHF_TOKEN=something\nat vault-9.lan\n"),
            "seen token-1 and host-1\nHF_TOKEN=token-2\nat host-2.lan\n");
  EXPECT_EQ(redacted_file("/proc/7/cmdline", "x /srv/name-1/zeta folder-1 /srv/folder-1"),
            "x /srv/name-1/name-2 folder-1 /srv/folder-1");
}

TEST(redacting_twice, keeps_addresses_behind_what_announces_something_else) {
  for (const char* const text : {"/home/0a:1b:2c:3d:4e:5f", "/home/fe80::1234:5678",
                                 "SHA256:/home/x/dev/disk/by-id/nvme-X_fe80::1234:5678"}) {
    const std::string once = redacted_text(text);
    EXPECT_EQ(redacted_text(once), once);
  }
}

}  // namespace
}  // namespace gb10
