#include "report/run_html.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "report/run_samples.h"

namespace gb10 {
namespace {

constexpr const char* kPage =
    "<head>{{nonce}}<style nonce=\"{{nonce}}\">{{style}}</style>"
    "<script type=\"application/json\">{{records}}</script>"
    "<script>{{charts}}</script><script>{{script}}</script>";

const ReportParts kParts = {kPage, "p{}", "draw()", "Chart()", "n0nce"};

std::string between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  if (from == std::string_view::npos) return {};
  const std::size_t to = text.find(end, from + begin.size());
  return std::string(text.substr(from + begin.size(), to - from - begin.size()));
}

std::string records_of(std::string_view page) {
  return between(page, "application/json\">", "</script>");
}

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t out = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1))
    ++out;
  return out;
}

std::optional<std::string> file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

/// The report's own parts, and Chart.js where it is installed.
struct Assets {
  std::optional<std::string> page, style, script, charts;

  Assets() {
    const char* const source = std::getenv("GB10_SOURCE");
    const std::string folder = source ? std::string(source) + "/assets/report" : "";
    page = file_text(folder + ".html");
    style = file_text(folder + ".css");
    script = file_text(folder + ".js");
    charts = file_text("/usr/share/javascript/chart.js/chart.min.js");
  }
  bool are_there() const { return page && style && script; }
  ReportParts parts() const {
    const std::string_view library = charts ? std::string_view(*charts) : "Chart";
    return {*page, *style, *script, library, {}};
  }
};

TEST(RunHtml, has_each_part_in_its_place) {
  const Result<std::string> page = run_html(std::vector{run_with_gaps()}, kParts);
  ASSERT_TRUE(page.ok()) << page.error().what;
  EXPECT_TRUE(page->starts_with("<head>n0nce<style nonce=\"n0nce\">p{}</style>")) << *page;
  EXPECT_TRUE(page->ends_with("<script>Chart()</script><script>draw()</script>"));
}

TEST(RunHtml, hands_every_record_back_as_it_was) {
  const std::vector<RunRecord> records = {throttled_gemm(), run_with_gaps(), hostile_run()};
  const Result<std::string> page = run_html(records, kParts);
  ASSERT_TRUE(page.ok()) << page.error().what;
  const std::string data = records_of(*page);
  const Result<Json> json = parse_json(data);
  ASSERT_TRUE(json.ok()) << json.error().what;
  ASSERT_TRUE(json->as_array() && json->as_array()->size() == 3);
  for (std::size_t i = 0; i < 2; ++i) {
    const Result<RunRecord> read = run_record_from((*json->as_array())[i]);
    ASSERT_TRUE(read.ok()) << read.error().what;
    EXPECT_EQ(*read, records[i]);
  }
  // One a line, which the page's script counts on.
  EXPECT_EQ(lines(data).size(), 5U);
}

TEST(RunHtml, no_text_of_a_record_can_begin_or_end_a_tag) {
  const Result<std::string> page = run_html(std::vector{hostile_run()}, kParts);
  ASSERT_TRUE(page.ok()) << page.error().what;
  const std::string data = records_of(*page);
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_GT(count(data, "\\u003c/script>\\u003cscript>alert(1)"), 10U);
  EXPECT_EQ(count(*page, "<script"), 3U);
  EXPECT_EQ(count(*page, "</script"), 3U);
  // What looks like a place in a record is none.
  EXPECT_EQ(count(*page, "draw()"), 1U);
  EXPECT_EQ(count(data, "{{script}}"), 1U);
}

TEST(RunHtml, is_the_same_for_the_same_records_and_has_another_nonce_for_others) {
  ReportParts parts = kParts;
  parts.nonce = {};
  const auto nonce = [&](const RunRecord& record) {
    return between(run_html(std::vector{record}, parts).value_or(""), "nonce=\"", "\"");
  };
  EXPECT_EQ(nonce(throttled_gemm()).size(), 32U);
  EXPECT_EQ(nonce(throttled_gemm()), nonce(throttled_gemm()));
  EXPECT_NE(nonce(throttled_gemm()), nonce(throttled_gemm(1.001)));
}

TEST(RunHtml, refuses_parts_that_do_not_fit_together) {
  const std::vector records = {run_with_gaps()};
  const auto why = [&](const ReportParts& parts) {
    const Result<std::string> page = run_html(records, parts);
    return page.ok() ? std::string("fine") : page.error().what;
  };
  EXPECT_EQ(why(kParts), "fine");
  EXPECT_EQ(why({"{{records}}", "p", "d", "c"}), "the report's page has no place for \"style\"");
  EXPECT_EQ(why({"{{other}}", "p", "d", "c"}), "the report's page asks for \"other\"");
  EXPECT_EQ(why({"{{style", "p", "d", "c"}), "a place in the report's page has no end");
  EXPECT_EQ(why({kPage, "p", "d", ""}), "the report's chart library is empty");
  EXPECT_EQ(why({kPage, "p", "d = '</SCRIPT>'", "c"}),
            "the report's script holds \"</script\", which would end it");
  EXPECT_EQ(why({kPage, "p", "d", "c", "a' 'unsafe-inline"}),
            "a nonce has letters and digits only");
  EXPECT_EQ(run_html({}, kParts).error().what, "there is no record to report");
}

TEST(RunHtml, made_of_its_own_parts_asks_no_other_machine_for_anything) {
  const Assets assets;
  if (!assets.are_there()) GTEST_SKIP() << "GB10_SOURCE does not name the sources";
  const Result<std::string> page = run_html(std::vector{throttled_gemm()}, assets.parts());
  ASSERT_TRUE(page.ok()) << page.error().what;
  const std::string policy = between(*page, "Content-Security-Policy\" content=\"", "\"");
  EXPECT_TRUE(policy.starts_with("default-src 'none'; script-src 'nonce-")) << policy;
  EXPECT_EQ(policy.find("unsafe"), std::string::npos) << policy;
  for (const char* const place :
       {"{{style}}", "{{charts}}", "{{script}}", "{{records}}", "{{nonce}}"})
    EXPECT_EQ(page->find(place), std::string::npos) << place;
  EXPECT_NE(page->find(assets.parts().charts), std::string::npos);
  for (const std::string& text : {*assets.page, *assets.style, *assets.script}) {
    for (const char* const sign : {"http:", "https:", "//www", "innerHTML", "url(", "@import"})
      EXPECT_EQ(text.find(sign), std::string::npos) << sign;
  }
}

// The pages and records that a browser looks at: tests/report_page --page.
TEST(RunHtml, pages_for_a_browser_are_written_where_they_are_wanted) {
  const char* const folder = std::getenv("GB10_REPORT_PAGES");
  if (!folder) GTEST_SKIP() << "GB10_REPORT_PAGES names no folder";
  const Assets assets;
  if (!assets.are_there() || !assets.charts) GTEST_SKIP() << "no sources, or no libjs-chart.js";
  const std::filesystem::path into = folder;
  const auto write = [&](const std::string& name, const std::vector<RunRecord>& records) {
    const Result<std::string> page = run_html(records, assets.parts());
    ASSERT_TRUE(page.ok()) << page.error().what;
    std::ofstream(into / (name + ".html"), std::ios::binary) << *page;
    std::ofstream(into / (name + ".json"), std::ios::binary) << to_text(to_json(records[0]));
  };
  write("gemm", {throttled_gemm()});
  write("gaps", {run_with_gaps()});
  write("hostile", {hostile_run()});
  write("several", {throttled_gemm(), throttled_gemm(0.97), run_with_gaps()});
}

}  // namespace
}  // namespace gb10
