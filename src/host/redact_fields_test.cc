#include "host/redact_fields.h"

#include <gtest/gtest.h>

#include <chrono>

#include "host/redact_samples.h"

namespace gb10 {
namespace {

using namespace std::literals;

const std::vector<std::string> kShow = {"systemctl", "show"};

std::string cmdline(std::string_view text) { return redacted_file("/proc/4711/cmdline", text); }

TEST(fields, a_value_ends_with_the_quote_before_its_key) {
  EXPECT_EQ(
      redacted_output(kShow, "Environment=\"DB_PASSWORD=correct horse battery staple\" LANG=C\n"),
      "Environment=\"DB_PASSWORD=token-1\" LANG=C\n");
  EXPECT_EQ(redacted_output({"docker", "inspect"},
                            "[{\"Env\":[\"DB_PASSWORD=correct horse\",\"PATH=/usr/bin\"]}]"),
            "[{\"Env\":[\"DB_PASSWORD=token-1\",\"PATH=/usr/bin\"]}]");
  EXPECT_EQ(redacted_text("m=\"{\\\"env\\\":[\\\"DB_PASSWORD=correct horse\\\",\\\"A=b c\\\"]}\""),
            "m=\"{\\\"env\\\":[\\\"DB_PASSWORD=token-1\\\",\\\"A=b c\\\"]}\"");
  EXPECT_EQ(redacted_text("it's 'password=horse and no end"), "it's 'password=token-1 and no end");
}

TEST(fields, a_value_ends_where_its_item_does) {
  const std::string environ = "A=b c\0DB_PASSWORD=correct horse battery\0LANG=C\0"s;
  EXPECT_EQ(redacted_file("/proc/4711/environ", environ), "A=b c\0DB_PASSWORD=token-1\0LANG=C\0"s);
  EXPECT_EQ(redacted_file("/etc/environment", "DB_PASSWORD=correct horse\nLANG=C\n"),
            "DB_PASSWORD=token-1\nLANG=C\n");
  EXPECT_EQ(cmdline("x\0--password\0correct horse\0--port\0"s),
            "x\0--password\0token-1\0--port\0"s);
}

TEST(fields, short_options_have_passwords_too) {
  EXPECT_EQ(redacted_text("ran curl -u mail-bot:CurlPw11 http://x"),
            "ran curl -u mail-bot:token-1 http://x");
  EXPECT_EQ(cmdline("mysqldump\0-p\0MyPass1234\0-u\0mail-bot:Pw9\0"s),
            "mysqldump\0-p\0token-1\0-u\0mail-bot:token-2\0"s);
  const std::string open =
      "docker\0-p\0"
      "8000:8000\0-u\0"
      "1000:1000\0mkdir\0-p\0/srv/v1\0"s;
  EXPECT_EQ(cmdline(open), open);
  EXPECT_EQ(redacted_text("mkdir -p release24 -u x: y"), "mkdir -p release24 -u x: y");
}

TEST(fields, both_addresses_of_a_logged_frame_go) {
  const std::string log = redacted_text(
      "[UFW BLOCK] IN=enP7s7 MAC=48:b0:2d:11:22:33:3c:a6:2f:44:55:66:08:00 SRC=x\n"
      "eth0: 3c:a6:2f:44:55:66 is up");
  EXPECT_EQ(log.find("3c:a6:2f"), std::string::npos) << log;
  EXPECT_EQ(log.find("48:b0:2d"), std::string::npos) << log;
  EXPECT_NE(log.find(":08:00 SRC=x"), std::string::npos) << log;
  const std::string router = log.substr(log.find("MAC=") + 22, 17);
  EXPECT_NE(log.find("eth0: " + router), std::string::npos) << log;
}

TEST(fields, a_token_may_come_without_a_digit) {
  EXPECT_EQ(redacted_text("push glpat-aBcDeFgHiJkLmNoPqRsT done"), "push token-1 done");
  EXPECT_EQ(redacted_text("hf_hub_download_of_something_long"),
            "hf_hub_download_of_something_long");
}

TEST(fields, an_option_may_have_several_values) {
  EXPECT_EQ(cmdline("vllm\0--api-key\0k1\0k2\0third\0--port\0"
                    "8000\0"s),
            "vllm\0--api-key\0token-1\0token-2\0token-3\0--port\0"
            "8000\0"s);
  EXPECT_EQ(redacted_output(kShow, "ExecStart={ argv[]=/opt/v serve --api-key aa1 bb2 ; x=no }"),
            "ExecStart={ argv[]=/opt/v serve --api-key token-1 token-2 ; x=no }");
  EXPECT_EQ(redacted_output({"docker", "inspect"},
                            "{\"Args\":[\"--api-key\",\"aa1\",\"bb2\",\"--port\",\"8000\"]}"),
            "{\"Args\":[\"--api-key\",\"token-1\",\"token-2\",\"--port\",\"8000\"]}");
  EXPECT_EQ(redacted_text("pass --api-key aaaa1 to each server"),
            "pass --api-key token-1 to each server");
}

TEST(fields, keys_of_every_kind_of_secret_are_known) {
  EXPECT_EQ(redacted_text("SMTP_PASS=hunter2\nsmtp_pass: hunter3\n--smtp-pass hunter4\n"),
            "SMTP_PASS=token-1\nsmtp_pass: token-2\n--smtp-pass token-3\n");
  EXPECT_EQ(redacted_text("SECRET_KEY_BASE=abcdefgh\nSLACK_WEBHOOK=abcdefgi\n"),
            "SECRET_KEY_BASE=token-1\nSLACK_WEBHOOK=token-2\n");
  EXPECT_EQ(cmdline("t\0--wandb-key\0"
                    "0123456789abcdef0123456789abcdef01234567\0"s),
            "t\0--wandb-key\0token-1\0"s);
  EXPECT_EQ(redacted_text("{\"auth\": \"YWxpY2U6aHVudGVyMg==\"}"), "{\"auth\": \"token-1\"}");
}

TEST(fields, words_that_end_like_keys_stay) {
  for (const char* const text :
       {"public_key: present", "hotkey=ctrl", "primary key: id", "--sort-key name",
        "bypass=1 compass: north first-pass: 3", "--ssl-key /etc/ssl/private.pem",
        "KEY_TYPE=rsa monkey=banana", "auth: required"}) {
    EXPECT_EQ(redacted_text(text), text);
  }
}

TEST(fields, of_networks_end_with_the_text_of_json_that_they_stand_in) {
  EXPECT_EQ(redacted_output({"docker", "info"}, "{\"a\":\"\\nssid Our Home 5G\",\"b\":1}"),
            "{\"a\":\"\\nssid Our Home 5G\",\"b\":1}");
  EXPECT_EQ(redacted_output({"docker", "info"}, "{\"a\":\"ssid=Our Home 5G\",\"b\":1}"),
            "{\"a\":\"ssid=wifi-1\",\"b\":1}");
}

TEST(fields, a_pseudonym_in_another_kind_of_place_stays) {
  const std::string text = "/home/person-1/x serial: 240.0.0.7 --api-key user-1 serial: host-2\n";
  EXPECT_EQ(redacted_text(text), text);
}

TEST(fields, the_path_behind_a_hook_is_one) {
  EXPECT_EQ(redacted_text("post https://hooks.slack.com/services/T00000000/B0/abcDEF now"),
            "post https://hooks.slack.com/token-1 now");
  EXPECT_EQ(redacted_text("\"https://discord.com/api/webhooks/123/abc-DEF_g\""),
            "\"https://discord.com/token-1\"");
  EXPECT_EQ(redacted_text("https://github.com/a/b/issues/12345"),
            "https://github.com/a/b/issues/12345");
}

/// `part` again and again, with numbers between.
std::string lengthy(std::string_view part, std::size_t size) {
  std::string out;
  for (int i = 0; out.size() < size; ++i) out += "x" + std::to_string(i) + std::string(part);
  return out;
}

TEST(fields, within_a_secret_nothing_is_looked_for) {
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_TRUE(cmdline(lengthy("_token=", 250'000)).starts_with("x0_token=token-1"));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

TEST(fields, of_hostile_text_end) {
  for (const auto part :
       {"token=<"sv, "sk-"sv, "AAAA+"sv, "eyJ-"sv, "token=\""sv, "\"password="sv, "--api-key\0"sv,
        "://a@"sv, "connection '"sv, "\\u0041"sv, "a@b."sv, "/home/"sv, "token\\"sv}) {
    const std::string text = lengthy(part, 50'000 / GB10_TAKES_EVERY);
    EXPECT_FALSE(cmdline(text).empty());
    EXPECT_FALSE(cmdline(text.substr(2)).empty());
  }
}

}  // namespace
}  // namespace gb10
