// Texts of JSON: what stands behind an escape is found, and the text stays JSON.

#include <gtest/gtest.h>

#include "base/json.h"
#include "host/redact_samples.h"

namespace gb10 {
namespace {

std::string in_json(std::string_view text) {
  Record record = record_of("alice", "");
  record.queries.emplace(std::vector<std::string>{"fwupdmgr", "get-devices"},
                         Output{0, std::string(text), ""});
  const Record left = redacted(record);
  const std::string out = left.queries.begin()->second->out;
  EXPECT_TRUE(parse_json(out).ok()) << out;
  return out;
}

TEST(escapes, end_what_stands_before_a_secret) {
  EXPECT_EQ(in_json("{\"UpdateError\":\"refused by:\\nalice\\n10.9.8.7\\n0a:1b:2c:3d:4e:5f\\n"
                    "jane@corp.com\"}"),
            "{\"UpdateError\":\"refused by:\\nuser-1\\n240.0.0.7\\n06:67:62:31:00:01\\n"
            "person-1@mail.invalid\"}");
  for (const char* const escape :
       {"\\n", "\\t", "\\r", "\\b", "\\f", "\\/", "\\\"", "\\\\", "\\u003c", "\\u000a"}) {
    for (const char* const secret :
         {"alice", "192.168.7.9", "0a:1b:2c:3d:4e:5f", "jane@corp.com", "fe80::1234:5678",
          "hf_abcdefghijABCDEFGHIJ0123456789abcd", "3f2a9c11-1234-5678-9abc-def012345678"}) {
      const std::string left =
          in_json("{\"a\":\"x" + std::string(escape) + secret + "\",\"b\":\"" + secret + "\"}");
      EXPECT_EQ(left.find(secret), std::string::npos) << left;
      EXPECT_NE(left.find("x" + std::string(escape)), std::string::npos) << left;
    }
  }
}

TEST(escapes, of_letters_that_go_writes_belong_to_a_value) {
  EXPECT_EQ(in_json("{\"Labels\":\"by \\u003cjane@corp.com\\u003e PASSWORD=ab\\u0026cd9\\nx\"}"),
            "{\"Labels\":\"by \\u003cperson-1@mail.invalid\\u003e PASSWORD=token-1\\nx\"}");
}

TEST(escapes, are_never_cut) {
  EXPECT_EQ(in_json("{\"a\":\"x HF_TOKEN=\\nfoo-bar token=\\\"abcd1\\\" x\"}"),
            "{\"a\":\"x HF_TOKEN=\\nfoo-bar token=\\\"token-1\\\" x\"}");
  EXPECT_EQ(in_json("{\"a\":\"\\nHF_TOKEN=abcd1\\nSMTP_PASS=abcd2\\n--api-key abcd3\\n\"}"),
            "{\"a\":\"\\nHF_TOKEN=token-1\\nSMTP_PASS=token-2\\n--api-key token-3\\n\"}");
}

TEST(escapes, and_quotes_of_json_bound_a_value_in_single_quotes) {
  EXPECT_EQ(in_json("{\"a\":\"x PASSWORD='open end\",\"b\":\"it's\"}"),
            "{\"a\":\"x PASSWORD='token-1\",\"b\":\"it's\"}");
}

TEST(escapes, hide_no_user_of_a_domain_in_plain_text) {
  Record record = record_of("bob", "");
  record.reads.emplace("/var/log/auth.log", "session for CORP\\bob opened\n");
  EXPECT_EQ(*redacted(record).reads.at("/var/log/auth.log"), "session for CORP\\user-1 opened\n");
}

TEST(escapes, of_units_and_mounts_end_words_too) {
  Record record = record_of("alice", "");
  record.reads.emplace("/proc/mounts", "//nas/x\\040alice /mnt\\x2dalice cifs\n");
  EXPECT_EQ(*redacted(record).reads.at("/proc/mounts"), "//host-1/name-1 /mnt\\x2duser-1 cifs\n");
}

}  // namespace
}  // namespace gb10
