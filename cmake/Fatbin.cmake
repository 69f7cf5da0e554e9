# gb10_fatbin(TARGET FILE.cu [NAME name] [ONLY arch]): device code for the GPUs we know and PTX for later ones, embedded in the program.
# NAME is what the function is called after, else the file; ONLY builds for one target, such as 121a, and no PTX.
# Without nvcc the program builds all the same and says "built without device code" where it matters.
find_program(GB10_NVCC nvcc HINTS /usr/local/cuda/bin)
set(GB10_GPU_CODE
    -gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_120,code=sm_120
    -gencode=arch=compute_121,code=sm_121 -gencode=arch=compute_90,code=compute_90)

function(gb10_fatbin target source)
  cmake_parse_arguments(ARG "" "NAME;ONLY" "" ${ARGN})
  get_filename_component(name ${source} NAME_WE)
  if(ARG_NAME)
    set(name ${ARG_NAME})
  endif()
  set(code ${GB10_GPU_CODE})
  if(ARG_ONLY)
    set(code -gencode=arch=compute_${ARG_ONLY},code=sm_${ARG_ONLY})
  endif()
  set(index ${PROJECT_BINARY_DIR}/${target}.cc)
  add_library(gb10_${target} STATIC ${index})
  target_include_directories(gb10_${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(gb10_${target} PUBLIC gb10_base)
  set(head "#include \"gpu/kernels.h\"\n")
  if(NOT GB10_NVCC OR NOT EXISTS ${PROJECT_SOURCE_DIR}/${source})
    message(STATUS "no nvcc: built without device code")
    file(CONFIGURE OUTPUT ${index} CONTENT
"${head}namespace gb10 {\nstd::span<const std::byte> ${name}_fatbin() { return {}; }\n}\n" @ONLY)
    return()
  endif()
  set(fatbin ${PROJECT_BINARY_DIR}/${name}.fatbin)
  add_custom_command(OUTPUT ${fatbin}
    COMMAND ${GB10_NVCC} --fatbin ${code} -O3 -o ${fatbin} ${PROJECT_SOURCE_DIR}/${source}
    DEPENDS ${PROJECT_SOURCE_DIR}/${source} VERBATIM COMMENT "device code ${name}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${target}.S CONTENT
".section .rodata\n.balign 16\n.global gb10_${name}\n.global gb10_${name}_end\ngb10_${name}:\n.incbin \"${fatbin}\"\ngb10_${name}_end:\n.byte 0\n.section .note.GNU-stack,\"\",%progbits\n" @ONLY)
  set_source_files_properties(${PROJECT_BINARY_DIR}/${target}.S PROPERTIES OBJECT_DEPENDS ${fatbin})
  file(CONFIGURE OUTPUT ${index} CONTENT
"${head}extern \"C\" const std::byte gb10_${name}[], gb10_${name}_end[];
namespace gb10 {
std::span<const std::byte> ${name}_fatbin() { return {gb10_${name}, gb10_${name}_end}; }
}\n" @ONLY)
  target_sources(gb10_${target} PRIVATE ${PROJECT_BINARY_DIR}/${target}.S)
endfunction()
