// libnvidia-ml.so.1 as a GB10's driver might be, for tests of the tuner alone. What it is told and
// how it behaves lies in files below /run/fake-nvml: "lock" is the lock that was set, and is gone
// when "persistence" is switched off; "refuses" makes it refuse one, "knows-no-lock" to set and to
// reset one; "joules" is what it counts of energy, nothing where there is no such file; "stuck"
// makes the GPU busy at a low clock without a reason. The lock outlives the process, as the
// driver's does.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

namespace {

constexpr int kSuccess = 0, kNotSupported = 3, kNoPermission = 4, kSmallBuffer = 7;
constexpr const char* kFolder = "/run/fake-nvml/";

std::string content(const char* name) {
  std::ifstream file(std::string(kFolder) + name);
  std::string out;
  std::getline(file, out);
  return out;
}

bool is_there(const char* name) { return std::ifstream(std::string(kFolder) + name).good(); }

int put(const char* text, char* into, unsigned size) {
  if (std::strlen(text) >= size) return kSmallBuffer;
  std::strcpy(into, text);
  return kSuccess;
}

unsigned clock_now() {
  if (is_there("stuck")) return 850;
  unsigned lowest = 0, highest = 0;
  const std::string lock = content("lock");
  // A floor does not hold under load: only the cap counts.
  const bool is_locked = std::sscanf(lock.c_str(), "%u %u", &lowest, &highest) == 2;
  return is_locked && highest < 2405 ? highest : 2405;
}

}  // namespace

extern "C" {

int nvmlInit_v2() { return kSuccess; }
int nvmlShutdown() { return kSuccess; }
const char* nvmlErrorString(int status) {
  return status == kNoPermission ? "Insufficient Permissions" : "Not Supported";
}
int nvmlSystemGetDriverVersion(char* into, unsigned size) { return put("580.142", into, size); }
int nvmlSystemGetNVMLVersion(char* into, unsigned size) { return put("13.580.142", into, size); }
int nvmlSystemGetCudaDriverVersion_v2(int* version) { return *version = 13000, kSuccess; }
int nvmlDeviceGetCount_v2(unsigned* count) { return *count = 1, kSuccess; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  static int gpu;
  *device = &gpu;
  return index == 0 ? kSuccess : kNotSupported;
}
int nvmlDeviceGetName(void*, char* into, unsigned size) { return put("NVIDIA GB10", into, size); }
int nvmlDeviceGetUtilizationRates(void*, unsigned* values) {
  return values[0] = 96, values[1] = 0, kSuccess;
}
int nvmlDeviceGetClockInfo(void*, int, unsigned* clock) { return *clock = clock_now(), kSuccess; }
int nvmlDeviceGetPowerUsage(void*, unsigned* power) {
  return *power = is_there("stuck") ? 12000 : 78000, kSuccess;
}
int nvmlDeviceGetTotalEnergyConsumption(void*, unsigned long long* millijoules) {
  return std::sscanf(content("joules").c_str(), "%llu", millijoules) == 1
             ? (*millijoules *= 1000, kSuccess)
             : kNotSupported;
}
int nvmlDeviceGetTemperature(void*, int, unsigned* heat) { return *heat = 60, kSuccess; }
int nvmlDeviceGetCurrentClocksEventReasons(void*, unsigned long long* reasons) {
  return *reasons = 0, kSuccess;
}
int nvmlDeviceGetPersistenceMode(void*, int* mode) {
  return *mode = is_there("persistence") ? 1 : 0, kSuccess;
}
int nvmlDeviceSetPersistenceMode(void*, int mode) {
  if (mode != 0) {
    std::ofstream(std::string(kFolder) + "persistence") << "on\n";
  } else {
    std::remove((std::string(kFolder) + "persistence").c_str());
    std::remove((std::string(kFolder) + "lock").c_str());
  }
  return kSuccess;
}
int nvmlDeviceSetGpuLockedClocks(void*, unsigned lowest, unsigned highest) {
  if (is_there("refuses")) return kNoPermission;
  if (is_there("knows-no-lock")) return kNotSupported;
  std::ofstream(std::string(kFolder) + "lock") << lowest << ' ' << highest << '\n';
  return kSuccess;
}
int nvmlDeviceResetGpuLockedClocks(void*) {
  if (is_there("knows-no-lock")) return kNotSupported;
  std::remove((std::string(kFolder) + "lock").c_str());
  return kSuccess;
}
}
