add_compile_options(-Wall -Wextra -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align
                    -Wimplicit-fallthrough -fno-strict-aliasing)
# What a Spark computes, an x86-64 machine that replays its snapshot computes to the last bit.
add_compile_options(-ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict)   # false alarms of g++ 12 on std::string (its bug 105651)
endif()
if(GB10_WERROR)
  add_compile_options(-Werror)
endif()
if(GB10_SANITIZE)
  add_compile_options(-fsanitize=${GB10_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${GB10_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    add_link_options(-fuse-ld=lld)  # a quarter of the time: 0.7 s of a processor against 3.2 s for guard_test
  endif()
else()
  # What is built here starts on another distribution: only libc, libm and the loader stay shared.
  add_link_options(-static-libstdc++ -static-libgcc)
  add_compile_options(-ffunction-sections -fdata-sections)
endif()
# Parts of libarchive that nothing here uses want further libraries; without them it links.
add_link_options(-Wl,--gc-sections)
