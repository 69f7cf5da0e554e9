#include "host/host.h"

namespace gb10 {

std::vector<Result<Output>> HostView::query_all(std::span<const Command> commands) const {
  std::vector<Result<Output>> answers;
  answers.reserve(commands.size());
  for (const auto& command : commands) answers.push_back(query(command));
  return answers;
}

}  // namespace gb10
