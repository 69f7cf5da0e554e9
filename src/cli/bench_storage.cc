#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>

#include <fmt/format.h>

#include "base/median.h"
#include "base/text.h"
#include "bench/library_places.h"
#include "bench/storage_gpu.h"
#include "bench/storage_record.h"
#include "cli/bench_gpu.h"
#include "cli/benchmarks.h"
#include "cli/machine.h"
#include "cli/run_store.h"
#include "gpu/kernels.h"
#include "host/failure.h"
#include "model/quantity.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

constexpr double kUsualSeconds = 0.6, kLeastSeconds = 0.02;  // of a step of the ladder
constexpr double kBlockSeconds = 0.06;
constexpr int kFewestBlocks = 2, kMostLadderBlocks = 60, kUsualBlocks = 10;

/// What was asked for.
struct StorageWanted {
  StorageFileWish file;
  double seconds = kUsualSeconds;
  int gpu = 0;
  std::string environment;  // whose libraries are taken; empty: the system's
};

Result<std::optional<std::uint64_t>> wanted_size(const Arguments& arguments) {
  if (!arguments.has("--size")) return std::optional<std::uint64_t>();
  const std::string text = arguments.value("--size");
  const auto value = parse_quantity(text);
  constexpr double kMost = 1ULL << 50U;
  const bool counts = value.ok() && (value->unit == Unit::bytes || value->unit == Unit::none);
  if (counts && value->value >= 1 << 20U && value->value <= kMost)
    return std::optional(static_cast<std::uint64_t>(value->value));
  return Error{Error::Kind::invalid,
               fmt::format("--size: \"{}\" is no size of a file", printable(text, 40)),
               "1 MiB or more, such as --size \"8 GiB\""};
}

Result<StorageWanted> storage_wanted(const Arguments& arguments) {
  StorageWanted out;
  const std::vector<std::string> typed = arguments.values("WORD");
  const std::string named = typed.size() > 1 ? typed[1] : ".";
  out.file.size = TRY(wanted_size(arguments));
  out.seconds = TRY(wanted_seconds(arguments, kUsualSeconds, kLeastSeconds));
  out.gpu = TRY(wanted_gpu(arguments));
  if (arguments.has("--env")) out.environment = whole_path(arguments.value("--env"));
  std::error_code lost;
  out.file.path = std::filesystem::canonical(named, lost).string();
  if (lost)
    return failure(lost.value(), fmt::format("cannot look at \"{}\"", printable(named, 300)));
  std::random_device random;
  out.file.seed = std::uint64_t{random()} << 32U | random();
  return out;
}

Result<StorageReference> storage_reference(const HostView& host) {
  const auto files = TRY(data_files(host, "storage", {}));
  for (const DataFile& file : files) {
    if (file.name == "ssd") return read_storage_reference(file);
  }
  return Error{Error::Kind::not_found, "the table storage/ssd is masked",
               "gb10 bench storage judges by it"};
}

StoragePlace place_of(const HostView& host, const std::string& path) {
  struct stat what {};
  const bool known = ::stat(path.c_str(), &what) == 0;
  return storage_place(host, path, known ? what.st_dev : 0);
}

ReadLadderMeasure read_ladder_measure(double seconds) {
  ReadLadderMeasure out;
  const int blocks = static_cast<int>(seconds / kBlockSeconds + 0.5);
  out.blocks = seconds < kUsualSeconds ? std::max(kFewestBlocks, blocks)
                                       : std::clamp(blocks, kUsualBlocks, kMostLadderBlocks);
  out.block_seconds = seconds / out.blocks;
  constexpr double kPatience = 4;  // times as long as on a disk that answers at once
  const double planned = seconds * static_cast<double>(out.cells.size());
  out.most_seconds = std::max(out.most_seconds, kPatience * planned);
  return out;
}

/// All of it, and who is told meanwhile.
class StorageSession {
 public:
  StorageSession(const StorageWanted& wanted, TakenSignals signals, const Io& io)
      : wanted_(wanted), signals_(std::move(signals)), io_(io) {}

  Result<StorageRun> run(const HostView& host) {
    StorageRun out;
    out.place = place_of(host, wanted_.file.path);
    StorageFileWish wish = wanted_.file;
    wish.must_end = [this] { return must_end(); };
    wish.begins = [&](const std::string& chosen) {
      io_.say(fmt::format("{}; {}\n", out.place.words(), chosen));
    };
    const StorageFile file = TRY(StorageFile::open(wish));
    out.chosen = file.chosen();
    out.is_ours = file.is_ours();
    out.direct_refused = file.direct_refused();
    out.size = file.size();
    out.ladder = TRY(climbed(file));
    out.turns_wanted = read_ladder_measure(wanted_.seconds).blocks;
    out.cut = out.ladder.cut;
    if (out.cut.why == CutBy::no) out.buffered = buffered_reads(file, passes(), out.cut);
    if (out.cut.why == CutBy::no) copy(file, out);
    out.is_unwritten = file.is_unwritten();
    return out;
  }

