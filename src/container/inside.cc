#include "container/inside.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSoon{20'000}, kTorch{120'000};

// Whole numbers below 64 in 64 x 64 matrices: exact in every format that the GPU may choose.
constexpr const char* kTorchScript =
    "import json, torch\n"
    "d = {'torch': torch.__version__, 'cuda': torch.version.cuda}\n"
    "d['available'] = torch.cuda.is_available()\n"
    "if d['available']:\n"
    "    d['gpu'] = torch.cuda.get_device_name(0)\n"
    "    d['capability'] = '%d.%d' % torch.cuda.get_device_capability(0)\n"
    "    d['code'] = ' '.join(torch.cuda.get_arch_list())\n"
    "    a = (torch.arange(4096) % 61).reshape(64, 64)\n"
    "    try:\n"
    "        g = a.to('cuda', torch.float32)\n"
    "        d['right'] = bool(((g @ g).cpu().long() == a @ a).all())\n"
    "    except Exception as e:\n"
    "        d['error'] = str(e) or repr(e)\n"
    "print(json.dumps(d))\n";

constexpr const char* kGrantedFormat =
    R"({"runtime":{{json .HostConfig.Runtime}},"requests":{{json .HostConfig.DeviceRequests}},)"
    R"("ipc":{{json .HostConfig.IpcMode}},"shm":{{json .HostConfig.ShmSize}}})";

Command inside(const std::string& container, std::vector<std::string> words,
               milliseconds deadline) {
  Command out{{"docker", "exec", container}, deadline};
  out.argv.insert(out.argv.end(), words.begin(), words.end());
  return out;
}

/// Docker's own words for a program that the image does not have.
bool has_no_program(const Output& output) { return output.exit == 126 || output.exit == 127; }

/// Docker's own words where it did not ask: the container stopped meanwhile, the daemon is gone.
bool did_not_ask(const Output& output) {
  static constexpr std::array<std::string_view, 4> kWords = {
      "Error response from daemon", "Cannot connect to the Docker daemon", "Error: No such",
      "error during connect"};
  return output.exit != 0 && std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
           return output.err.starts_with(word);
         });
}

std::string first_line(const Output& output) {
  for (const std::string* const text : {&output.err, &output.out}) {
    for (const std::string_view line : lines(*text)) {
      if (!trimmed(line).empty()) return printable(trimmed(line), 200);
    }
  }
  return "it said nothing";
}

ChecklistItem item(std::string name, std::string title) {
  ChecklistItem out;
  out.name = std::move(name);
  out.title = std::move(title);
  return out;
}

ChecklistItem& set(ChecklistItem& item, Settled is, std::string says) {
  item.is = is;
  item.says = std::move(says);
  return item;
}

/// True where there is an answer to judge; else the item says why there is none.
bool answered(const Result<Output>& answer, std::string_view program, ChecklistItem& out) {
  if (!answer.ok()) {
    set(out, Settled::unknown, answer.error().what);
    return false;
  }
  if (has_no_program(*answer)) {
    set(out, Settled::unknown, fmt::format("the container has no {}", program));
    return false;
  }
  if (did_not_ask(*answer)) {
    set(out, Settled::unknown, first_line(*answer));
    return false;
  }
  return true;
}

const Step kGiveGpu = {"the container was started without the GPU", "",
                       "write it anew: gb10 container compose NAME, then docker compose up -d"};
// Docker was told to give it the GPU; what may be amiss all the same depends on the way (NVIDIA
// Container Toolkit 1.20, "Specialized Configurations with Docker"; none of them tried here).
const Step kNameGpus = {
    "", "",
    "NVIDIA_VISIBLE_DEVICES: all in the compose file's environment, then docker "
    "compose up -d: without it the nvidia runtime gives no GPU"};
const Step kDescribeAnew = {"", "sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml",
                            "then docker compose up -d --force-recreate"};
const Step kAskForParts = {"", "",
                           "if parts of the driver are missing: NVIDIA_DRIVER_CAPABILITIES: "
                           "compute,utility in the compose file's environment, then docker compose "
                           "up -d"};

