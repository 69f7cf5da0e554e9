#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/finding.h"

namespace gb10 {

/// What looking settled: "done", "can", "proved"; or the contrary; or nothing.
enum class Settled { yes, no, unknown };

/// One line of a list that is judged by looking.
struct ChecklistItem {
  std::string name, title;
  Settled is = Settled::unknown;
  bool needed = false;                // without it the rest is worth little
  std::string says;                   // what that means here, or why it is not known
  std::vector<std::string> evidence;  // what was seen, each with its source
  std::vector<Step> remedy;           // what to do next; none where nothing is to be done
  std::vector<std::string> sources;   // what is known in general, with its source and date
};

/// A list of things that are so, are not so, or are not known. It is milestones, what an
/// environment can do on a GPU, and what was proved inside a container.
struct Checklist {
  /// How the three answers are called: "can", "cannot", "not known".
  struct Words {
    std::string yes, no, unknown;
  };
  Words words;
  std::string headline;  // what stands before the counts; may be empty
  std::string subject;   // "/home/u/.venv on NVIDIA GB10 (12.1)"
  std::vector<ChecklistItem> items;
  std::vector<std::string> notes;  // what was not judged, and why
  // What is shown first: what is to be done, or what can be had. What is needed stands before all.
  std::array<Settled, 3> order = {Settled::no, Settled::unknown, Settled::yes};

  std::int64_t count(Settled answer) const;
};

/// The word of `answer` in this list.
const std::string& word(const Checklist& list, Settled answer);

Json to_json(const Checklist& list);

}  // namespace gb10
