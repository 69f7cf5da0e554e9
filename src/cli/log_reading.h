#pragma once

#include "cli/command.h"
#include "cli/log_source.h"
#include "doctor/doctor.h"
#include "explain/explain.h"

namespace gb10 {

/// The signatures in force here and in the folders of --data.
Result<SignatureBook> signature_book(const Arguments& arguments, const Io& io);

/// The whole log, explained.
Result<Explanation> explained_log(const LogSource& source, SignatureBook& book);

/// Adds to each cause what the machine at hand says to it: that its doctor finds the same, and the
/// facts that the signature names.
void join_machine(Explanation& explanation, const Facts& facts, const Diagnosis& diagnosis);

}  // namespace gb10
