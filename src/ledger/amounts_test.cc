#include "ledger/amounts.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

std::string why_not(std::string_view text) {
  const Result<Quantity> read = parse_amount(text);
  return read.ok() ? "" : read.error().what;
}

TEST(parse_amount, reads_gibibytes_however_they_are_written) {
  for (const char* const text : {"90GiB", "90 GiB", "90gib", "90Gib", "90G", "90g", "90", " 90 ",
                                 "90.0", "92160M", "96636764160B", "96636764160 bytes"}) {
    EXPECT_EQ(parse_amount(text), Result<Quantity>(bytes(90 * kGib))) << text;
  }
  EXPECT_EQ(parse_amount("0.5T"), Result<Quantity>(bytes(512 * kGib)));
}

TEST(parse_amount, takes_gb_for_what_it_says) {
  EXPECT_EQ(parse_amount("90GB"), Result<Quantity>(bytes(90e9)));
  EXPECT_EQ(parse_amount("90gb"), Result<Quantity>(bytes(90e9)));
  EXPECT_EQ(parse_amount("1500 MB"), Result<Quantity>(bytes(1500e6)));
}

TEST(parse_amount, says_what_is_wrong_with_an_amount) {
  for (const char* const text : {"", "lots", "GiB", "nan", "inf", "9,5GiB", "90GiBs", "20W", "1-2"})
    EXPECT_TRUE(why_not(text).ends_with("is no amount of memory")) << text << why_not(text);
  EXPECT_EQ(why_not("-5GiB"), "\"-5GiB\" is less than nothing");
  EXPECT_EQ(why_not("0"), "\"0\" is no memory at all, which is always there");
  EXPECT_EQ(why_not("96636764160"), "\"96636764160\" is more than any machine has");
}

}  // namespace
}  // namespace gb10
