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

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_letter_or_comma(char c) { return (is_alnum(c) && !is_digit(c)) || c == ','; }

}  // namespace

bool is_ordinary(std::string_view name) {
  return is_one_of(lower(name), kOrdinary) || is_grammar(name, false);
}

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
         name == "lan" || name == "home" || name == "." || name == "broadcasthost";
}

}  // namespace gb10::redaction
