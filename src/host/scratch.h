#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace gb10 {

/// A directory of a test's own, gone at its end.
class Scratch {
 public:
  Scratch() {
    std::string name = ::testing::TempDir() + "/gb10-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    root_ = std::filesystem::canonical(name);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  std::string root() const { return root_; }
  /// The absolute path of a name in it.
  std::string path(std::string_view name) const { return root_ / name; }

  /// Writes a file, with the directories above it; its path.
  std::string file(std::string_view name, std::string_view content) const {
    const auto place = root_ / name;
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place, std::ios::binary) << content;
    return place;
  }
  std::string text(std::string_view name) const {
    std::ifstream in(root_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string link(std::string_view name, std::string_view target) const {
    const auto place = root_ / name;
    std::filesystem::create_directories(place.parent_path());
    std::filesystem::create_symlink(target, place);
    return place;
  }

 private:
  std::filesystem::path root_;
};

}  // namespace gb10
