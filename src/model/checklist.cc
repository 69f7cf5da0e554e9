#include "model/checklist.h"

#include <algorithm>

namespace gb10 {

std::int64_t Checklist::count(Settled answer) const {
  return std::count_if(items.begin(), items.end(),
                       [&](const ChecklistItem& item) { return item.is == answer; });
}

const std::string& word(const Checklist& list, Settled answer) {
  if (answer == Settled::yes) return list.words.yes;
  return answer == Settled::no ? list.words.no : list.words.unknown;
}

Json to_json(const Checklist& list) {
  static constexpr const char* kWords[] = {"yes", "no", "unknown"};
  Json items = Json::array();
  for (const ChecklistItem& item : list.items) {
    items.push(Json::object()
                   .set("name", item.name)
                   .set("title", item.title)
                   .set("is", kWords[static_cast<std::size_t>(item.is)])
                   .set("answer", word(list, item.is))
                   .set("says", item.says)
                   .set("evidence", Json::list(item.evidence))
                   .set("remedy", to_json(std::span<const Step>(item.remedy)))
                   .set("sources", Json::list(item.sources)));
  }
  Json out = Json::object();
  if (!list.headline.empty()) out.set("headline", list.headline);
  return out.set("subject", list.subject)
      .set("counts", Json::object()
                         .set("yes", list.count(Settled::yes))
                         .set("no", list.count(Settled::no))
                         .set("unknown", list.count(Settled::unknown)))
      .set("items", std::move(items))
      .set("notes", Json::list(list.notes));
}

}  // namespace gb10
