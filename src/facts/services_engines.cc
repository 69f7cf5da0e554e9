#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/engines.h"

namespace gb10::engines {

namespace {

using Table = std::map<std::int64_t, Process>;

/// Every process that /proc shows. One that ends while we look is left out.
Result<Table> processes(const HostView& host) {
  const auto entries = TRY(host.list("/proc"));
  Table table;
  for (const DirEntry& entry : entries) {
    if (!whole_number(entry.name)) continue;
    const auto stat = host.read(fmt::format("/proc/{}/stat", entry.name));
    if (!stat.ok()) continue;
    if (const auto process = process_from_stat(*stat)) table[process->pid] = *process;
  }
  return table;
}

/// Only these can turn out to be a server, so that not every command line has to be read.
bool may_serve(const Process& process) {
  for (const std::string_view begin : {"python", "pypy", "vllm", "VLLM::", "sglang", "ollama",
                                       "llama-server", "trtllm", "pt_main_thread"}) {
    if (process.name.starts_with(begin)) return true;
  }
  return false;
}

bool is_left_alone(const Process& process, const Table& table) {
  const auto parent = table.find(process.parent);
  return process.parent == 1 || (parent != table.end() && adopts_orphans(parent->second));
}

using Servers = std::map<std::int64_t, std::int64_t>;  // pid -> compile jobs below it

/// The server that this compiler works for. Nothing when another compiler started it: g++ starts
/// cc1plus, nvcc starts cicc and ptxas, and each of these trees is one job.
std::optional<std::int64_t> server_of(const Process& compiler, const Table& table,
                                      const Servers& servers) {
  std::int64_t pid = compiler.parent;
  // A process that ends while we look can leave a circle of reused numbers behind.
  for (int depth = 0; depth < 64; ++depth) {
    const auto parent = table.find(pid);
    if (parent == table.end() || is_compiler(parent->second.name)) return std::nullopt;
    if (servers.count(pid) != 0) return pid;
    pid = parent->second.parent;
  }
  return std::nullopt;
}

void set_limits(const std::vector<std::string>& arguments, const std::string& instance,
                const std::string& source, Facts& facts) {
  const auto share = option(arguments, {"gpu-memory-utilization", "mem-fraction-static",
                                        "kv-cache-free-gpu-memory-fraction"});
  const auto utilization = share ? decimal_number(*share) : std::nullopt;
  if (utilization) facts.set(key("engine", instance, "memory_utilization"), *utilization, source);
  const auto most = option(
      arguments, {"max-num-seqs", "max-running-requests", "parallel", "np", "max-batch-size"});
  const auto sequences = most ? whole_number(*most) : std::nullopt;
  if (sequences) facts.set(key("engine", instance, "max_sequences"), *sequences, source);
}

/// "Uid:\t1000\t1000\t1000\t1000": the second is the effective one.
void set_user(const HostView& host, const std::string& instance, const std::string& source,
              Facts& facts) {
  const auto status = host.read(source + "/status");
  if (!status.ok()) return;
  const auto uids = words(value_of(*status, "Uid").value_or(std::string_view()));
  const auto user = uids.size() > 1 ? whole_number(uids[1]) : std::nullopt;
  if (user) facts.set(key("engine", instance, "user_id"), *user, source + "/status");
}

struct Server {
  Process process;
  std::string engine;
  std::vector<std::string> arguments;
};

void set_server(const Server& server, const Table& table, Facts& facts) {
  const std::string instance = fmt::format("{}", server.process.pid);
  const std::string source = fmt::format("/proc/{}", instance);
  const auto key_of = [&](const char* field) { return key("engine", instance, field); };
  facts.set(key_of("name"), server.engine, source + "/cmdline");
  facts.set(key_of("process"), full_name(server.process.name, server.arguments), source + "/stat");
  facts.set(key_of("arguments"), harmless_arguments(server.arguments), source + "/cmdline");
  facts.set(key_of("parent"), server.process.parent, source + "/stat");
  const bool orphan =
      is_helper(server.process.name, server.arguments) && is_left_alone(server.process, table);
  facts.set(key_of("orphan"), orphan, source + "/stat");
  set_limits(server.arguments, instance, source + "/cmdline", facts);
}

std::vector<Server> servers_among(const HostView& host, const Table& table) {
  std::vector<Server> found;
  for (const auto& [pid, process] : table) {
    if (!may_serve(process) || process.state == 'Z') continue;
    const auto cmdline = host.read(fmt::format("/proc/{}/cmdline", pid));
    const auto arguments = arguments_from(cmdline.value_or(std::string()));
    const std::string engine = engine_of(process.name, arguments);
    if (!engine.empty()) found.push_back({process, engine, arguments});
  }
  return found;
}

Servers compile_jobs(const std::vector<Server>& servers, const Table& table) {
  Servers jobs;
  for (const Server& server : servers) jobs[server.process.pid] = 0;
  for (const auto& [pid, process] : table) {
    if (!is_compiler(process.name)) continue;
    if (const auto owner = server_of(process, table, jobs)) ++jobs[*owner];
  }
  return jobs;
}

}  // namespace

void collect(const HostView& host, Facts& facts) {
  const auto table = processes(host);
  if (!table.ok()) return facts.unknown("engine.found", table.error(), "/proc");
  const auto servers = servers_among(host, *table);
  facts.set("engine.found", static_cast<std::int64_t>(servers.size()), "/proc");
  for (const Server& server : servers) {
    const std::string pid = fmt::format("{}", server.process.pid);
    set_server(server, *table, facts);
    set_user(host, pid, "/proc/" + pid, facts);
  }
  for (const auto& [pid, count] : compile_jobs(servers, *table)) {
    facts.set(key("engine", fmt::format("{}", pid), "jit_jobs"), count, "/proc");
  }
}

}  // namespace gb10::engines
