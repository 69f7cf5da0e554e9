#include "gpu/cufile.h"

#include <cerrno>

#include <fmt/format.h>

namespace gb10 {

namespace {

/// The words of cufile.h for errors that owners meet.
const char* words_of(int error) {
  switch (error) {
    case 5001:
      return "the driver nvidia-fs is not loaded and the compatibility mode is off";
    case 5002:
      return "an invalid property, see cufile.json";
    case 5008:
      return "GPUDirect Storage does not work on this file";
    case 5017:
      return "access beyond what is mapped";
    case 5018:
      return "it does not know this kind of file";
    case 5020:
      return "the file was not opened with O_DIRECT";
    case 5025:
      return "permission denied";
    case 5030:
      return "internal error";
    case 5033:
      return "it could not start";
    default:
      return "see CUfileOpError in cufile.h";
  }
}

Error cufile_error(const char* function, int error) {
  return {Error::Kind::failed, fmt::format("{}: error {} ({})", function, error, words_of(error))};
}

template <class... Arguments>
Result<void> told(const Symbol<cufile::Status(Arguments...)>& symbol,
                  std::type_identity_t<Arguments>... arguments) {
  if (!symbol.function)
    return Error{Error::Kind::unsupported, std::string("libcufile has no ") + symbol.name};
  const cufile::Status status = symbol.function(arguments...);
  if (status.error != cufile::kSuccess) return cufile_error(symbol.name, status.error);
  return {};
}

bool has_flag(unsigned flags, unsigned number) { return (flags >> number & 1U) != 0; }

}  // namespace

Result<CuFile> CuFile::open(const std::vector<std::string>& paths) {
  Library library =
      TRY(Library::open(paths, "it comes with the CUDA toolkit, or in the wheel nvidia-cufile"));
  const cufile::Api api = cufile::bound(library);
  return make(api, std::move(library));
}

Result<CuFile> CuFile::make(cufile::Api api, std::optional<Library> library) {
  // Older ones cannot be told, and go by cufile.json.
  if (api.cuFileSetParameterBool.function)
    api.cuFileSetParameterBool.function(cufile::kAllowCompatMode, true);
  TRY(told(api.cuFileDriverOpen));
  return CuFile(std::make_unique<cufile::Api>(api), std::move(library));
}

CuFile::~CuFile() {
  if (api_ && api_->cuFileDriverClose_v2.function) api_->cuFileDriverClose_v2.function();
}

std::string CuFile::version() const {
  int version = 0;
  if (!told(api_->cuFileGetVersion, &version).ok()) return "of a version that it does not tell";
  return fmt::format("{}.{}.{}", version / 1000, version % 1000 / 10, version % 10);
}

std::string CuFile::mode(const Cuda& cuda, cuda::Device device) const {
  const bool rdma = cuda.attribute(device, cufile::kSupportsRdma).value_or(0) != 0;
  const bool dma_buf = cuda.attribute(device, cufile::kSupportsDmaBuf).value_or(0) != 0;
  if (!rdma && !dma_buf)
    return "compat (CPU bounce): this GPU's memory cannot be reached by the SSD";
  cufile::Properties properties{};
  if (!told(api_->cuFileDriverGetProperties, &properties).ok())
    return "it does not tell whether the CPU copies";
  const bool p2p = has_flag(properties.status_flags, cufile::kStatusNvmeP2p);
  if (properties.nvfs_major == 0 && !p2p)
    return "compat (CPU bounce): the driver nvidia-fs is not loaded";
  return fmt::format(
      "a direct path is offered ({}); whether it was taken it does not tell",
      p2p ? "PCI peer to peer"
          : fmt::format("nvidia-fs {}.{}", properties.nvfs_major, properties.nvfs_minor));
}

Result<CuFileHandle> CuFile::handle(int file) const {
  cufile::Description description{};
  description.type = cufile::kHandleOfFile;
  description.file = file;
  cufile::Handle handle = nullptr;
  TRY(told(api_->cuFileHandleRegister, &handle, &description));
  return CuFileHandle(*api_, handle);
}

Result<void> CuFile::read(const CuFileHandle& handle, cuda::Address base, std::size_t size,
                          std::uint64_t offset) const {
  if (!api_->cuFileRead.function)
    return Error{Error::Kind::unsupported, "libcufile has no cuFileRead"};
  const auto at = static_cast<off_t>(offset);
  const ssize_t n =
      api_->cuFileRead.function(handle.get(), reinterpret_cast<void*>(base), size, at, at);
  if (n == static_cast<ssize_t>(size)) return {};
  if (n < -cufile::kFirstError) return cufile_error("cuFileRead", static_cast<int>(-n));
  return Error{Error::Kind::failed, n == -1
                                        ? fmt::format("cuFileRead: errno {}", errno)
                                        : fmt::format("cuFileRead: {} of {} bytes came", n, size)};
}

}  // namespace gb10
