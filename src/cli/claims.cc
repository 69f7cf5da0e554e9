#include "cli/claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "doctor/rules_in_force.h"
#include "report/checklist.h"
#include "rules/wording.h"

namespace gb10 {

namespace {

bool is_fact(std::string_view name, std::span<const FactSpec> own) {
  const std::string bound = replaced(name, "[*]", "[x]");
  return spec_in_rule(name) || std::any_of(own.begin(), own.end(), [&](const FactSpec& spec) {
           return fits(spec.pattern, bound);
         });
}

Error no_such_fact(const Claim& claim, int line, std::string_view name) {
  return {Error::Kind::invalid,
          fmt::format("{}:{}: no fact is called {}", claim.origin, line, printable(name, 80)),
          "gb10 inspect --json lists the facts and their types"};
}

}  // namespace

Result<void> check_claim(const Claim& claim, std::span<const FactSpec> own) {
  for (const Clause& clause : clauses_of(claim)) {
    if (!is_fact(clause.fact, own)) return no_such_fact(claim, clause.line, clause.fact);
  }
  for (const std::string& text : texts_of(claim)) {
    for (const std::string& name : placeholders(text)) {
      if (name != "*" && !is_fact(name, own)) return no_such_fact(claim, 1, name);
    }
  }
  return {};
}

Result<std::vector<Claim>> claims_in_force(const Arguments& arguments, const Io& io,
                                           std::string_view kind, std::span<const FactSpec> own) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::unique_ptr<Host> here = this_host(io);
  const std::vector<DataFile> files = TRY(readable_files(*here, kind, data));
  std::vector<Claim> claims = TRY(read_claims(files));
  for (const Claim& claim : claims) {
    if (claim.origin != kBuiltIn) TRY(check_claim(claim, own));
  }
  return claims;
}

void show_checklist(const Checklist& list, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(to_json(list), 2) + "\n");
  else if (arguments.has("--markdown"))
    io.print(markdown(list));
  else
    io.print(text(list, {io.color, io.width, arguments.has("--all")}));
}

}  // namespace gb10