/// Whether Docker gave it the GPU, and what to do where it has none all the same.
struct Granted {
  ChecklistItem item;
  Step remedy = kGiveGpu;
};

Granted granted(const Result<Output>& answer) {
  Granted out{item("granted", "Docker was told to give it the GPU")};
  if (!answered(answer, "docker inspect", out.item)) return out;
  const Result<Json> read = parse_json(trimmed(answer->out));
  if (answer->exit != 0 || !read.ok()) {
    set(out.item, Settled::unknown, first_line(*answer));
    return out;
  }
  const Json* const requests = read->find("requests");
  const bool any = requests && requests->as_array() && !requests->as_array()->empty();
  const bool is_cdi = any && requests->as_array()->front().text("Driver") == "cdi";
  const std::string runtime = printable(read->text("runtime"), 60);
  out.item.evidence = {fmt::format("docker inspect: runtime {}, {}, ipc {}",
                                   runtime.empty() ? "not told" : runtime,
                                   any ? "a device request" : "no device request",
                                   printable(read->text("ipc", "not told"), 60))};
  if (any || runtime == "nvidia") {
    out.remedy = is_cdi ? kDescribeAnew : any ? kAskForParts : kNameGpus;
    set(out.item, Settled::yes, "by what docker inspect shows");
  } else {
    out.item.remedy = {kGiveGpu};
    set(out.item, Settled::no, "neither a device request nor the nvidia runtime");
  }
  return out;
}

ChecklistItem devices(const Result<Output>& answer, const Granted& given) {
  ChecklistItem out = item("gpu", "the container sees a GPU");
  if (!answered(answer, "nvidia-smi, which the NVIDIA runtime puts into it", out)) {
    if (answer.ok() && has_no_program(*answer)) out.remedy = {given.remedy};
    return out;
  }
  std::vector<std::string> names;
  for (const std::string_view line : lines(answer->out)) {
    // The UUID of a GPU is nobody's business in a report.
    if (line.starts_with("GPU ")) names.push_back(printable(line.substr(0, line.find(" (UUID"))));
  }
  if (answer->exit == 0 && !names.empty()) {
    out.evidence = {"nvidia-smi -L: " + joined(names, "; ")};
    return set(out, Settled::yes, counted(static_cast<std::int64_t>(names.size()), "GPU"));
  }
  out.evidence = {"nvidia-smi -L: " + first_line(*answer)};
  // nvidia-smi was put into it: what Docker was told to give it got that far.
  if (given.item.is != Settled::yes) out.remedy = {given.remedy};
  out.remedy.push_back({"", "", "a GPU that was there and is lost: docker restart brings it back"});
  return set(out, Settled::no, "nvidia-smi finds none");
}

ChecklistItem driver(const Result<Output>& answer) {
  ChecklistItem out = item("driver", "it sees the driver of this machine");
  if (!answered(answer, "cat", out)) return out;
  if (answer->exit != 0) return set(out, Settled::no, first_line(*answer));
  const std::string line = first_line({0, answer->out, {}});
  out.evidence = {"/proc/driver/nvidia/version: " + line};
  return set(out, Settled::yes, "the kernel's module answers");
}

ChecklistItem libraries(const Result<Output>& answer, const Result<Output>& cuda,
                        const Granted& given) {
  ChecklistItem out = item("cuda", "the loader finds CUDA's driver library");
  if (!answered(answer, "ldconfig", out)) return out;
  if (cuda.ok() && cuda->exit == 0)
    out.evidence = {"CUDA_VERSION in the container: " + first_line({0, cuda->out, {}})};
  for (const std::string_view line : lines(answer->out)) {
    if (line.find("libcuda.so.1 ") == std::string_view::npos) continue;
    out.evidence.push_back("ldconfig -p: " + printable(trimmed(line), 200));
    return set(out, Settled::yes, "libcuda.so.1 is there");
  }
  if (answer->exit != 0) return set(out, Settled::unknown, first_line(*answer));
  out.remedy = {given.remedy};
  return set(out, Settled::no, "no libcuda.so.1: the NVIDIA runtime did not put it in");
}

