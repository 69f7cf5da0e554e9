#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "host/host.h"

namespace gb10 {

/// What the next boot will set a key to, and the file that wins.
struct BootValue {
  std::string value, file;
  int order = 0;  // of the lines that are carried out: the higher, the later
};

/// What systemd-sysctl will set at the next boot, by key with dots ("vm.swappiness"): of all files
/// of /etc, /run, /usr/local/lib and /usr/lib/sysctl.d in the order of their names; of two with one
/// name the first folder's counts. `without` leaves files out; `with` stands for the content of
/// one that is not there yet. Lines with patterns name no key and are left out. Files that cannot
/// be read are added to `unread`.
struct BootFiles {
  std::set<std::string> without;
  std::map<std::string, std::string> with;
};
std::map<std::string, BootValue> sysctl_boot_values(const HostView& host, const BootFiles& files,
                                                    std::vector<std::string>& unread);

/// The same of systemd-tmpfiles: what lines of the types "w" and "w!" write to /sys and /proc, by
/// path.
std::map<std::string, BootValue> tmpfiles_boot_values(const HostView& host, const BootFiles& files,
                                                      std::vector<std::string>& unread);

}  // namespace gb10
