#include "host/redact_rules.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

constexpr std::array<View, 8> kSerials = {"serial",      "serialnumber", "serialno",   "serialnum",
                                          "serialshort", "assettag",     "servicetag", "wwid"};
constexpr std::array<View, 19> kTokens = {
    "token",         "apikey",     "secret",        "accesskey",  "secretkey",
    "authkey",       "privatekey", "accesskeyid",   "credential", "credentials",
    "encryptionkey", "cookie",     "authorization", "keybase",    "webhook",
    "webhookurl",    "licensekey", "signingkey",    "masterkey"};
constexpr std::array<View, 7> kPasswords = {"password", "passwd", "passphrase", "wpapsk",
                                            "psk",      "pwd",    "passcode"};
/// Names that end like those of tokens and are words of language models, or of sudo.
constexpr std::array<View, 11> kOpen = {"eostoken",    "bostoken", "padtoken",  "unktoken",
                                        "masktoken",   "septoken", "clstoken",  "pertoken",
                                        "outputtoken", "nopasswd", "firsttoken"};

template <std::size_t N>
bool ends_with_any(View text, const std::array<View, N>& ends) {
  return std::any_of(ends.begin(), ends.end(), [&](View end) { return text.ends_with(end); });
}

template <std::size_t N>
bool is_one_of(View text, const std::array<View, N>& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// A word of a key with "_" and "-" taken out, in lower case.
std::string plain(View key) {
  std::string out;
  for (const char c : lower(key)) {
    if (c != '_' && c != '-') out += c;
  }
  return out;
}

bool has_digit(View text) { return std::any_of(text.begin(), text.end(), is_digit); }
bool is_number(View text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == '.'; });
}
bool is_path(View text) {
  return text.starts_with('/') && text.size() > 1 && text[1] >= 'a' && text[1] <= 'z' &&
         text.find('/', 1) != View::npos;
}
bool is_name(View text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_alnum(c) || c == '.' || c == '_' || c == '-'; });
}
bool is_hex_form(View text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_hex(c) || c == '-' || c == ':'; });
}

Span all_of(View value, Secret kind) { return {0, value.size(), kind}; }

std::optional<Span> serial_in(View value) {
  if (value.size() < 4 || !has_digit(value) || !is_name(value)) return std::nullopt;
  if (is_number(value) && value.size() < 5) return std::nullopt;
  return all_of(value, Secret::serial);
}

/// What is long, or a mixture of letters and digits: "--wandb-key 0123…", not "--sort-key name".
bool looks_opaque(View text) {
  const bool letter =
      std::any_of(text.begin(), text.end(), [](char c) { return is_alnum(c) && !is_digit(c); });
  return text.size() >= 20 || (text.size() >= 8 && has_digit(text) && letter);
}

/// UUIDs of the usual form are found by it. Those of FAT, LVM and NTFS have others.
std::optional<Span> uuid_in(View value) {
  if (value.size() < 9 || value.size() > 40 || !has_digit(value) || !is_name(value)) {
    return std::nullopt;
  }
  if (is_hex_form(value)) return all_of(value, Secret::hex);
  if (value.starts_with("GPU-") || value.starts_with("MIG-")) return std::nullopt;
  return all_of(value, Secret::serial);
}

std::optional<Span> digits_in(View value, std::ptrdiff_t least) {
  const std::size_t skip = value.starts_with("0x") ? 2 : value.starts_with("eui.") ? 4 : 0;
  const View rest = value.substr(skip);
  if (!is_hex_form(rest)) return std::nullopt;
  if (std::count_if(rest.begin(), rest.end(), is_hex) < least) return std::nullopt;
  return Span{skip, value.size(), Secret::hex};
}

std::optional<Span> token_in(View value, std::size_t least) {
  if (value.size() < least || is_path(value) || (is_number(value) && value.size() < 8)) {
    return std::nullopt;
  }
  return all_of(value, Secret::token);
}

/// "SMTP_PASS", "smtp_pass", "--smtp-pass", and not "compass" or "first-pass".
/// "HF_TOKEN_READ", "SSHPASS", "APP_KEY_1": a variable one of whose words says what it holds.
bool is_telling_variable(View key) {
  static constexpr std::array<View, 14> kWords = {
      "TOKEN", "SECRET", "PASS", "PASSWORD", "PASSWD",     "PW",      "PWD",
      "KEY",   "KEYS",   "AUTH", "CRED",     "CREDENTIAL", "SSHPASS", "APIKEY"};
  const auto words = split(key, '_');
  if (words.size() == 1) return key == "SSHPASS" || key == "APIKEY";
  return std::any_of(words.begin(), words.end(),
                     [&](View word) { return is_one_of(word, kWords); });
}