/// What torch says of itself; nothing where there is no torch, or no answer.
std::optional<Json> torch_answer(const std::string& container, const Result<Output>& answer,
                                 ChecklistItem& out) {
  if (!answered(answer, "python3", out)) return std::nullopt;
  const auto all = lines(answer->out);
  const Result<Json> read = all.empty() ? Result<Json>(Json()) : parse_json(all.back());
  if (answer->exit == 0 && read.ok() && read->as_object()) return *read;
  const bool none = answer->err.find("No module named 'torch'") != std::string::npos;
  const auto said = lines(answer->err);
  const std::string last =
      said.empty() ? first_line(*answer) : printable(trimmed(said.back()), 300);
  set(out, none ? Settled::unknown : Settled::no,
      none ? "its python3 has no torch" : "python3 failed when it asked torch");
  if (!none) {
    out.evidence = {last};
    out.remedy = {
        {"",
         fmt::format("docker exec {} python3 -c 'import torch; torch.zeros(1).cuda()' 2>&1 | "
                     "gb10 explain -",
                     container),
         "names what is known of it"}};
  }
  return std::nullopt;
}

/// What the product on the GPU was, or what kept it from being computed.
void set_product(const Json& told, ChecklistItem& out) {
  const Json* const right = told.find("right");
  const std::string error = told.text("error");
  if (!error.empty()) {
    set(out, Settled::no, "torch could not compute it");
    for (const std::string_view line : lines(error)) {
      if (out.evidence.empty() && !trimmed(line).empty())
        out.evidence = {printable(trimmed(line), 300)};
    }
    out.remedy = {{"", "gb10 compat pytorch", "which torch has code for this GPU"}};
  } else if (right && right->as_bool()) {
    set(out, *right->as_bool() ? Settled::yes : Settled::no,
        *right->as_bool() ? "64 x 64 x 64 whole numbers, equal to the CPU's"
                          : "differs from what the CPU computes");
    if (out.is == Settled::no) out.remedy = {{"", "gb10 doctor --load", ""}};
  } else {
    set(out, Settled::unknown, "torch does not use the GPU");
  }
}

/// `amiss` is what to do where the loader finds no library of the driver.
void add_torch(const std::string& container, const Result<Output>& answer,
               const std::vector<Step>& amiss, Checklist& list) {
  ChecklistItem torch = item("torch", "its torch uses the GPU");
  ChecklistItem product = item("product", "a product on the GPU is right");
  const std::optional<Json> told = torch_answer(container, answer, torch);
  set(product, Settled::unknown, "torch was not asked");
  if (told) {
    const Json* const available = told->find("available");
    const bool usable = available && available->as_bool() && *available->as_bool();
    torch.evidence = {fmt::format("torch {}, built for CUDA {}",
                                  printable(told->text("torch", "of no version"), 60),
                                  printable(told->text("cuda", "none"), 20))};
    if (usable)
      torch.evidence.push_back(fmt::format("{}, {}, code for {}", printable(told->text("gpu"), 80),
                                           printable(told->text("capability"), 20),
                                           printable(told->text("code"), 200)));
    set(torch, usable ? Settled::yes : Settled::no,
        usable ? "torch.cuda.is_available() says True" : "torch.cuda.is_available() says False");
    if (!usable) {
      torch.remedy = amiss;
      torch.remedy.insert(torch.remedy.begin(),
                          {"", "", "a torch built for CUDA: gb10 compat pytorch"});
    }
    set_product(*told, product);
  }
  list.items.push_back(std::move(torch));
  list.items.push_back(std::move(product));
}

/// Bytes of "65536k", "64m"; nothing for what is no such size.
std::optional<std::int64_t> tmpfs_size(std::string_view text) {
  std::int64_t unit = 1;
  if (!text.empty()) {
    const char last = text.back();
    unit = last == 'k' ? 1 << 10U : last == 'm' ? 1 << 20U : last == 'g' ? 1 << 30U : 1;
    if (unit != 1) text.remove_suffix(1);
  }
  const auto number = whole_number(text);
  if (!number || *number < 0 || *number > (std::int64_t{1} << 50U) / unit) return std::nullopt;
  return *number * unit;
}

