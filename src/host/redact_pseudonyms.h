#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "host/redact_addresses.h"
#include "host/redact_span.h"

namespace gb10::redaction {

/// A secret that is looked for wherever it stands.
struct Literal {
  std::string text;  // lower case when `fold`
  Secret kind = Secret::word;
  bool whole_word = true;
  bool fold = false;  // upper and lower case are the same
};

/// Every secret of a Record and what stands in its place. First all are added, then settle(), then
/// of() answers. A pseudonym that comes in stays what it is, so that redacting twice is redacting
/// once.
class Pseudonyms {
 public:
  /// What one secret is, in whatever form it is written.
  void add(std::string_view text, const Span& span);
  /// A pseudonym that comes in is given to nothing else.
  void reserve(Secret kind, std::uint64_t number) { reserved_[kind].insert(number); }
  void settle();

  /// What stands in the place of `secret`; the same text when it is none.
  std::string of(Secret kind, std::string_view secret) const;

  /// Secrets that are to be found without any sign around them: those that cannot be taken for
  /// something ordinary. Names of users and hosts are none: Names knows which of them count.
  std::vector<Literal> literals() const;
  /// True when these hex digits were seen as a secret, perhaps in another form.
  bool knows_digits(std::string_view digits) const;

 private:
  struct Named {
    std::map<std::string, std::uint64_t, std::less<>> numbers;  // 0 until settled
  };
  std::string of_address6(std::string_view secret) const;
  std::string of_digits(std::string_view secret) const;

  AddressMap addresses_;
  AddressMap6 addresses6_;
  std::map<std::size_t, Named> hex_;  // by the number of digits
  std::map<Secret, Named> named_;
  std::map<Secret, std::set<std::uint64_t>> reserved_;
  std::set<std::string, std::less<>> spread_;  // hosts that are looked for everywhere
};

/// True for a name that can be nothing else wherever it stands.
bool is_peculiar(Secret kind, std::string_view text);

/// True for a word that stands in the place of a secret already, and for "folder-1", "file-1".
bool is_pseudonym(std::string_view word);

/// The pseudonyms in `text` that are words: "user-1", "host-2".
struct OwnName {
  std::size_t begin = 0, end = 0;
  Secret kind = Secret::word;
  std::uint64_t number = 0;
};
std::vector<OwnName> own_names(std::string_view text);

/// The hex digits of `text` in lower case, without a leading 0x.
std::string digits_of(std::string_view text);

}  // namespace gb10::redaction
