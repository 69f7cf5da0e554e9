#pragma once

#include "gpu/nvml_api.h"
#include "model/fact.h"

namespace gb10 {

/// Every field of gpu_fields() of one GPU, each a value or the driver's reason why not.
Facts nvml_fields(const nvml::Api& api, nvml::Device device);

/// The same fields, each unknown for one reason: a GPU that does not let itself be opened.
Facts nvml_fields_unknown(const Error& why);

}  // namespace gb10