ChecklistItem shared_memory(const Result<Output>& mounts) {
  ChecklistItem out = item("shared-memory", "/dev/shm is larger than Docker's 64 MB");
  if (!answered(mounts, "cat", out)) return out;
  for (const std::string_view line : lines(mounts->out)) {
    const auto fields = words(line);
    if (fields.size() < 4 || fields[1] != "/dev/shm") continue;
    out.evidence = {"/proc/self/mounts: " + printable(line, 200)};
    for (const std::string_view option : split(fields[3], ',')) {
      if (!option.starts_with("size=")) continue;
      const auto size = tmpfs_size(option.substr(5));
      if (!size) return set(out, Settled::unknown, "its size is not told");
      if (*size > (std::int64_t{64} << 20U))
        return set(out, Settled::yes, to_text(bytes(static_cast<double>(*size))));
      out.remedy = {{"", "", "ipc: host or shm_size in the compose file"}};
      return set(out, Settled::no, "DataLoader workers and NCCL run out of it");
    }
    return set(out, Settled::yes, "it is that of the host, without a limit of its own");
  }
  return set(out, Settled::unknown, "no /dev/shm is mounted in it");
}

ChecklistItem locked_memory(const Result<Output>& limits) {
  ChecklistItem out = item("locked-memory", "it may lock memory without limit");
  if (!answered(limits, "cat", out)) return out;
  for (const std::string_view line : lines(limits->out)) {
    if (!line.starts_with("Max locked memory")) continue;
    const auto fields = words(line);
    const std::string soft(fields.size() > 3 ? fields[3] : "");
    out.evidence = {"/proc/self/limits: locked memory " + printable(soft, 40)};
    if (soft == "unlimited") return set(out, Settled::yes, "as NVIDIA's images ask for");
    out.remedy = {{"", "", "ulimits: memlock: -1 in the compose file"}};
    return set(out, Settled::no, "pinned memory and RDMA need more");
  }
  return set(out, Settled::unknown, "/proc/self/limits does not tell");
}

}  // namespace

std::vector<Command> InsideQuestions::all() const {
  return {granted, devices, driver, libraries, cuda, limits, mounts, torch};
}

InsideQuestions inside_questions(const std::string& container) {
  InsideQuestions out;
  out.granted = {
      {"docker", "inspect", "--type", "container", "--format", kGrantedFormat, container}, kSoon};
  out.devices = inside(container, {"nvidia-smi", "-L"}, kSoon);
  out.driver = inside(container, {"cat", "/proc/driver/nvidia/version"}, kSoon);
  out.libraries = inside(container, {"ldconfig", "-p"}, kSoon);
  out.cuda = inside(container, {"printenv", "CUDA_VERSION"}, kSoon);
  out.limits = inside(container, {"cat", "/proc/self/limits"}, kSoon);
  out.mounts = inside(container, {"cat", "/proc/self/mounts"}, kSoon);
  out.torch = inside(container, {"python3", "-c", kTorchScript}, kTorch);
  return out;
}

Checklist proved_inside(const std::string& container, const std::string& image,
                        const std::vector<Result<Output>>& answers) {
  Checklist out;
  out.words = {"proved", "not so", "not known"};
  out.subject = fmt::format("container {}, image {}", container, image);
  CHECK(answers.size() == 8);
  const Granted given = granted(answers[0]);
  out.items.push_back(given.item);
  out.items.push_back(devices(answers[1], given));
  out.items.push_back(driver(answers[2]));
  out.items.push_back(libraries(answers[3], answers[4], given));
  const std::vector<Step> amiss = out.items.back().remedy;
  out.items.push_back(locked_memory(answers[5]));
  out.items.push_back(shared_memory(answers[6]));
  add_torch(container, answers[7], amiss, out);
  return out;
}

bool is_container_reference(std::string_view name) {
  if (name.empty() || name.size() > 255) return false;
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  return is_letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
           return is_letter(c) || c == '_' || c == '.' || c == '-';
         });
}

}  // namespace gb10
