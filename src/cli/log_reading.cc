#include "cli/log_reading.h"

#include <fmt/format.h>

#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "doctor/signatures_in_force.h"

namespace gb10 {

Result<SignatureBook> signature_book(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::unique_ptr<Host> here = this_host(io);
  return signatures_in_force(*here, data);
}

Result<Explanation> explained_log(const LogSource& source, SignatureBook& book) {
  Matcher matcher(book);
  TRY(read_log(source, [&](std::string_view bytes) {
    matcher.feed(bytes);
    return true;
  }));
  matcher.end();
  return explained(matcher);
}

void join_machine(Explanation& explanation, const Facts& facts, const Diagnosis& diagnosis) {
  for (Known& cause : explanation.causes) {
    for (const Finding& finding : diagnosis.findings) {
      if (finding.name == cause.name)
        cause.here.push_back(fmt::format("gb10 doctor finds it too: {}", finding.message));
    }
    for (const std::string& fact : cause.facts) {
      const std::vector<std::string> lines = facts_in_words(facts, fact);
      cause.here.insert(cause.here.end(), lines.begin(), lines.end());
    }
  }
}

}  // namespace gb10
