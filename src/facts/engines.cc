#include "facts/engines.h"

#include <algorithm>
#include <cctype>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/paths.h"

namespace gb10::engines {

namespace {

/// An option whose value says nothing about its owner. Written without dashes; those of one letter
/// or with one dash are listed as they are typed.
struct Option {
  std::string_view name;
  bool takes_value = true;
};

constexpr Option kHarmless[] = {
    // vLLM
    {"gpu-memory-utilization"},
    {"max-num-seqs"},
    {"max-num-batched-tokens"},
    {"max-model-len"},
    {"tensor-parallel-size"},
    {"tp"},
    {"pipeline-parallel-size"},
    {"pp"},
    {"data-parallel-size"},
    {"dp"},
    {"nnodes"},
    {"node-rank"},
    {"dtype"},
    {"quantization"},
    {"kv-cache-dtype"},
    {"kv-cache-memory-bytes"},
    {"kv-cache-memory"},
    {"block-size"},
    {"cpu-offload-gb"},
    {"swap-space"},
    {"load-format"},
    {"safetensors-load-strategy"},
    {"attention-backend"},
    {"distributed-executor-backend"},
    {"enforce-eager", false},
    {"enable-prefix-caching", false},
    {"no-enable-prefix-caching", false},
    {"enable-chunked-prefill", false},
    {"disable-custom-all-reduce", false},
    {"enable-expert-parallel", false},
    {"async-scheduling", false},
    {"enable-flashinfer-autotune", false},
    {"no-enable-flashinfer-autotune", false},
    {"headless", false},
    // SGLang
    {"mem-fraction-static"},
    {"max-running-requests"},
    {"max-total-tokens"},
    {"context-length"},
    {"chunked-prefill-size"},
    {"max-prefill-tokens"},
    {"tp-size"},
    {"pp-size"},
    {"dp-size"},
    {"cuda-graph-max-bs"},
    {"fp8-gemm-backend"},
    {"moe-runner-backend"},
    {"disable-cuda-graph", false},
    {"disable-radix-cache", false},
    {"enable-torch-compile", false},
    // llama.cpp
    {"c"},
    {"ctx-size"},
    {"ngl"},
    {"n-gpu-layers"},
    {"gpu-layers"},
    {"np"},
    {"parallel"},
    {"b"},
    {"batch-size"},
    {"ub"},
    {"ubatch-size"},
    {"fa"},
    {"flash-attn"},
    {"t"},
    {"threads"},
    {"ctk"},
    {"ctv"},
    {"cache-type-k"},
    {"cache-type-v"},
    {"n-cpu-moe"},
    {"no-mmap", false},
    {"mmap", false},
    {"mlock", false},
    {"direct-io", false},
    {"dio", false},
    // TensorRT-LLM
    {"kv-cache-free-gpu-memory-fraction"},
    {"max-batch-size"},
    {"max-num-tokens"},
    {"max-seq-len"},
    {"backend"},
    // ComfyUI
    {"highvram", false},
    {"gpu-only", false},
    {"disable-pinned-memory", false},
    {"reserve-vram"},
    // nvidia-persistenced
    {"persistence-mode", false},
    {"no-persistence-mode", false},
};

/// An option as it stands in a command line: its name without dashes and with "-" for "_", and the
/// value behind "=".
struct Given {
  std::string name;
  std::optional<std::string> value;
};

std::optional<Given> given(std::string_view word) {
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  if (dashes == 0 || dashes > 2 || dashes == word.size()) return std::nullopt;
  const std::size_t equals = word.find('=');
  Given out{replaced(word.substr(dashes, equals - dashes), "_", "-"), std::nullopt};
  if (equals != std::string_view::npos) out.value = std::string(word.substr(equals + 1));
  return out;
}

/// A number, a word or a list of them; nothing with a slash, a blank or a quote in it. Options of
/// one letter mean something else elsewhere, so that only a number is kept of them.
bool is_plain(std::string_view name, std::string_view value) {
  if (name.size() == 1) return whole_number(value).has_value();
  return !value.empty() && value.size() <= 48 &&
         std::all_of(value.begin(), value.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                  std::string_view("._,:+-").find(c) != std::string_view::npos;
         });
}

/// The value that stands behind word `at`, unless an option does.
std::optional<std::string> value_behind(const std::vector<std::string>& arguments, std::size_t at) {
  if (at + 1 >= arguments.size()) return std::nullopt;
  const std::string& next = arguments[at + 1];
  const bool is_option =
      next.size() > 1 && next[0] == '-' && std::isdigit(static_cast<unsigned char>(next[1])) == 0;
  return next.empty() || is_option ? std::nullopt : std::optional<std::string>(next);
}

std::string base_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

/// The program that an interpreter runs: its script, or the module behind -m. Empty for none.
std::string program_of(const std::vector<std::string>& arguments) {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i] == "-m") return i + 1 < arguments.size() ? arguments[i + 1] : std::string();
    if (arguments[i] == "-c") return {};
    if (!arguments[i].starts_with('-')) return base_name(arguments[i]);
  }
  return {};
}

bool has_word(const std::vector<std::string>& arguments, std::string_view word) {
  return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
}

