#pragma once
// What the tests of requirement files share: advice as the matrix gives it, and files in memory.

#include <filesystem>
#include <map>
#include <string>

#include "audit/judge_requirements.h"

namespace gb10 {

inline Specifiers sample_clauses(std::string_view text) {
  auto read = specifiers(text);
  return read.ok() ? *read : Specifiers{};
}

/// Rows as the matrix had them when these tests were written.
inline std::map<std::string, InstallAdvice, std::less<>> sample_advice() {
  using Outcome = AdvisedRange::Outcome;
  std::map<std::string, InstallAdvice, std::less<>> out;
  InstallAdvice& torch = out["torch"];
  torch.row = "pytorch";
  torch.ranges = {{sample_clauses("<2.9"), Outcome::broken, "for CUDA 12.8 or older"},
                  {sample_clauses(">=2.9,<2.11"), Outcome::conditional, "only from cu130"},
                  {sample_clauses(">=2.11"), Outcome::usable, ""}};
  torch.requirement = "torch>=2.11,<2.15";
  torch.index = "https://download.pytorch.org/whl/cu130";
  torch.index_name = "pytorch-cu130";
  torch.cpu_only_on_aarch64 = sample_clauses("<2.11");
  InstallAdvice& vision = out["torchvision"];
  vision.row = "torchvision";
  vision.ranges = {{sample_clauses("<0.24"), Outcome::broken, "for torch before 2.9"},
                   {sample_clauses(">=0.24"), Outcome::usable, ""}};
  vision.requirement = "torchvision>=0.24";
  vision.index = torch.index;
  vision.index_name = torch.index_name;
  vision.replaces_torch = true;
  InstallAdvice& vllm = out["vllm"];
  vllm.row = "vllm";
  vllm.ranges = {{sample_clauses(">=0.13,<0.23"), Outcome::conditional, "only builds for CUDA 13"},
                 {sample_clauses("<0.13"), Outcome::broken, "the wheel is for CUDA 12"},
                 {sample_clauses(">=0.27.1"), Outcome::usable, ""}};
  vllm.requirement = "vllm>=0.27.1";
  vllm.replaces_torch = true;
  InstallAdvice& flash = out["flash-attn"];
  flash.row = "flash-attn";
  flash.ranges = {{{}, Outcome::needs_build, "no wheel for this CPU"}};
  flash.marker = "platform_machine != 'aarch64'";
  flash.x86_only = true;
  flash.note = "attn_implementation=\"sdpa\" in the program";
  InstallAdvice& accelerate = out["accelerate"];
  accelerate.row = "accelerate";
  accelerate.ranges = {{{}, Outcome::usable, ""}};
  InstallAdvice& kernels = out["sgl-kernel"];
  kernels.row = "sgl-kernel";
  kernels.ranges = {{sample_clauses("<0.4"), Outcome::broken, "for CUDA 12"},
                    {sample_clauses(">=0.4.4"), Outcome::usable, ""}};
  kernels.requirement = "sglang-kernel>=0.4.4";
  kernels.former_names = {"sgl-kernel"};
  InstallAdvice& translate = out["ctranslate2"];
  translate.row = "ctranslate2";
  translate.ranges = {{{}, Outcome::cpu_only, "its wheel for this CPU has no GPU code"}};
  return out;
}

/// An advisor over `sample_advice`.
class SampleAdvisor {
 public:
  Advisor advisor() const {
    return [this](std::string_view package) -> const InstallAdvice* {
      const auto at = advice_.find(package == "flash-attention.git" ? "flash-attn" : package);
      return at == advice_.end() ? nullptr : &at->second;
    };
  }

 private:
  std::map<std::string, InstallAdvice, std::less<>> advice_ = sample_advice();
};

using SampleFiles = std::map<std::string, std::string>;

/// No folder is a link, unless `without_links` says where one leads.
inline TextReader sample_reader(const SampleFiles& files, const SampleFiles& without_links = {}) {
  const auto real = [&files, without_links](const std::string& path) {
    const auto at = without_links.find(path);
    if (at != without_links.end()) return at->second;
    return files.contains(path) ? path : std::filesystem::path(path).lexically_normal().string();
  };
  const auto text = [&files, real](const std::string& path) -> Result<std::string> {
    const auto at = files.find(real(path));
    if (at != files.end()) return at->second;
    return Error{Error::Kind::not_found, "cannot read " + path + ": no such file"};
  };
  return {text, real};
}

}  // namespace gb10
