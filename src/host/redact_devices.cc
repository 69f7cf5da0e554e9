// Keyboards, telephones and headsets are called after their owners, and the kernel's log says so.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_fields.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

/// No name that matters is longer.
constexpr std::size_t kLongest = 500;

/// Calls `found` with where each `mark` in `text` ends.
template <class F>
void each(View text, View mark, F found) {
  for (std::size_t at = text.find(mark); at != View::npos; at = text.find(mark, at + 1)) {
    found(at + mark.size());
  }
}

/// The rest of the line that begins at `begin`; in JSON of the text that it stands in.
View line_at(View text, std::size_t begin) {
  const View near = text.substr(begin, kLongest);
  return near.substr(0, near.find_first_of(is_json(text) ? "\r\n\"\\" : "\r\n"));
}

/// "Jo's", "James'", and what telephones call themselves in languages without that.
bool names_owner(View name) {
  static constexpr std::array<View, 5> kOwning = {"'s", "\xe2\x80\x99s", "s' ", "s\xe2\x80\x99 ",
                                                  "\xc2\xb4s"};
  static constexpr std::array<View, 5> kPersonal = {"iPhone", "iPad", "AirPods", "MacBook",
                                                    "Galaxy"};
  const auto has = [&](View part) { return name.find(part) != View::npos; };
  if (std::any_of(kOwning.begin(), kOwning.end(), has)) return true;
  return std::any_of(kPersonal.begin(), kPersonal.end(), has) &&
         std::any_of(kPersonal.begin(), kPersonal.end(), [&](View part) {
           return has(part) && name.size() > part.size() + 2 && has(" ");
         });
}

/// True for what is no device that a person brought: buttons, sensors, sockets for sound.
bool is_built_in(View path) {
  return path.starts_with("/devices/LNX") || path.starts_with("/devices/platform/") ||
         path.find("/sound/") != View::npos;
}

void add(std::size_t begin, View name, Secret kind, Spans& spans) {
  if (!name.empty()) spans.push_back({begin, begin + name.size(), kind});
}

/// "input: NAME as /devices/…".
void find_inputs(View text, Spans& spans) {
  each(text, "input: ", [&](std::size_t begin) {
    const View line = line_at(text, begin);
    const std::size_t end = line.rfind(" as /devices/");
    if (end == View::npos) return;
    const View name = line.substr(0, end);
    if (is_built_in(line.substr(end + 4)) && !names_owner(name)) return;
    add(begin, name, Secret::device, spans);
  });
}

/// "… BLUETOOTH HID v1.10 Keyboard [NAME] on 0a:1b:…".
void find_hid(View text, Spans& spans) {
  each(text, " HID v", [&](std::size_t begin) {
    const View line = line_at(text, begin);
    const std::size_t open = line.find(" ["), close = line.find("] on ");
    if (open == View::npos || close == View::npos || close < open) return;
    add(begin + open + 2, line.substr(open + 2, close - open - 2), Secret::device, spans);
  });
}

/// What a device on USB says of itself.
void find_usb(View text, Spans& spans) {
  for (const View mark : {View(": Product: "), View(": Manufacturer: ")}) {
    each(text, mark, [&](std::size_t begin) {
      const View name = trimmed(line_at(text, begin));
      if (names_owner(name)) add(begin, line_at(text, begin), Secret::device, spans);
    });
  }
  each(text, ": SerialNumber: ", [&](std::size_t begin) {
    const View line = line_at(text, begin);
    const View serial = line.substr(0, line.find_last_not_of(' ') + 1);
    // The serial number of a hub is the PCI address of its controller.
    const bool pci = serial.size() == 12 && serial[4] == ':' && serial[10] == '.';
    if (!pci) add(begin, serial, Secret::serial, spans);
  });
}

/// "N: Name="NAME"" and "U: Uniq=SERIAL" of /proc/bus/input/devices, and "uniq serial SERIAL".
void find_listed_inputs(View text, Spans& spans) {
  each(text, "N: Name=\"", [&](std::size_t begin) {
    const View line = line_at(text, begin);
    const View name = line.substr(0, line.find('"'));
    if (names_owner(name)) add(begin, name, Secret::device, spans);
  });
  for (const View mark : {View("Uniq="), View("uniq serial "), View("uniq=")}) {
    each(text, mark, [&](std::size_t begin) {
      const View line = line_at(text, begin);
      const View serial = line.substr(0, line.find_first_of(" ,;\"'"));
      const bool mac = serial.find(':') != View::npos;
      if (serial.size() >= 4 && !mac) add(begin, serial, Secret::serial, spans);
    });
  }
}

}  // namespace

void find_devices(std::string_view text, Spans& spans) {
  find_inputs(text, spans);
  find_hid(text, spans);
  find_usb(text, spans);
  find_listed_inputs(text, spans);
}

}  // namespace gb10::redaction
