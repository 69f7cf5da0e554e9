#pragma once

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "audit/image.h"
#include "host/fake_tar.h"

/// Images made of strings, and who looks at them, for tests.
namespace gb10::image_samples {

/// What was seen in files with code, by path.
class Seen : public ImageFiles {
 public:
  void look(const std::string& path, const Blob& blob) override {
    EXPECT_EQ(facts.count(path), 0U) << path << " was shown twice without being forgotten";
    facts[path] = bytes_at(blob, 0, blob.size()).value_or("error");
  }
  void same(const std::string& path, const std::string& shown) override {
    facts[path] = facts.at(shown);
  }
  void forget(const std::string& path) override {
    EXPECT_EQ(facts.erase(path), 1U) << path << " was not shown";
  }

  std::map<std::string, std::string> facts;
};

inline const std::string kConfig =
    R"({"architecture": "arm64", "os": "linux", "variant": "v8", "config": {)"
    R"("Env": ["PATH=/usr/bin", "NCCL_DEBUG=INFO", "LD_LIBRARY_PATH=/opt/lib:/x", "odd"],)"
    R"("Entrypoint": ["/opt/entry.sh"], "Cmd": ["serve", "--port=8000"], "User": "app",)"
    R"("WorkingDir": "/work", "Labels": {"a": "1", "b": "2"}}})";

using Layer = std::vector<FakeTarMember>;

/// What `docker save` would write of these layers.
inline std::string saved(const std::vector<std::string>& layers,
                         const std::string& config = kConfig) {
  Layer members = {{"config.json", config}};
  std::string names;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const std::string name = fmt::format("{}/layer.tar", i);
    members.push_back({name, layers[i]});
    names += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", name);
  }
  members.push_back(
      {"manifest.json",
       fmt::format(R"([{{"Config": "config.json", "RepoTags": ["x:1"], "Layers": [{}]}}])",
                   names)});
  return tar_of(members);
}

inline std::string saved(const std::vector<Layer>& layers) {
  std::vector<std::string> tars;
  for (const Layer& layer : layers) tars.push_back(tar_of(layer));
  return saved(tars);
}

}  // namespace gb10::image_samples