bool is_module(std::string_view program, std::string_view package) {
  return program == package || (program.starts_with(package) && program.size() > package.size() &&
                                program[package.size()] == '.');
}

/// What a command line serves, where the name of the program is `program`.
std::string engine_of_program(std::string_view program, const std::vector<std::string>& arguments) {
  const bool serves = has_word(arguments, "serve") && !has_word(arguments, "bench");
  if (program == "vllm" && serves) return "vllm";
  if (program.starts_with("vllm.entrypoints.")) return "vllm";
  if (program == "sglang" && serves) return "sglang";
  if (program == "launch_server.py" || is_module(program, "sglang.launch_server")) return "sglang";
  if (program == "ollama" && (serves || has_word(arguments, "runner"))) return "ollama";
  if (program == "llama-server" || program == "ollama_llama_server") {
    return program == "llama-server" ? "llama.cpp" : "ollama";
  }
  if (program == "trtllm-serve") return "tensorrt-llm";
  return {};
}

}  // namespace

std::optional<Process> process_from_stat(std::string_view stat) {
  const std::size_t open = stat.find('(');
  const std::size_t close = stat.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    return std::nullopt;
  }
  const auto pid = whole_number(stat.substr(0, open));
  const auto rest = words(stat.substr(close + 1));
  const auto parent = rest.size() > 1 ? whole_number(rest[1]) : std::nullopt;
  if (!pid || !parent || rest[0].size() != 1) return std::nullopt;
  return Process{*pid, *parent, printable(stat.substr(open + 1, close - open - 1), 64), rest[0][0]};
}

std::string full_name(const std::string& name, const std::vector<std::string>& arguments) {
  constexpr std::size_t kKept = 15;
  if (name.size() != kKept || arguments.empty()) return name;
  const std::string program = paths::last(arguments.front());
  const std::string first = program.substr(0, program.find(' '));
  return first.starts_with(name) ? printable(first, 64) : name;
}

std::vector<std::string> arguments_from(std::string_view cmdline) {
  std::vector<std::string> arguments;
  while (!cmdline.empty() && cmdline.back() == '\0') cmdline.remove_suffix(1);
  if (cmdline.empty()) return arguments;
  for (const std::string_view word : split(cmdline, '\0')) arguments.emplace_back(word);
  return arguments;
}

std::string engine_of(std::string_view name, const std::vector<std::string>& arguments) {
  const std::string_view first = arguments.empty() ? std::string_view() : arguments.front();
  // vLLM and SGLang give their processes titles, which replace the command line as well.
  for (const std::string_view title : {name, first}) {
    if (title.starts_with("VLLM::")) return "vllm";
    if (title.starts_with("sglang::")) return "sglang";
  }
  if (arguments.empty()) return {};
  const std::string program = base_name(first);
  const std::string engine = engine_of_program(program, arguments);
  if (!engine.empty()) return engine;
  const bool interprets = program.starts_with("python") || program.starts_with("pypy");
  return interprets ? engine_of_program(program_of(arguments), arguments) : std::string();
}

std::string harmless_arguments(const std::vector<std::string>& arguments) {
  std::vector<std::string> kept;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const auto word = given(arguments[i]);
    if (!word) continue;
    const auto* const known =
        std::find_if(std::begin(kHarmless), std::end(kHarmless),
                     [&](const Option& one) { return one.name == word->name; });
    if (known == std::end(kHarmless)) continue;
    const std::string_view dashes = arguments[i].starts_with("--") ? "--" : "-";
    if (!known->takes_value) {
      kept.push_back(fmt::format("{}{}", dashes, word->name));
      continue;
    }
    const auto value = word->value ? word->value : value_behind(arguments, i);
    if (value && is_plain(word->name, *value))
      kept.push_back(fmt::format("{}{} {}", dashes, word->name, *value));
  }
  return joined(kept, " ");
}

std::optional<std::string> option(const std::vector<std::string>& arguments,
                                  const std::vector<std::string_view>& names) {
  std::optional<std::string> found;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const auto word = given(arguments[i]);
    if (!word || std::find(names.begin(), names.end(), word->name) == names.end()) continue;
    const auto value = word->value ? word->value : value_behind(arguments, i);
    if (value) found = value;
  }
  return found;
}

bool is_helper(std::string_view name) {
  return name.starts_with("VLLM::") || name.starts_with("sglang::");
}

bool is_helper(std::string_view name, const std::vector<std::string>& arguments) {
  if (is_helper(name)) return true;
  return arguments.size() > 1 && base_name(arguments[0]) == "ollama" && arguments[1] == "runner";
}

bool adopts_orphans(const Process& process) {
  for (const std::string_view name :
       {"systemd", "init", "docker-init", "tini", "dumb-init", "catatonit", "containerd-shim"}) {
    if (process.name == name) return true;
  }
  return process.pid == 1;
}

bool is_compiler(std::string_view name) {
  constexpr std::string_view kCompilers[] = {"nvcc", "cicc", "ptxas",   "cudafe++", "cc1plus",
                                             "g++",  "c++",  "clang++", "clang",    "gcc"};
  return std::find(std::begin(kCompilers), std::end(kCompilers), name) != std::end(kCompilers) ||
         name.starts_with("aarch64-linux-g") || name.starts_with("ptxas-blackwell");
}

}  // namespace gb10::engines
