#include "host/recording_host.h"

#include "base/text.h"

#include <algorithm>

#include "model/steering_names.h"

namespace gb10 {

namespace {

/// Room for the rest, such as names and JSON, is left below what an archive may hold.
constexpr std::uint64_t kRecordBytes = 160U << 20U;

/// Where things are, and who asks.
constexpr std::string_view kPlaces[] = {"PATH",         "HOME",           "SUDO_USER",
                                        "VIRTUAL_ENV",  "CONDA_PREFIX",   "HF_HOME",
                                        "HF_HUB_CACHE", "XDG_CACHE_HOME", "OLLAMA_MODELS"};

/// What says whose machine this is. Redaction must know the names to find them in what collectors
/// want, such as the kernel's log.
constexpr std::string_view kIdentities[] = {"/proc/sys/kernel/hostname",
                                            "/etc/hostname",
                                            "/etc/hosts",
                                            "/etc/resolv.conf",
                                            "/etc/passwd",
                                            "/etc/machine-id",
                                            "/sys/class/dmi/id/product_serial",
                                            "/sys/class/dmi/id/board_serial",
                                            "/sys/class/dmi/id/chassis_serial",
                                            "/sys/class/dmi/id/product_uuid"};

bool is_recorded(std::string_view name) {
  const auto steering = steering_names();
  return std::find(steering.begin(), steering.end(), name) != steering.end() ||
         std::find(std::begin(kPlaces), std::end(kPlaces), name) != std::end(kPlaces);
}

Self without_the_rest(Self self) {
  std::erase_if(self.environment, [](const auto& one) { return !is_recorded(one.first); });
  return self;
}

// About what each answer takes in the archive.
constexpr std::size_t kLine = 200;
std::size_t weight(const std::string& text) { return kLine + text.size(); }
std::size_t weight(const FileInfo&) { return kLine; }
std::size_t weight(const Space&) { return kLine; }
std::size_t weight(const Output& output) { return kLine + output.out.size() + output.err.size(); }
std::size_t weight(const std::vector<DirEntry>& entries) {
  std::size_t sum = kLine;
  for (const DirEntry& entry : entries) sum += entry.name.size() + 20;
  return sum;
}
template <class T>
std::size_t weight(const Result<T>& answer) {
  return answer.ok() ? weight(*answer) : kLine + answer.error().what.size();
}

}  // namespace

/// An opened file that notes what is read of it.
class RecordingHost::Recorded : public Blob {
 public:
  Recorded(const RecordingHost& host, std::unique_ptr<Blob> inner, BlobRecord& record)
      : host_(host), inner_(std::move(inner)), record_(record) {}

  std::uint64_t size() const override { return inner_->size(); }

  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    auto count = inner_->read_at(offset, into);
    if (!count.ok()) {
      record_.failures.emplace(offset, count.error());
    } else if (host_.fits(*count)) {
      const std::string_view bytes{reinterpret_cast<const char*>(into.data()), *count};
      host_.bytes_ -= *count - record_.add(offset, bytes);
    }
    return count;
  }

 private:
  const RecordingHost& host_;
  std::unique_ptr<Blob> inner_;
  BlobRecord& record_;
};

RecordingHost::RecordingHost(const HostView& inner)
    : inner_(inner), self_(without_the_rest(inner.self())) {
  record_.user = self_.effective_user;
  record_.environment = self_.environment;
  record_.now = self_.now;
  for (const std::string_view path : kIdentities) {
    Result<std::string> answer = inner.read(path);
    if (answer.ok()) record_.identities.emplace(path, *std::move(answer));
  }
}

bool RecordingHost::fits(std::size_t bytes) const {
  if (bytes_ + bytes > kRecordBytes) {
    ++record_.meta.left_out;
    return false;
  }
  bytes_ += bytes;
  return true;
}

template <class T, class F>
Result<T> RecordingHost::remembered(Answers<T>& answers, std::string_view path, F ask) const {
  const auto known = answers.find(path);
  if (known != answers.end()) return known->second;
  Result<T> answer = ask();
  if (fits(path.size() + weight(answer))) answers.emplace(path, answer);
  return answer;
}

void RecordingHost::keep(std::string path, std::string text) {
  if (fits(path.size() + weight(text)))
    record_.reads.insert_or_assign(std::move(path), std::move(text));
}

Result<std::string> RecordingHost::read(std::string_view path) const {
  return remembered(record_.reads, path, [&]() -> Result<std::string> {
    const auto known = record_.identities.find(path);
    return known == record_.identities.end() ? inner_.read(path) : known->second;
  });
}

Result<std::unique_ptr<Blob>> RecordingHost::open(std::string_view path) const {
  const auto known = record_.blobs.find(path);
  if (known != record_.blobs.end() && !known->second.ok()) return known->second.error();
  auto blob = inner_.open(path);
  if (!blob.ok()) {
    const Error why = blob.error();
    if (known == record_.blobs.end() && fits(path.size() + kLine)) {
      record_.blobs.emplace(path, why);
    }
    return why;
  }
  if (known != record_.blobs.end()) {
    return std::make_unique<Recorded>(*this, *std::move(blob), *record_.blobs.find(path)->second);
  }
  if (!fits(path.size() + kLine)) return blob;
  BlobRecord fresh;
  fresh.size = (*blob)->size();
  const auto at = record_.blobs.emplace(path, std::move(fresh)).first;
  return std::make_unique<Recorded>(*this, *std::move(blob), *at->second);
}

Result<std::vector<DirEntry>> RecordingHost::list(std::string_view dir) const {
  return remembered(record_.lists, dir, [&] { return inner_.list(dir); });
}

Result<FileInfo> RecordingHost::info(std::string_view path) const {
  return remembered(record_.infos, path, [&] { return inner_.info(path); });
}

Result<std::string> RecordingHost::link(std::string_view path) const {
  return remembered(record_.links, path, [&] { return inner_.link(path); });
}

Result<Space> RecordingHost::space(std::string_view path) const {
  return remembered(record_.spaces, path, [&] { return inner_.space(path); });
}

namespace {

/// The answer without the lines that nobody looks at: a log is full of what is nobody's business.
void drop_lines(const Command& command, Result<Output>& answer) {
  if (!command.keeps || !answer.ok()) return;
  std::string out;
  for (const std::string_view line : lines(answer->out)) {
    out += command.keeps(line) ? line : kDroppedLine;
    out += '\n';
  }
  answer->out = std::move(out);
}

}  // namespace

Result<Output> RecordingHost::query(const Command& command) const {
  auto answers = query_all({&command, 1});
  return std::move(answers.front());
}

std::vector<Result<Output>> RecordingHost::query_all(std::span<const Command> commands) const {
  std::vector<Command> open;
  for (const Command& command : commands) {
    if (record_.queries.find(command.argv) == record_.queries.end()) open.push_back(command);
  }
  std::vector<Result<Output>> fresh = inner_.query_all(open);
  std::vector<Result<Output>> out;
  std::size_t next = 0;
  for (const Command& command : commands) {
    const bool asked = next < open.size() && open[next].argv == command.argv;
    if (asked) drop_lines(command, fresh[next]);
    if (asked && fits(weight(fresh[next]))) {
      record_.queries.emplace(command.argv, fresh[next]);
    }
    const auto known = record_.queries.find(command.argv);
    out.push_back(known == record_.queries.end() ? fresh[next] : known->second);
    if (asked) ++next;
  }
  return out;
}

}  // namespace gb10
