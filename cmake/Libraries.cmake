# Third-party code, linked statically. Each library is used by exactly one folder.
find_package(Threads REQUIRED)

function(gb10_static_library target archive)
  find_library(GB10_LIB_${target} NAMES ${archive} REQUIRED)
  # Known as a library, so that CMake puts it behind whatever needs it.
  add_library(${target} STATIC IMPORTED)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${GB10_LIB_${target}})
  target_link_libraries(${target} INTERFACE ${ARGN})
endfunction()

gb10_static_library(zstd libzstd.a)
gb10_static_library(deflate libdeflate.a)
gb10_static_library(crypto libcrypto.a)
gb10_static_library(zlib libz.a)
gb10_static_library(uring liburing.a)
gb10_static_library(sqlite libsqlite3.a Threads::Threads)
gb10_static_library(re2 libre2.a Threads::Threads)
gb10_static_library(libarchive libarchive.a zstd zlib)

find_path(GB10_TL_INCLUDE tl/expected.hpp REQUIRED)
add_library(tl_expected INTERFACE)
target_include_directories(tl_expected SYSTEM INTERFACE ${GB10_TL_INCLUDE})

# fmt is compiled once, in base/fmt.cc.
find_path(GB10_FMT_INCLUDE fmt/format-inl.h REQUIRED)
add_library(fmt_headers INTERFACE)
target_include_directories(fmt_headers SYSTEM INTERFACE ${GB10_FMT_INCLUDE})

find_path(GB10_CLI11_INCLUDE CLI/App.hpp REQUIRED)
add_library(cli11 INTERFACE)
target_include_directories(cli11 SYSTEM INTERFACE ${GB10_CLI11_INCLUDE})
