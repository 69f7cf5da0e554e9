#include "gpu/cufile.h"

#include <gtest/gtest.h>

#include "gpu/fake_cuda.h"

namespace gb10 {
namespace {

struct FakeCuFile {
  cufile::Status opening{0, 0};
  cufile::Properties properties{};
  ssize_t reads = 0;  // what a read says
  int open = 0, handles = 0;
};
FakeCuFile& fake_cufile() {
  static FakeCuFile fake;
  return fake;
}

cufile::Api fake_api() {
  cufile::Api api;
  api.cuFileGetVersion.function = [](int* version) {
    *version = 1151;
    return cufile::Status{0, 0};
  };
  api.cuFileDriverOpen.function = [] {
    fake_cufile().open += fake_cufile().opening.error == 0 ? 1 : 0;
    return fake_cufile().opening;
  };
  api.cuFileDriverClose_v2.function = [] {
    --fake_cufile().open;
    return cufile::Status{0, 0};
  };
  api.cuFileDriverGetProperties.function = [](cufile::Properties* out) {
    *out = fake_cufile().properties;
    return cufile::Status{0, 0};
  };
  api.cuFileHandleRegister.function = [](cufile::Handle* handle, cufile::Description* what) {
    *handle = &fake_cufile();
    fake_cufile().handles += what->type == cufile::kHandleOfFile && what->file == 7 ? 1 : 0;
    return cufile::Status{0, 0};
  };
  api.cuFileHandleDeregister.function = [](cufile::Handle) { --fake_cufile().handles; };
  api.cuFileRead.function = [](cufile::Handle, void*, std::size_t, off_t, off_t) {
    return fake_cufile().reads;
  };
  return api;
}

cuda::Status direct_attribute(int* value, int which, cuda::Device) {
  return *value = which == cufile::kSupportsRdma ? 1 : 0, cuda::kSuccess;
}

class CuFileOfAFake : public testing::Test {
 protected:
  CuFileOfAFake() { fake_cufile() = {}; }
  std::string mode(cuda::Api api) {
    const auto cufile = CuFile::make(fake_api());
    return cufile.ok() ? cufile->mode(Cuda(api), 0) : cufile.error().what;
  }
};

TEST_F(CuFileOfAFake, says_whether_the_cpu_copies) {
  cuda::Api api = fake_cuda();
  EXPECT_EQ(mode(api),
            "compat (CPU bounce): this GPU's memory cannot be reached by the SSD");
  api.cuDeviceGetAttribute.function = direct_attribute;
  EXPECT_EQ(mode(api), "compat (CPU bounce): the driver nvidia-fs is not loaded");
  fake_cufile().properties.nvfs_major = 2;
  fake_cufile().properties.nvfs_minor = 26;
  EXPECT_EQ(mode(api),
            "a direct path is offered (nvidia-fs 2.26); whether it was taken it does not "
            "tell");
  fake_cufile().properties.status_flags = 1U << cufile::kStatusNvmeP2p;
  EXPECT_NE(mode(api).find("(PCI peer to peer)"), std::string::npos);
}

TEST_F(CuFileOfAFake, is_closed_with_what_was_made) {
  {
    const auto cufile = CuFile::make(fake_api());
    ASSERT_TRUE(cufile.ok()) << cufile.error().what;
    EXPECT_EQ(cufile->version(), "1.15.1");
    const auto handle = cufile->handle(7);
    ASSERT_TRUE(handle.ok());
    EXPECT_EQ(fake_cufile().open, 1);
    EXPECT_EQ(fake_cufile().handles, 1);
  }
  EXPECT_EQ(fake_cufile().open, 0);
  EXPECT_EQ(fake_cufile().handles, 0);
}

TEST_F(CuFileOfAFake, hands_on_what_a_read_says) {
  const auto cufile = CuFile::make(fake_api());
  ASSERT_TRUE(cufile.ok());
  const auto handle = cufile->handle(7);
  ASSERT_TRUE(handle.ok());
  fake_cufile().reads = 4096;
  EXPECT_TRUE(cufile->read(*handle, 0, 4096, 0).ok());
  fake_cufile().reads = 100;
  EXPECT_EQ(cufile->read(*handle, 0, 4096, 0).error().what, "cuFileRead: 100 of 4096 bytes came");
  fake_cufile().reads = -5020;
  EXPECT_EQ(cufile->read(*handle, 0, 4096, 0).error().what,
            "cuFileRead: error 5020 (the file was not opened with O_DIRECT)");
}

TEST_F(CuFileOfAFake, says_why_it_does_not_start) {
  fake_cufile().opening = {5001, 0};
  const auto cufile = CuFile::make(fake_api());
  ASSERT_FALSE(cufile.ok());
  EXPECT_NE(cufile.error().what.find("nvidia-fs is not loaded and the compatibility mode is off"),
            std::string::npos);
  EXPECT_EQ(fake_cufile().open, 0);
}

}  // namespace
}  // namespace gb10
