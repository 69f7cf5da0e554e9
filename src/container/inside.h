#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/host.h"
#include "model/checklist.h"

namespace gb10 {

/// What is asked of a running container, each by `docker exec` with its argv: nothing in it is
/// changed, and the last one starts its Python, which imports torch and multiplies two small
/// matrices on the GPU.
struct InsideQuestions {
  Command devices, driver, libraries, cuda, limits, mounts, granted, torch;

  std::vector<Command> all() const;
};
InsideQuestions inside_questions(const std::string& container);

/// What the answers prove, in the order of InsideQuestions::all().
Checklist proved_inside(const std::string& container, const std::string& image,
                        const std::vector<Result<Output>>& answers);

/// Whether Docker may be asked for a container of that name: no option, no blank, no other thing.
bool is_container_reference(std::string_view name);

}  // namespace gb10
