#pragma once

#include <string>

#include "model/house_reports.h"
#include "report/report.h"

namespace gb10 {

std::string text(const HouseAddition& addition, const Dress& dress);
std::string text(const HouseListing& listing, const Dress& dress);
std::string text(const HouseCheck& check, const Dress& dress);
std::string text(const HouseDiff& diff, const Dress& dress);
std::string text(const HousePrune& prune, const Dress& dress);

/// What is missing, a line each; empty where nothing is.
std::string lacks_text(const std::vector<HouseLack>& lacks, const Dress& dress);

}  // namespace gb10
