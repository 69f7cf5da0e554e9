#pragma once

#include <string_view>

#include "host/redact_span.h"

namespace gb10::redaction {

/// Adds what is a secret because of the name beside it: "Serial Number: …", "HF_TOKEN=…",
/// "--api-key …", "ssid …", a disk's name below /dev/disk/by-id, or the whole of a file such as
/// product_serial.
void find_fields(std::string_view text, const Place& place, Spans& spans);

/// Adds what people call their keyboards and telephones, and the serial numbers of these, where the
/// kernel's log speaks of them.
void find_devices(std::string_view text, Spans& spans);

/// Adds passwords behind options of one letter, of programs that have such.
void find_passwords(std::string_view text, Spans& spans);

/// True for files whose whole content is a secret of the machine.
bool is_secret_file(std::string_view path);

}  // namespace gb10::redaction
