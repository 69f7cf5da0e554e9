#pragma once

#include <set>
#include <string>
#include <string_view>

#include "host/record.h"
#include "host/redact_span.h"

namespace gb10::redaction {

/// The names of a machine and of its people, in lower case.
struct Names {
  std::set<std::string> users;
  std::set<std::string> hosts;
  std::set<std::string> people;  // full names and their words
};

/// What the answers themselves say: /etc/passwd, /etc/hostname, `hostnamectl`, HOME and so on.
Names names_of(const Record& record);

/// Adds users and hosts where they surely are names: below /home, before "@", in "uid=1000(NAME)",
/// as a field of /etc/passwd, where a line of a log names its machine. Names below /home are found
/// even when nothing else speaks of them.
void find_names(std::string_view text, const Place& place, const Names& names, Spans& spans);

/// Adds what stands in lists of names: all of a hosts file, what /etc/passwd says of people, the
/// networks that NetworkManager names in its log.
void find_listed(std::string_view text, const Place& place, Spans& spans);

/// Adds machines in networks that are somebody's own: "nas.fritz.box", "x.tail1a2b3.ts.net".
void find_domains(std::string_view text, const Place& place, Spans& spans);

/// Adds servers, shares and users of mounts of other machines, as /proc/mounts tells them.
void find_mounts(std::string_view text, const Place& place, Spans& spans);

/// `domain` without "lan" or "fritz.box" at its end, which tell nothing.
std::string_view without_private_suffix(std::string_view domain);

/// True for a domain that find_domains finds wherever it stands.
bool is_private_domain(std::string_view domain);

/// True for a word of a question that is the program's own: its name when it is the `program`,
/// options, sub-commands, templates. All but operands.
bool is_grammar(std::string_view word, bool program);

/// True for names that are the same on every machine, and for none.
bool is_public_host(std::string_view name);

/// True for a name that is a word of ordinary talk about such machines ("spark", "max"): it is
/// replaced only where it surely is a name.
bool is_ordinary(std::string_view name);

/// True for a folder, script or program that is called so on many machines, in lower case.
bool is_usual_part(std::string_view word);

/// True when `word` is one of those in `list`, which have a blank before and behind each.
bool has_word(std::string_view list, std::string_view word);

}  // namespace gb10::redaction
