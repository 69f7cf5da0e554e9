#include "facts/compiler.h"

#include <gtest/gtest.h>

#include "elf/fake_elf.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

std::string program(std::string_view constants) {
  return bytes_of({.rodata = std::string(constants)});
}

TEST(compiler_version, is_read_out_of_the_program) {
  FakeHost host;
  host.file("/ptxas",
            program(std::string("x\0Cuda compilation tools, release 12.8, V12.8.93\0y", 50)));
  EXPECT_EQ(compiler_version(host, "/ptxas").value_or(""), "12.8.93");
}

TEST(compiler_version, passes_over_the_format_that_prints_it) {
  FakeHost host;
  host.file("/ptxas", program("Cuda compilation tools, release %d.%d, V%d.%d.%d\n"
                              "Cuda compilation tools, release 13.0, V13.0.88\n"));
  EXPECT_EQ(compiler_version(host, "/ptxas").value_or(""), "13.0.88");
}

TEST(compiler_version, is_not_guessed) {
  FakeHost host;
  host.file("/script", "#!/bin/sh\nexec /usr/lib/nvidia-cuda-toolkit/bin/nvcc\n");
  host.file("/other", program("release 13.0"));
  EXPECT_EQ(compiler_version(host, "/none").error().kind, Error::Kind::not_found);
  EXPECT_EQ(compiler_version(host, "/script").error().kind, Error::Kind::failed);
  EXPECT_EQ(compiler_version(host, "/other").error().kind, Error::Kind::failed);
}

}  // namespace
}  // namespace gb10
