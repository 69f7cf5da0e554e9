// Any bytes as what the kernel, systemd, Docker and fwupd print.

#include "base/text.h"
#include "entry.h"
#include "facts/ask.h"
#include "facts/containers_text.h"
#include "facts/cpuinfo.h"
#include "facts/engines.h"
#include "facts/firmware_text.h"
#include "facts/kernel_text.h"
#include "facts/libraries.h"
#include "facts/meminfo.h"
#include "facts/network_text.h"
#include "facts/products.h"
#include "facts/services_text.h"
#include "facts/shell_words.h"
#include "model/quantity.h"
#include "model/version.h"

namespace {

using View = std::string_view;

void containers(View text) {
  namespace t = gb10::containers_text;
  static_cast<void>(t::docker_info(text).ok() + t::daemon_file(text).ok());
  static_cast<void>(t::containers(text).size() + t::details(text).size());
  static_cast<void>(t::image_architectures(text).size());
  static_cast<void>(t::toolkit_mode(text).ok() + t::is_container_name(text) + t::is_image_id(text));
}

void kernel(View text) {
  namespace t = gb10::kernel_text;
  static_cast<void>(t::notable(t::messages(text)).size());
  static_cast<void>(t::ends_cleanly(text) + t::says_denied(text) + t::boots(text).ok());
  static_cast<void>(t::counts(text));
  static_cast<void>(t::loaded_modules(text).size() + t::denied_modules(text).size());
}

void network(View text) {
  namespace t = gb10::network_text;
  if (const auto all = t::addresses(text); all.ok() && all->size() >= 2) {
    static_cast<void>(t::common_subnet((*all)[0], (*all)[1]));
  }
  static_cast<void>(t::ipv4_number(text).has_value() + t::pci_place(text).has_value());
  static_cast<void>(t::pci_id(text, text).has_value() + t::transfers(text).has_value());
  static_cast<void>(t::rate(text).has_value() + t::carries_ipv4(text) + t::is_empty_gid(text));
  static_cast<void>(t::state_word(text).size() + t::settings(text).size());
}

void processor(View text) {
  static_cast<void>(gb10::cpu_kinds(text).size() + gb10::parse_cpu_list(text).ok());
  static_cast<void>(gb10::meminfo(text).size());
  const auto blocks = gb10::free_blocks(text);
  static_cast<void>(gb10::page_size_of(blocks, 1 << 30).has_value());
  static_cast<void>(gb10::memory_in_blocks(blocks, 4096, 32 << 20).ok());
}

void services(View text) {
  namespace t = gb10::services_text;
  static_cast<void>(t::units(text).size() + t::quoted_words(text).size());
  static_cast<void>(gb10::shell_commands(text).size());
  static_cast<void>(t::exec_start_command(text).size());
  namespace e = gb10::engines;
  static_cast<void>(e::process_from_stat(text).has_value());
  const auto arguments = e::arguments_from(text);
  static_cast<void>(e::engine_of(text, arguments).size());
  static_cast<void>(e::harmless_arguments(arguments).size());
  static_cast<void>(e::is_helper(text, arguments) + e::is_compiler(text));
}

void firmware(View text) {
  const auto devices = gb10::firmware_text::devices(text);
  if (devices.ok()) {
    static_cast<void>(gb10::firmware_text::part_of(*devices, gb10::firmware_text::Part::ec));
  }
  static_cast<void>(gb10::firmware_text::dotted(text).size());
}

void plain(View text) {
  static_cast<void>(gb10::libraries::named(text).has_value());
  static_cast<void>(gb10::libraries::path_dirs(text).size() + gb10::libraries::major(text).size());
  static_cast<void>(gb10::products_from(text, "fuzz.toml").ok());
  static_cast<void>(gb10::ask::package_version(text, "fwupd").has_value());
  static_cast<void>(gb10::ask::instance(text).size() + gb10::printable(text).size());
  static_cast<void>(gb10::wrapped(text, 100).size() + gb10::columns(text));
  const auto quantity = gb10::parse_quantity(text);
  if (quantity.ok()) static_cast<void>(gb10::to_text(*quantity).size());
  static_cast<void>(gb10::compared({std::string(text)}, {"580.142"}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const View text = text_of(data, size);
  containers(text);
  kernel(text);
  network(text);
  processor(text);
  services(text);
  firmware(text);
  plain(text);
  return 0;
}
