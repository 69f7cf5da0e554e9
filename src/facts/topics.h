#pragma once

#include "facts/facts.h"

namespace gb10 {

Topic identity_topic();
Topic os_topic();
Topic cpu_topic();
Topic memory_topic();
Topic gpu_topic();
Topic cuda_topic();
Topic python_topic();
Topic containers_topic();
Topic services_topic();
Topic storage_topic();
Topic thermal_topic();
Topic network_topic();
Topic firmware_topic();
Topic kernel_topic();
Topic environment_topic();

}  // namespace gb10
