#include "model/run_record.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace gb10 {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

class Random {
 public:
  explicit Random(unsigned seed) : bits_(seed) {}
  std::size_t below(std::size_t count) { return bits_() % count; }
  double number() {
    constexpr double kOdd[] = {0, -0.5, 1e-300, 1.7e308, 123456789012345678.0, 0.1, kNone};
    return below(3) == 0
               ? kOdd[below(std::size(kOdd))]
               : std::ldexp(static_cast<double>(bits_()), static_cast<int>(below(40)) - 20);
  }
  std::string text() {
    constexpr const char* kPieces[] = {"gpu", ".", "\"",   "\\", "\n", "°C",
                                       " ",   "0", "\x01", "é",  "}"};
    std::string out;
    for (std::size_t i = below(6); i > 0; --i) out += kPieces[below(std::size(kPieces))];
    return out;
  }
  Unit unit() { return static_cast<Unit>(below(static_cast<std::size_t>(Unit::joules) + 1)); }
  Value value() {
    switch (below(7)) {
      case 0:
        return below(2) == 0;
      case 1:
        return static_cast<std::int64_t>(bits_()) - (std::int64_t{1} << 31);
      case 2:
        return 0.5 + static_cast<double>(below(100));
      case 3:
        return text();
      case 4:
        return Quantity{static_cast<double>(below(1000)), unit()};
      case 5:
        return Version{text()};
      default:
        return std::vector<std::string>{text(), text()};
    }
  }

 private:
  std::mt19937 bits_;
};

RunRecord any_record(Random& random) {
  RunRecord out;
  out.id = random.text();
  for (std::size_t i = random.below(4); i > 0; --i) out.command.push_back(random.text());
  out.version = random.text();
  out.begun = static_cast<std::int64_t>(random.below(1U << 31)) * 1'000'000'007;
  for (std::size_t i = random.below(5); i > 0; --i) {
    const std::string key = "topic." + random.text();
    if (random.below(3) == 0)
      out.machine.unknown(key, {Error::Kind::denied, random.text(), random.text()}, random.text());
    else
      out.machine.set(key, random.value(), random.text());
    if (random.below(3) == 0) out.machine.incomplete(key, random.text());
  }
  for (std::size_t i = random.below(3); i > 0; --i) out.params[random.text()] = random.text();
  for (std::size_t i = random.below(4); i > 0; --i) {
    Series series{"m" + random.text(), random.unit(), {}, {}};
    double at = 0;
    for (std::size_t j = random.below(20); j > 0; --j) {
      series.at.push_back(at += static_cast<double>(random.below(1000)) / 1000);
      series.values.push_back(random.number());
    }
    out.series.push_back(std::move(series));
    out.results.push_back(
        {"f" + random.text(), random.unit(), random.number(), random.text(), random.text()});
  }
  for (std::size_t i = random.below(3); i > 0; --i) out.notes.push_back(random.text());
  return out;
}

TEST(RunRecord, survives_json_whatever_it_holds) {
  Random random(4);
  for (int round = 0; round < 500; ++round) {
    const RunRecord record = any_record(random);
    const std::string text = to_text(to_json(record));
    const Result<Json> json = parse_json(text);
    ASSERT_TRUE(json.ok()) << text;
    const Result<RunRecord> again = run_record_from(*json);
    ASSERT_TRUE(again.ok()) << again.error().what << "\n" << text;
    EXPECT_TRUE(*again == record) << text;
    EXPECT_EQ(to_text(to_json(*again)), text);
  }
}

TEST(RunRecord, what_is_not_known_is_null_and_never_zero) {
  RunRecord record;
  record.series.push_back({"gpu.power", Unit::watts, {0, 1}, {kNone, 30.5}});
  record.results.push_back({"gpu.energy", Unit::joules, kNone, "computed", "no driver"});
  const std::string text = to_text(to_json(record));
  EXPECT_NE(text.find(R"("values":[null,30.5])"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("unit":"joules","value":null)"), std::string::npos) << text;
  EXPECT_TRUE(std::isnan(run_record_from(*parse_json(text))->find("gpu.energy")->value));
}

TEST(RunRecord, another_form_is_refused_as_such) {
  Json json = to_json(RunRecord());
  json.set("schema", 2);
  EXPECT_EQ(run_record_from(json).error().kind, Error::Kind::unsupported);
  EXPECT_EQ(run_record_from(Json::object()).error().kind, Error::Kind::invalid);
  EXPECT_EQ(run_record_from(Json::array()).error().kind, Error::Kind::invalid);
}

TEST(RunRecord, damage_is_an_error) {
  const auto with = [](const char* key, const char* text) {
    Json json = to_json(RunRecord());
    json.set(key, *parse_json(text));
    return run_record_from(json);
  };
  for (const char* const series :
       {"7", "[7]", "[{}]", R"([{"metric":"a","unit":"watts","at":[1],"values":[]}])",
        R"([{"metric":"a","unit":"watts","at":[2,1],"values":[1,1]}])",
        R"([{"metric":"a","unit":"watts","at":[null],"values":[1]}])",
        R"([{"metric":"a","unit":"parsecs","at":[],"values":[]}])",
        R"([{"metric":"a","unit":"watts","at":["1"],"values":[1]}])"}) {
    EXPECT_FALSE(with("series", series).ok()) << series;
  }
  EXPECT_FALSE(with("results", R"([{"name":"a","unit":"none"}])").ok());
  EXPECT_FALSE(with("results", R"([{"name":"a","unit":"none","value":"1"}])").ok());
  EXPECT_FALSE(with("machine", R"({"a":{}})").ok());
  EXPECT_FALSE(with("machine", "[]").ok());
  EXPECT_FALSE(with("params", R"({"a":1})").ok());
  EXPECT_FALSE(with("command", R"([1])").ok());
  EXPECT_FALSE(with("notes", "null").ok());
  EXPECT_FALSE(with("begun", "1.5").ok());
  EXPECT_TRUE(with("later", "[]").ok()) << "more than this version knows does no harm";
}

TEST(Quantity, energy_is_read_and_shown) {
  EXPECT_EQ(*parse_quantity("2 kJ"), (Quantity{2000, Unit::joules}));
  EXPECT_EQ(*parse_quantity("1 Wh"), (Quantity{3600, Unit::joules}));
  EXPECT_EQ(to_text(Quantity{412.4, Unit::joules}), "412 J");
  EXPECT_EQ(to_text(Quantity{41240, Unit::joules}), "41.2 kJ");
}

}  // namespace
}  // namespace gb10