/// "--ngc-key", "--api-keys", "--requirepass", "--gradio-auth": an option that takes a secret, and
/// not
/// "--sort-key".
bool is_telling_option(View key) {
  if (!key.starts_with("--")) return false;
  static constexpr std::array<View, 9> kWords = {"secret", "pass",        "pw",    "pwd", "jwt",
                                                 "bearer", "requirepass", "ngrok", "auth"};
  static constexpr std::array<View, 10> kOther = {"sort",      "group", "primary", "foreign",
                                                  "partition", "cache", "shard",   "public",
                                                  "dict",      "map"};
  const auto words = split(key.substr(2), '-');
  if (std::any_of(words.begin(), words.end(), [&](View word) { return is_one_of(word, kWords); }))
    return true;
  const bool key_like = words.size() > 1 && (words.back() == "key" || words.back() == "keys");
  return key_like && !is_one_of(words[words.size() - 2], kOther);
}

bool is_pass(View key) {
  return key.ends_with("_PASS") || key.ends_with("_pass") ||
         (key.starts_with("--") && key.ends_with("-pass"));
}

}  // namespace

Field field_of(std::string_view key, std::string_view before, char separator) {
  const std::string name = plain(key), prior = plain(before);
  if (ends_with_any(name, kOpen) || key == "PWD" || key == "OLDPWD") return Field::none;
  if (name == "passwd" && separator == ':') return Field::none;  // nsswitch.conf
  if (ends_with_any(name, kSerials) || name == "sn") return Field::serial;
  if (prior == "serial" && (name == "number" || name == "no")) return Field::serial;
  if ((prior == "asset" || prior == "service") && name == "tag") return Field::serial;
  if (name.ends_with("uuid")) return Field::uuid;
  static constexpr std::array<View, 4> kGuids = {"eui", "eui64", "nguid", "wwn"};
  if (name.ends_with("guid") || is_one_of(name, kGuids)) return Field::guid;
  static constexpr std::array<View, 3> kOwners = {"machine", "boot", "device"};
  static constexpr std::array<View, 3> kIds = {"deviceid", "hostid", "boot"};
  if ((name == "id" && is_one_of(prior, kOwners)) || is_one_of(name, kIds) ||
      name.ends_with("machineid") || name.ends_with("bootid")) {
    return Field::machine;
  }
  if (ends_with_any(name, kTokens)) return Field::token;
  if (ends_with_any(name, kPasswords)) return Field::password;
  if (is_pass(key)) return Field::token;
  if (is_telling_option(key)) return Field::token;
  if (name == "ssid" || name == "essid") return Field::network;
  if (name == "auth" || (key.starts_with("--") && key.ends_with("-key"))) return Field::opaque;
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool shouted = std::none_of(key.begin(), key.end(), is_small);
  if (shouted && is_telling_variable(key)) return Field::token;
  static constexpr std::array<View, 9> kShort = {"key", "sig",     "signature", "pass",    "pw",
                                                 "jwt", "session", "bearer",    "cryptkey"};
  return separator == '=' && is_one_of(name, kShort) ? Field::opaque : Field::none;
}

std::optional<Span> secret_in(Field field, std::string_view value) {
  if (is_placeholder(value)) return std::nullopt;
  switch (field) {
    case Field::serial:
      return serial_in(value);
    case Field::uuid:
      return uuid_in(value);
    case Field::guid:
      return digits_in(value, 12);
    case Field::machine:
      return digits_in(value, 20);
    case Field::token:
      return token_in(value, 4);
    case Field::argument:
      return token_in(value, 2);
    case Field::opaque:
      return looks_opaque(value) ? token_in(value, 4) : std::nullopt;
    case Field::password:
      return is_path(value) ? std::nullopt : std::optional(all_of(value, Secret::token));
    case Field::network:
      return all_of(value, Secret::network);
    case Field::none:
      break;
  }
  return std::nullopt;
}

bool is_placeholder(std::string_view value) {
  static constexpr std::array<View, 26> kWords = {
      "true",   "false", "none", "null",    "nil",     "yes",    "no",    "on",      "off",
      "empty",  "dummy", "auto", "default", "unknown", "bearer", "basic", "n/a",     "not",
      "string", "to",    "y",    "invalid", "files",   "0",      "1",     "redacted"};
  if (value.empty() || kTemplateBegins.find(value[0]) != View::npos) return true;
  if (value.size() <= 10 && is_one_of(lower(value), kWords)) return true;
  return std::all_of(value.begin(), value.end(), [&](char c) { return c == value[0]; });
}

}  // namespace gb10::redaction
