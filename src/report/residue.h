#pragma once

#include <string>

#include "model/residue.h"
#include "report/report.h"

namespace gb10 {

std::string text(const ImageResidue& residue, const Dress& dress);
std::string markdown(const ImageResidue& residue);

}  // namespace gb10
