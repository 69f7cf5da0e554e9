#pragma once

#include "cli/command.h"

namespace gb10 {

/// `gb10 container compose NAME`: prints a compose file, or writes it to a file that is not there.
Result<int> container_compose(const Arguments& arguments, const Io& io);
/// `gb10 container check [NAME]`: asks a running container what it has of the GPU.
Result<int> container_check(const Arguments& arguments, const Io& io);
/// `gb10 container audit IMAGE.tar`: can its code run here, and what was left in it.
Result<int> container_audit(const Arguments& arguments, const Io& io);

/// The templates that came with the program.
std::vector<std::string> container_template_names();

}  // namespace gb10
