#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/quantity.h"
#include "model/version.h"

namespace gb10 {

using Value = std::variant<bool, std::int64_t, double, std::string, Quantity, Version,
                           std::vector<std::string>>;

/// What kind of value a fact has.
enum class Type { boolean, integer, number, text, quantity, version, list };
const char* word(Type type);

/// For people: "yes", "0", "118.0 GiB", "a, b".
std::string to_text(const Value& value);

/// A value of the machine, or the reason why it is not known; never a 0 that means "no answer".
/// `source` says where it comes from ("/proc/meminfo", "NVML", "docker info").
struct Fact {
  Result<Value> value;
  std::string source;
  /// Why a list or a count may lack something; empty when it is whole. What such a value does not
  /// hold decides nothing.
  std::string gaps = {};
};

/// Facts by key. A key is `topic.field` or, where there are several of a kind,
/// `topic[instance].field`: "memory.swap_used", "block[nvme0n1].read_ahead",
/// "python[/home/u/.venv].torch". An instance never holds "]".
class Facts {
 public:
  using Map = std::map<std::string, Fact, std::less<>>;

  void set(std::string key, Value value, std::string source);
  void unknown(std::string key, Error why, std::string source);
  /// Either of the two.
  void put(std::string key, Result<Value> value, std::string source);

  /// Says why the value of `key`, which is there already, may lack something.
  void incomplete(std::string_view key, std::string gaps);

  const Fact* find(std::string_view key) const;
  /// The value when it is known and of type T.
  template <class T>
  const T* known(std::string_view key) const {
    const Fact* const fact = find(key);
    return fact && fact->value.ok() ? std::get_if<T>(&*fact->value) : nullptr;
  }
  bool is_true(std::string_view key) const {
    const bool* const value = known<bool>(key);
    return value && *value;
  }

  /// The instances of `topic`, sorted: every X for which a key "topic[X]…" exists.
  std::vector<std::string> instances(std::string_view topic) const;

  const Map& all() const { return map_; }
  void merge(Facts&& other);

 private:
  Map map_;
};

/// "block[nvme0n1].read_ahead".
std::string key(std::string_view topic, std::string_view instance, std::string_view field);

/// What a collector may say: one line per fact. `pattern` has "[*]" where instances stand.
struct FactSpec {
  const char* pattern;
  Type type;
  Unit unit;
  const char* words;  // what it is, for `gb10 inspect` and for readers of rules
};

/// True when `key` is one of `pattern` ("block[*].read_ahead").
bool fits(std::string_view pattern, std::string_view key);

/// {"value": …, "unit": …, "source": …} or {"unknown": {kind, what}, "source": …}
Json to_json(const Fact& fact);
Json to_json(const Facts& facts);
Result<Value> value_from(const Json& json);
Json to_json(const Value& value);

}  // namespace gb10
