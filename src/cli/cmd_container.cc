#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/container_parts.h"
#include "cli/machine.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"WHAT", nullptr, true,
     "compose NAME: a compose file of pytorch, jupyter, vllm, sglang, ollama, llama-cpp, "
     "tensorrt-llm or triton-server; check [NAME]: what a running container or service has of the "
     "GPU; audit IMAGE.tar: what was left in an image, and whether its code runs here"},
    {"--output,-o", "FILE", false,
     "compose: write it there; a file that is there is never touched"},
    {"--name", "NAME", false, "compose: what project and service are called; else the template's"},
    {"--image", "IMAGE", false, "compose: another image than the template's"},
    {"--model", "MODEL", false, "compose: what is served; else the variable MODEL at start"},
    {"--gpu", "HOW", false,
     "compose: reservation or cdi; else as the Docker of this machine can do it"},
    {"--listen", "ADDRESS", false, "compose: who may connect; else this machine alone"},
    {"--port", "PORT", true, "compose: the port on this machine, one for each of the template"},
    {"--memory", "SHARE", false,
     "compose: share of the memory; else computed from what is available now"},
    {"--ipc", "HOW", false, "compose: host or private; else the template's"},
    {"--cache", "DIR", false, "compose: Hugging Face's cache; else ~/.cache/huggingface"},
    {"--workspace", "DIR", false, "compose: your files; else the current folder"},
    {"--target", "NAME", false, "audit: judge for gb10, or for a GPU such as sm_90"},
    {"--driver", "VERSION", false, "audit: judge for this driver, such as 580"},
    {"--all", nullptr, false, "show every layer, every source"},
    kRootOption,
    kDataOption,
};

struct ContainerGoes {
  const char *option, *with;
};

constexpr ContainerGoes kGoes[] = {
    {"--output", "compose"}, {"--name", "compose"},      {"--image", "compose"},
    {"--model", "compose"},  {"--gpu", "compose"},       {"--listen", "compose"},
    {"--port", "compose"},   {"--memory", "compose"},    {"--ipc", "compose"},
    {"--cache", "compose"},  {"--workspace", "compose"}, {"--target", "audit"},
    {"--driver", "audit"}};

std::vector<std::string> action_names() {
  std::vector<std::string> out = {"compose", "check", "audit"};
  for (std::string& name : container_template_names()) out.push_back(std::move(name));
  return out;
}

Result<int> done(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> words = arguments.values("WHAT");
  const std::string what = words.empty() ? "" : words[0];
  const std::vector<std::string> known = {"compose", "check", "audit"};
  if (std::find(known.begin(), known.end(), what) == known.end())
    return Error{
        Error::Kind::invalid,
        what.empty() ? "container what?"
                     : fmt::format("container has no \"{}\"", printable(what, 40)),
        did_you_mean(what, known, "gb10 container " + joined(known, ", "), "gb10 container ")};
  for (const auto& [option, with] : kGoes) {
    if (arguments.has(option) && what != with)
      return Error{Error::Kind::invalid, fmt::format("{} does not go with {}", option, what),
                   "gb10 container --help"};
  }
  if (what == "compose") return container_compose(arguments, io);
  if (what == "check") return container_check(arguments, io);
  return container_audit(arguments, io);
}

int run(const Arguments& arguments, const Io& io) {
  const Result<int> code = done(arguments, io);
  return code.ok() ? *code : io.fail(code.error());
}

}  // namespace

CommandSpec container_command() {
  return {
      "container",
      "compose files for the GPU, proof from inside a container, what is left in an image",
      "compose writes a compose file with the reason of each line above it: image and tag with "
      "their evidence, volumes, shared memory, limits, the GPU, a port on this machine alone, a "
      "share of the memory. check asks a running container by docker exec; exit code 1: "
      "something is not so, 3: no Docker, no container runs, or nothing in it can say whether "
      "there is a GPU. audit reads a saved image; exit code 1: something cannot load, or names of "
      "secrets are in it.",
      kOptions,
      run,
      action_names};
}

}  // namespace gb10
