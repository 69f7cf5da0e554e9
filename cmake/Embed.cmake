# gb10_embed_data(TARGET DIR): every file below DIR goes into the program through .incbin, with an index in C++.
# A changed file is assembled again; no C++ is recompiled.
function(gb10_embed_data target dir)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/${dir}
       ${PROJECT_SOURCE_DIR}/${dir}/*.toml ${PROJECT_SOURCE_DIR}/${dir}/*.py)
  list(SORT files)
  set(assembly ".section .rodata\n")
  set(declarations "")
  set(rows "")
  set(number 0)
  foreach(file IN LISTS files)
    string(APPEND assembly
           ".global gb10_embedded_${number}\n.global gb10_embedded_${number}_end\n"
           "gb10_embedded_${number}:\n.incbin \"${PROJECT_SOURCE_DIR}/${dir}/${file}\"\n"
           "gb10_embedded_${number}_end:\n.byte 0\n")
    string(APPEND declarations
           "extern const char gb10_embedded_${number}[], gb10_embedded_${number}_end[];\n")
    string(APPEND rows "    {\"${file}\", text(gb10_embedded_${number}, gb10_embedded_${number}_end)},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND assembly ".section .note.GNU-stack,\"\",%progbits\n")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${target}.S CONTENT "${assembly}" @ONLY)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${target}.cc CONTENT
"#include \"base/embedded.h\"
extern \"C\" {
${declarations}}
namespace gb10 {
static std::string_view text(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}
std::span<const Embedded> embedded_files() {
  static const Embedded kFiles[] = {
${rows}  };
  return kFiles;
}
std::optional<std::string_view> embedded(std::string_view path) {
  for (const Embedded& file : embedded_files()) {
    if (file.path == path) return file.text;
  }
  return std::nullopt;
}
}  // namespace gb10
" @ONLY)
  list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/${dir}/ OUTPUT_VARIABLE full)
  set_source_files_properties(${PROJECT_BINARY_DIR}/${target}.S PROPERTIES OBJECT_DEPENDS "${full}")
  add_library(gb10_${target} STATIC ${PROJECT_BINARY_DIR}/${target}.S ${PROJECT_BINARY_DIR}/${target}.cc)
  target_include_directories(gb10_${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
endfunction()

# gb10_embed_assets(TARGET NAME=PATH …): texts that pages are made of, by their names, added to TARGET. One that is not there is
# left out, and the program says what it lacks where it needs it.
function(gb10_embed_assets target)
  set(assembly ".section .rodata\n")
  set(declarations "")
  set(lines "")
  set(number 0)
  set(found "")
  foreach(asset IN LISTS ARGN)
    string(REPLACE "=" ";" parts ${asset})
    list(GET parts 0 name)
    list(GET parts 1 path)
    if(NOT EXISTS ${path})
      message(STATUS "built without ${path}")
      continue()
    endif()
    list(APPEND found ${path})
    string(APPEND assembly ".global gb10_asset_${number}\n.global gb10_asset_${number}_end\n"
           "gb10_asset_${number}:\n.incbin \"${path}\"\ngb10_asset_${number}_end:\n.byte 0\n")
    string(APPEND declarations "extern const char gb10_asset_${number}[], gb10_asset_${number}_end[];\n")
    string(APPEND lines "  if (name == \"${name}\")\n    return std::string_view(gb10_asset_${number}, "
           "static_cast<std::size_t>(gb10_asset_${number}_end - gb10_asset_${number}));\n")
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND assembly ".section .note.GNU-stack,\"\",%progbits\n")
  set(base ${PROJECT_BINARY_DIR}/${target}_assets)
  file(CONFIGURE OUTPUT ${base}.S CONTENT "${assembly}" @ONLY)
  file(CONFIGURE OUTPUT ${base}.cc CONTENT
"#include \"base/embedded.h\"
extern \"C\" {
${declarations}}
namespace gb10 {
std::optional<std::string_view> embedded_asset(std::string_view name) {
${lines}  return std::nullopt;
}
}  // namespace gb10
" @ONLY)
  set_source_files_properties(${base}.S PROPERTIES OBJECT_DEPENDS "${found}")
  target_sources(gb10_${target} PRIVATE ${base}.S ${base}.cc)
endfunction()
