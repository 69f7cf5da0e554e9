#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_names.h"

namespace gb10::redaction {

namespace {

// Words of the machine, of its software and its logs, and names of people that are such words.
constexpr std::array<std::string_view, 239> kOrdinary = {
    "addr",        "address",     "adm",       "admin",        "ai",           "amber",
    "ampere",      "april",       "apt",       "architecture", "art",          "asus",
    "audio",       "august",      "backup",    "bank",         "base",         "bell",
    "bill",        "bin",         "black",     "blackwell",    "block",        "boot",
    "bridge",      "brown",       "buffer",    "build",        "builder",      "bus",
    "bush",        "cache",       "case",      "chip",         "cloud",        "code",
    "comfyui",     "conda",       "config",    "container",    "containerd",   "core",
    "cpu",         "cross",       "cuda",      "current",      "daemon",       "data",
    "day",         "debian",      "default",   "dell",         "demo",         "desktop",
    "dev",         "devel",       "developer", "device",       "devices",      "dgx",
    "dgx-spark",   "disk",        "docker",    "driver",       "earlyoom",     "east",
    "environment", "error",       "ethernet",  "ext4",         "fabric",       "factory",
    "fan",         "fast",        "fault",     "field",        "firmware",     "format",
    "frame",       "frank",       "fwupd",     "gate",         "gb10",         "gene",
    "gigabyte",    "git",         "github",    "gnome",        "gpu",          "grace",
    "grant",       "gray",        "green",     "grey",         "group",        "guest",
    "gx10",        "hard",        "home",      "hope",         "host",         "hp",
    "hub",         "huggingface", "image",     "info",         "inspect",      "jack",
    "jax",         "jetson",      "joy",       "json",         "june",         "jupyter",
    "kernel",      "king",        "lab",       "lane",         "laptop",       "lenovo",
    "lib",         "link",        "linux",     "list",         "llama",        "llm",
    "local",       "localhost",   "lock",      "login",        "long",         "love",
    "main",        "manager",     "mark",      "master",       "max",          "may",
    "media",       "memory",      "miles",     "miniconda3",   "ml",           "model",
    "models",      "mount",       "names",     "network",      "node",         "none",
    "north",       "nova",        "numpy",     "nvidia",       "nvidia-spark", "nvme",
    "nvsm",        "ollama",      "open",      "owner",        "page",         "pandas",
    "pat",         "pci",         "pi",        "plugins",      "policy",       "port",
    "power",       "price",       "private",   "production",   "public",       "python",
    "ray",         "release",     "restart",   "rich",         "ring",         "root",
    "rose",        "ruby",        "run",       "runner",       "runtime",      "runtimes",
    "scipy",       "server",      "service",   "sglang",       "share",        "show",
    "sky",         "soft",        "south",     "spark",        "ssh",          "sshd",
    "star",        "state",       "stone",     "storage",      "summary",      "summer",
    "support",     "swap",        "swarm",     "system",       "systemd",      "team",
    "temp",        "tensorrt",    "test",      "thermal",      "torch",        "transformers",
    "triton",      "type",        "ubuntu",    "unit",         "usb",          "user",
    "users",       "vendor",      "version",   "video",        "vllm",         "ward",
    "west",        "white",       "will",      "winter",       "wood",         "work",
    "worker",      "workstation", "xorg",      "young",        "zram"};

/// Folders, scripts, programs and packages that are called so on many machines.
constexpr std::string_view kUsualParts =
    " accelerate alembic anaconda3 api api_server app apps archive arrow assets "
    "automatic1111 axolotl bash benchmark benchmarks blobs caches cargo chat checkpoint "
    "checkpoints client clients cmd collect_env common compile condabin configs containers "
    "controller custom_nodes dash dask dataset datasets deploy deployment deps diffusers "
    "dist docs download downloads embedding embeddings engine engines entrypoint "
    "entrypoints env envs etc eval example examples exllamav2 export extensions fastapi "
    "fastchat faster-whisper files finetune flashinfer frontend generate gguf gunicorn helm "
    "homes huggingface-cli imports include index infer inference init input inputs install "
    "invokeai ipykernel ipykernel_launcher java jobs jupyter-lab jupyter-notebook "
    "jupyterhub jupyterlab ktransformers launch launch_server launcher lib64 libexec "
    "litellm llama-bench llama-cli llama-server llama.cpp llama_cpp lmcache loader log logs "
    "lora loras mambaforge megatron merge miniforge3 mlflow mnt modules mpirun nemo "
    "node_modules notebooks npm ollama_llama_server onnx open-webui opt output outputs "
    "packages pip pipeline pipelines program programs project projects prompts pytest "
    "pytorch repo repos results sbin script scripts serve services settings setup shared "
    "snapshots source sources spool src srv start static tensorboard tensorrt_llm tests text- "
    "generation-webui tmp tokenizer tools torchrun train training tritonserver trtllm-serve "
    "unsloth usr utils uvicorn var venv venvs volume ";

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_letter_or_comma(char c) { return (is_alnum(c) && !is_digit(c)) || c == ','; }

}  // namespace

bool is_ordinary(std::string_view name) {
  return is_one_of(lower(name), kOrdinary) || is_grammar(name, false);
}

bool has_word(std::string_view list, std::string_view word) {
  if (word.find(' ') != std::string_view::npos) return false;
  for (std::size_t at = list.find(word); at != std::string_view::npos && !word.empty();
       at = list.find(word, at + 1)) {
    if (list[at - 1] == ' ' && list[at + word.size()] == ' ') return true;
  }
  return false;
}

bool is_usual_part(std::string_view word) { return has_word(kUsualParts, word); }

bool is_grammar(std::string_view word, bool program) {
  // Sub-commands, and kinds and units that are always asked for.
  static constexpr std::array<std::string_view, 13> kWords = {
      "addr", "container", "earlyoom", "get-devices", "image",  "info",   "inspect",
      "list", "nvidia",    "ps",       "show",        "status", "version"};
  if (program) return word.find('/') == std::string_view::npos;
  const bool option = word.starts_with('-') && word.find_first_of("=/@") == std::string_view::npos;
  const bool fields = word.find(',') != std::string_view::npos &&
                      std::all_of(word.begin(), word.end(), is_letter_or_comma);
  return option || fields || word.find("{{") != std::string_view::npos || is_one_of(word, kWords);
}

bool is_public_host(std::string_view name) {
  return name.empty() || name == "localhost" || name == "localhost.localdomain" ||
         name == "(none)" || name.starts_with("ip6-") || name == "localdomain" || name == "local" ||
         name == "lan" || name == "home" || name == "." || name == "broadcasthost" ||
         without_private_suffix(name).empty();
}

}  // namespace gb10::redaction
