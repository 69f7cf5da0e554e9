#pragma once

#include "cli/command.h"

namespace gb10 {

/// `gb10 env check [DIR]`: what the Python environment in DIR, else the shell's, can do on this
/// GPU, by what lies in it; no Python is started. Exit code 1: torch cannot compute on the GPU, 3:
/// no GPU is known.
Result<int> env_check(const Arguments& arguments, const Io& io);

/// `gb10 env startup [--write|--remove]`: the start-up file for IPython and Jupyter.
Result<int> env_startup(const Arguments& arguments, const Io& io);

}  // namespace gb10
