#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "wheel/fake_zip.h"
#include "wheel/sha256.h"
#include "wheelhouse/manifest.h"

/// Wheels and manifests for tests.
namespace gb10::house_samples {

inline std::string record_line(const std::string& path, const std::string& bytes) {
  Sha256 sum;
  sum.add(std::as_bytes(std::span(bytes)));
  return path + ",sha256=" + base64_text(sum.digest()) + "," + std::to_string(bytes.size()) + "\n";
}

/// A wheel that is as its RECORD says. `metadata` comes behind name and version.
inline std::string wheel_bytes(const std::string& name, const std::string& version,
                               const std::string& metadata = {}) {
  const std::string info = name + "-" + version + ".dist-info/";
  const std::string said =
      "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n" + metadata;
  const std::string wheel = "Wheel-Version: 1.0\nTag: py3-none-any\n";
  const std::string code = "x = 1\n";
  const std::string record = record_line(name + "/__init__.py", code) +
                             record_line(info + "METADATA", said) +
                             record_line(info + "WHEEL", wheel) + info + "RECORD,,\n";
  return zip_of({{.name = name + "/__init__.py", .bytes = code},
                 {.name = info + "METADATA", .bytes = said},
                 {.name = info + "WHEEL", .bytes = wheel},
                 {.name = info + "RECORD", .bytes = record}});
}

/// One entry of a manifest; its hash is made of its name.
inline HouseWheel wheel(const std::string& name, const std::string& version,
                        const std::vector<std::string>& wants = {},
                        const std::string& tag = "py3-none-any") {
  HouseWheel out;
  out.file = name + "-" + version + "-" + tag + ".whl";
  out.sha256 = manifest_digest(out.file);
  out.size = 100;
  out.name = name;
  out.version = version;
  out.tags = {tag};
  out.wants = wants;
  return out;
}

inline HouseManifest manifest(std::vector<HouseWheel> wheels) {
  HouseManifest out{"aarch64", std::move(wheels), {}};
  sort_wheels(out);
  return out;
}

}  // namespace gb10::house_samples