 private:
  EarlyEnd must_end() {
    // A signal comes once, and whoever asks again is to hear of it too.
    if (end_.why == CutBy::no && signals_.next()) end_ = {CutBy::interrupted, "interrupted"};
    return end_;
  }

  Result<ReadLadderRun> climbed(const StorageFile& file) {
    ReadLadderMeasure measure = read_ladder_measure(wanted_.seconds);
    measure.must_end = [this] { return must_end(); };
    measure.told = [&](int turn) {
      io_.say(fmt::format("  reads: turn {} of {}\n", turn, measure.blocks));
    };
    return read_ladder(file, measure);
  }

  PassMeasure passes() {
    PassMeasure out;
    out.pass_seconds = std::min(out.pass_seconds, wanted_.seconds);
    out.must_end = [this] { return must_end(); };
    return out;
  }

  /// Whatever keeps the GPU from it, the disk's numbers stand.
  void copy(const StorageFile& file, StorageRun& out) {
    const auto opened = BenchGpu::open(bench_storage_fatbin(), wanted_.gpu, io_);
    const Result<void> copied =
        opened.ok() ? copy_to(**opened, file, out) : Result<void>(opened.error());
    if (!copied.ok()) out.no_gpu = copied.error().what;
  }

  Result<void> copy_to(BenchGpu& gpu, const StorageFile& file, StorageRun& out) {
    const Result<CuFile> cufile = open_cufile(gpu.host());
    const StorageGpu place{gpu.cuda(),
                           gpu.device(),
                           gpu.module(),
                           gpu.stream(),
                           cufile.ok() ? &*cufile : nullptr,
                           cufile.ok() ? "" : cufile.error().what};
    PassMeasure measure = passes();
    measure.must_end = [&] {
      const EarlyEnd ours = must_end();
      return ours.why != CutBy::no ? ours : gpu.must_end(gpu.sample());
    };
    RunRecord record;
    out.copies = TRY(copies_to_gpu(place, file, measure, out.cut, [this](const auto& passes) {
      const auto rate = median(passes.rates);
      io_.say(fmt::format("  {}: {}\n", passes.name.substr(std::string("storage.").size()),
                          rate ? fmt::format("{:.2f} GB/s", *rate / 1e9) : passes.left_out));
    }));
    gpu.add_to(record);
    const std::string others = gpu.others(record);
    out.gpu = std::move(record.params);
    out.notes = std::move(record.notes);
    if (!others.empty())
      out.notes.push_back("others worked on this GPU meanwhile, process " + others);
    return {};
  }

  Result<CuFile> open_cufile(const HostView& host) const {
    constexpr const char* kName = "libcufile.so.0";
    std::vector<std::string> copies = library_copies(host, kName, wanted_.environment);
    if (copies.empty() && wanted_.environment.empty()) copies.emplace_back(kName);
    if (copies.empty())
      return Error{Error::Kind::unsupported,
                   fmt::format("no {} in {}", kName, printable(wanted_.environment, 300))};
    return CuFile::open(copies);
  }

  const StorageWanted& wanted_;
  TakenSignals signals_;
  EarlyEnd end_;
  const Io& io_;
};

/// What else two runs may differ in.
void add_fingerprint(RunRecord& record, const HostView& host, const Arguments& arguments,
                     const Io& io) {
  record.version = GB10_VERSION;
  record.command = command_of("storage", arguments, io);
  const auto kernel = host.read("/proc/sys/kernel/osrelease");
  if (kernel.ok()) record.params["kernel"] = trimmed(*kernel);
  if (std::string mark = machine_mark(host); !mark.empty())
    record.params["machine"] = std::move(mark);
}

int code_of(const StorageVerdict& verdict, const EarlyEnd& cut) {
  if (cut.why == CutBy::interrupted) return kInterrupted;
  if (cut.why == CutBy::failed) return kFailure;
  return verdict.verdict == "healthy" || verdict.verdict == "cannot tell" ? kFine : kAnswerIsNo;
}

}  // namespace

Result<int> bench_storage(const Arguments& arguments, const Io& io, const RecordSink& done) {
  const StorageWanted wanted = TRY(storage_wanted(arguments));
  TakenSignals signals = TRY(TakenSignals::take({SIGINT, SIGTERM, SIGHUP}));
  // cuFile would write a log into the folder where the user stands. No thread runs yet.
  ::setenv("CUFILE_LOGFILE_PATH", "/dev/null", 0);
  const std::unique_ptr<Host> host = this_host(io);
  const StorageReference reference = TRY(storage_reference(*host));
  RunRecord record;
  record.begun = wall_nanoseconds();
  record.id = run_id(record.begun) + "-storage";
  StorageSession session(wanted, std::move(signals), io);
  const StorageRun run = TRY(session.run(*host));
  const StorageVerdict verdict = verdict_of(run, reference);
  add_fingerprint(record, *host, arguments, io);
  record.params["seconds"] = fmt::format("{:g}", wanted.seconds);
  add_to(record, run, verdict, loader_advice(run, reference));
  done(record);
  return code_of(verdict, run.cut);
}

}  // namespace gb10
