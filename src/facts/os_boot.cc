#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/os.h"
#include "facts/value.h"

namespace gb10::os {

namespace {

constexpr std::string_view kSecureBoot =
    "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";

/// The variable's file has four bytes of attributes before its one byte of value.
Result<Value> secure_boot(const HostView& host) {
  if (!TRY(ask::exists(host, "/sys/firmware/efi"))) {
    return Error{Error::Kind::unsupported, "the machine was not started by UEFI"};
  }
  const auto variable = host.read(kSecureBoot);
  if (!variable.ok()) return variable.error();
  if (variable->size() != 5) {
    return Error{Error::Kind::failed,
                 fmt::format("{} has {} bytes, not 5", kSecureBoot, variable->size())};
  }
  return Value((*variable)[4] == 1);
}

/// Debian's name of the file, or dracut's. One that an interrupted update left empty is none.
bool has_initrd(const HostView& host, std::string_view kernel) {
  for (const std::string& file : {fmt::format("/boot/initrd.img-{}", kernel),
                                  fmt::format("/boot/initramfs-{}.img", kernel)}) {
    const auto info = host.info(file);
    if (info.ok() && info->size > 0) return true;
  }
  return false;
}

void put_kernels(const HostView& host, Facts& facts) {
  constexpr std::string_view kPrefix = "vmlinuz-";
  const std::string source = "/boot";
  const auto entries = host.list(source);
  if (!entries.ok()) {
    facts.unknown("os.installed_kernels", entries.error(), source);
    facts.unknown("os.kernels_without_initrd", entries.error(), source);
    return;
  }
  std::vector<std::string> kernels, without;
  for (const DirEntry& entry : *entries) {
    if (!entry.name.starts_with(kPrefix)) continue;
    kernels.push_back(printable(entry.name.substr(kPrefix.size())));
    if (!has_initrd(host, entry.name.substr(kPrefix.size()))) without.push_back(kernels.back());
  }
  std::stable_sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) {
    return compared(Version{a}, Version{b}) < 0;
  });
  facts.set("os.installed_kernels", kernels, source);
  facts.set("os.kernels_without_initrd", without, source);
}

}  // namespace

void collect_boot(const HostView& host, Facts& facts) {
  facts.put("os.secure_boot", secure_boot(host), "EFI variable SecureBoot");
  put_kernels(host, facts);
  const std::string marker = "/run/reboot-required";
  facts.put("os.reboot_required", as_value(ask::exists(host, marker)), marker);
}

}  // namespace gb10::os
