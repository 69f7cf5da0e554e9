#pragma once

#include <optional>
#include <string>
#include <vector>

#include "container/service_template.h"
#include "model/quantity.h"

namespace gb10 {

/// What a compose file of a template is to be.
struct ComposeWish {
  std::string project;  // its name and that of the service
  std::string image;    // instead of the template's; empty for that
  std::string listen = "127.0.0.1";
  std::vector<std::int64_t> ports;  // on this machine, in the template's order
  std::string model;                // "Qwen/Qwen3-8B"; empty: a variable of compose
  // Folders of the machine. Empty: those of who starts it there, and where the file lies.
  std::string cache, workspace;
  std::string ipc;                           // "host", "private"; empty for the template's
  bool cdi = false;                          // the GPU by its CDI name, not by a reservation
  std::string gpu_why;                       // what decided that
  std::optional<double> share;               // of the memory, as somebody wants it
  std::optional<Quantity> available, total;  // memory of this machine, where it is known
};

/// A finished file, and what its maker must know.
struct ComposeFile {
  std::string text;
  std::string image;
  std::optional<double> share;
  std::vector<std::string> folders;  // of the machine, which must be there at the start
  bool asks_for_model = false;       // by a variable, at the start
  std::vector<std::string> notes;

  /// The command that starts what lies at `path`; of a file without a place yet, where it is empty.
  std::string start(const std::string& path) const;
};

/// The compose file. Error `invalid` for names, addresses and paths that cannot stand in one, and
/// where the template has no image of its own.
Result<ComposeFile> compose_file(const ServiceTemplate& service, const ComposeWish& wish);

/// What is kept for everything else on the machine when a share is computed.
constexpr double kKeptBytes = 8.0 * 1024 * 1024 * 1024;

/// The share of the memory, in steps of 0.01: what is available less what is kept, at most the
/// template's. Nothing where not even a twentieth of it is left.
std::optional<double> computed_share(const ServiceTemplate::Memory& memory, Quantity available,
                                     Quantity total);

}  // namespace gb10
