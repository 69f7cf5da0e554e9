#include <algorithm>
#include <array>

#include "host/redact_shapes.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

/// How the tokens of a service begin and how long the rest is at least.
struct Form {
  View prefix;
  std::size_t rest;
};
constexpr std::array kForms = {
    Form{"hf_", 16},    Form{"nvapi-", 16},      Form{"sk-", 16},    Form{"ghp_", 16},
    Form{"gho_", 16},   Form{"ghu_", 16},        Form{"ghs_", 16},   Form{"ghr_", 16},
    Form{"glpat-", 16}, Form{"github_pat_", 16}, Form{"xoxb-", 10},  Form{"xoxp-", 10},
    Form{"xoxa-", 10},  Form{"xoxs-", 10},       Form{"AKIA", 12},   Form{"ASIA", 12},
    Form{"AIza", 24},   Form{"npm_", 24},        Form{"pypi-", 24},  Form{"dckr_pat_", 16},
    Form{"tskey-", 12}, Form{"gsk_", 16},        Form{"ya29.", 16},  Form{"ssk_", 16},
    Form{"lsv2_", 16},  Form{"r8_", 24},         Form{"dop_v1_", 24}};

bool in_token(char c) { return is_alnum(c) || c == '_' || c == '-'; }
bool in_base64(char c) { return is_alnum(c) || c == '+' || c == '/' || c == '='; }
bool in_opaque(char c) { return in_token(c) || in_base64(c) || c == '.' || c == '~'; }

/// The end of a run that begins at `at`; no token is longer than the bound.
template <class F>
std::size_t run_end(View text, std::size_t at, F in) {
  const std::size_t last = std::min(text.size(), at + 8192);
  while (at < last && in(text[at])) ++at;
  return at;
}

bool has_both_cases(View text) {
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return std::any_of(text.begin(), text.end(), is_small) &&
         std::any_of(text.begin(), text.end(), is_capital);
}

TokenShape service_token(View text, std::size_t at) {
  const View rest = text.substr(at);
  for (const Form& form : kForms) {
    if (!rest.starts_with(form.prefix)) continue;
    // In random letters a digit comes soon, and letters of both cases sooner; words with dashes may
    // go on for long with neither.
    const std::size_t first = at + form.prefix.size();
    const View head = text.substr(at, run_end(text.substr(0, first + 128), first, in_token) - at);
    const View random = head.substr(std::min(form.prefix.size(), head.size()));
    const bool digit = std::any_of(head.begin() + 1, head.end(), is_digit);
    if (!digit && !has_both_cases(random)) continue;
    const std::size_t end = run_end(text, first, in_token);
    if (end - first >= form.rest) return {at, end};
  }
  return {};
}

/// Three runs of base64 between dots, of which the first is a JSON object.
TokenShape json_web_token(View text, std::size_t at) {
  if (!text.substr(at).starts_with("eyJ")) return {};
  constexpr std::size_t kLongestHead = 2048;
  const std::size_t dot = run_end(text.substr(0, at + kLongestHead), at, in_token);
  if (char_at(text, dot) != '.') return {};
  const auto in = [](char c) { return in_token(c) || c == '.'; };
  const std::size_t end = run_end(text, at, in);
  const View found = text.substr(at, end - at);
  if (found.size() < 24 || std::count(found.begin(), found.end(), '.') < 2) return {};
  return {at, end};
}

TokenShape bearer(View text, std::size_t at) {
  for (const View word : {View("Bearer "), View("bearer "), View("Basic ")}) {
    if (!text.substr(at).starts_with(word)) continue;
    const std::size_t begin = at + word.size();
    const std::size_t end = run_end(text, begin, in_opaque);
    const View found = text.substr(begin, end - begin);
    const bool opaque = std::any_of(found.begin(), found.end(), is_digit) || found.size() >= 20;
    if (found.size() >= 8 && opaque) return {begin, end};
  }
  return {};
}

/// The base64 of an SSH key: it begins with the length and the name of its kind.
TokenShape ssh_key(View text, std::size_t at) {
  if (!text.substr(at).starts_with("AAAA")) return {};
  const std::size_t end = run_end(text, at, in_base64);
  if (end - at < 40) return {};
  return {at, end, Secret::key};
}

TokenShape fingerprint(View text, std::size_t at) {
  constexpr View kPrefix = "SHA256:";
  if (!text.substr(at).starts_with(kPrefix)) return {};
  const std::size_t begin = at + kPrefix.size();
  const std::size_t end = run_end(text, begin, in_base64);
  if (end - begin != 43) return {};
  return {begin, end, Secret::key};
}

/// A private key in PEM form, up to its end mark or the end of the text.
TokenShape private_key(View text, std::size_t at) {
  constexpr View kBegin = "-----BEGIN ", kEnd = "-----END ";
  if (!text.substr(at).starts_with(kBegin)) return {};
  const std::size_t line = text.find("-----", at + kBegin.size());
  if (line == View::npos || line - at > 60) return {};
  if (text.substr(at, line - at).find("PRIVATE KEY") == View::npos) return {};
  const std::size_t begin = line + 5;
  const std::size_t end = std::min(text.find(kEnd, begin), text.size());
  const std::size_t first = text.find_first_not_of("\r\n", begin);
  const std::size_t last = text.find_last_not_of("\r\n", end - 1);
  if (first == View::npos || first >= end || last < first) return {};
  return {first, last + 1, Secret::key};
}

/// "user:password@" behind "://".
TokenShape credentials(View text, std::size_t at) {
  if (!text.substr(at).starts_with("://")) return {};
  const std::size_t begin = at + 3;
  const auto in = [](char c) { return in_opaque(c) || View(":%!$&*()',;").find(c) != View::npos; };
  const std::size_t end = run_end(text, begin, [&](char c) { return in(c) && c != '/'; });
  const View found = text.substr(begin, end - begin);
  if (char_at(text, end) != '@' || found.empty() || found == "git") return {};
  return {begin, end};
}

/// The path of an address to which whoever knows it may post: "https://hooks.slack.com/services/…",
/// "https://discord.com/api/webhooks/…".
TokenShape hook(View text, std::size_t at) {
  if (!text.substr(at).starts_with("://")) return {};
  const std::size_t host = at + 3;
  const auto in_host = [](char c) { return in_token(c) || c == '.' || c == ':'; };
  const std::size_t path = run_end(text, host, in_host);
  if (char_at(text, path) != '/') return {};
  const auto in_path = [](char c) { return in_opaque(c) || View("?&%:@,!").find(c) != View::npos; };
  const std::size_t end = run_end(text, path + 1, in_path);
  const View name = text.substr(host, path - host);
  const bool posts = name.starts_with("hooks.") || name.find("webhook") != View::npos ||
                     text.substr(path, end - path).find("/webhooks/") != View::npos;
  if (!posts || end - path < 9) return {};
  return {path + 1, end};
}

}  // namespace

TokenShape token_at(std::string_view text, std::size_t at) {
  switch (text[at]) {
    case '-':
      return private_key(text, at);
    case ':':
      if (const TokenShape user = credentials(text, at); user.end != 0) return user;
      return hook(text, at);
    case 'A':
      if (const TokenShape key = ssh_key(text, at); key.end != 0) return key;
      break;
    case 'B':
    case 'b':
      return bearer(text, at);
    case 'S':
      return fingerprint(text, at);
    case 'e':
      return json_web_token(text, at);
    default:
      break;
  }
  return service_token(text, at);
}

}  // namespace gb10::redaction
