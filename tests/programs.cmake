gb10_test(data_test SOURCES data_test.cc LINKS gb10_cli LABELS fast)
gb10_test(corpus_test SOURCES corpus_test.cc LINKS gb10_rules LABELS fast)
gb10_test(signatures_test SOURCES signatures_test.cc LINKS gb10_doctor LABELS fast)
gb10_test(whole_logs_test SOURCES logs_test.cc LINKS gb10_explain LABELS fast)
gb10_test(mma_code_test SOURCES mma_code_test.cc LINKS gb10_bench gb10_elf LABELS fast)
gb10_test(layers_test SOURCES layers_test.cc LABELS fast)
if(GB10_HEADERS)
  include(headers.cmake)
endif()

# (Not the target Python3::Interpreter: ctest would start it under the emulator.)
# Scenarios: the built program as an owner meets it, one text file each.
find_package(Python3 COMPONENTS Interpreter REQUIRED)
file(GLOB_RECURSE scenarios CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/scenarios/*.t)
foreach(scenario IN LISTS scenarios)
  file(RELATIVE_PATH name ${CMAKE_CURRENT_SOURCE_DIR} ${scenario})
  string(REGEX REPLACE "\\.t$" "" name ${name})
  add_test(NAME ${name}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/run-scenario
            --gb10 "$<TARGET_FILE:gb10>" --emulator "${CMAKE_CROSSCOMPILING_EMULATOR}" ${scenario})
  set_tests_properties(${name} PROPERTIES LABELS "fast;scenario" TIMEOUT 120 SKIP_RETURN_CODE 77
                       ENVIRONMENT "${GB10_TEST_ENVIRONMENT}" ENVIRONMENT_MODIFICATION "${GB10_TEST_SHARED}")
endforeach()

# Streams without end, through the built program.
set(sanitized "")
if(GB10_SANITIZE)
  set(sanitized --sanitized --mib 16)
endif()
add_test(NAME streams
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/streams --gb10 "$<TARGET_FILE:gb10>"
          --emulator "${CMAKE_CROSSCOMPILING_EMULATOR}" --mib 32 --line-mb 8 ${sanitized})
set_tests_properties(streams PROPERTIES LABELS slow TIMEOUT 600 SKIP_RETURN_CODE 77)

# record and top on a terminal, the exporter with a real Prometheus, the unit as systemd sees it, dead machines from snapshots,
# a tuner that is killed at every step, a profile that is proved with a command, a package that is removed, a build that is killed
# at every step, a wheelhouse that is killed, filled up and lied to.
foreach(name terminal exporter guard_unit last_boot_replay tune_crash tune_law tune_prove prerm env_shell run_launch
        launch_real recipe_build wheelhouse)
  set(few "")
  if(GB10_SANITIZE AND name STREQUAL recipe_build)
    set(few --few)
  endif()
  add_test(NAME ${name}
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/${name} --gb10 "$<TARGET_FILE:gb10>"
            --emulator "${CMAKE_CROSSCOMPILING_EMULATOR}" ${few})
  set_tests_properties(${name} PROPERTIES LABELS slow TIMEOUT 300 SKIP_RETURN_CODE 77)
endforeach()

# It builds some twenty times; where programs are slow it is killed at fewer places.
set_tests_properties(recipe_build wheelhouse PROPERTIES TIMEOUT 1200)

# A driver's library of our own, for what nobody may try on a borrowed GPU.
add_library(fake_nvml SHARED nvml/fake_nvml.cc)
set_target_properties(fake_nvml PROPERTIES OUTPUT_NAME nvidia-ml SUFFIX .so.1)
add_test(NAME tune_gpu
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tune_gpu --gb10 "$<TARGET_FILE:gb10>"
          --library "$<TARGET_FILE:fake_nvml>" --emulator "${CMAKE_CROSSCOMPILING_EMULATOR}")
set_tests_properties(tune_gpu PROPERTIES LABELS slow TIMEOUT 300 SKIP_RETURN_CODE 77)

# The instructions of the matrix units, by NVIDIA's own disassembler.
add_test(NAME mma_sass COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/mma_sass --build ${PROJECT_BINARY_DIR})
set_tests_properties(mma_sass PROPERTIES LABELS fast TIMEOUT 300 SKIP_RETURN_CODE 77)

add_test(NAME ansible_roles
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/ansible_roles --gb10 "$<TARGET_FILE:gb10>"
          --emulator "${CMAKE_CROSSCOMPILING_EMULATOR}")
set_tests_properties(ansible_roles PROPERTIES LABELS slow TIMEOUT 1200 SKIP_RETURN_CODE 77)

# A page of real records, in a browser.
add_test(NAME report_page
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/report_page --gb10 "$<TARGET_FILE:gb10>"
          --record ${CMAKE_CURRENT_SOURCE_DIR}/runs/random.json ${CMAKE_CURRENT_SOURCE_DIR}/runs/zeros.json
          --pictures ${CMAKE_CURRENT_BINARY_DIR}/report --emulator "${CMAKE_CROSSCOMPILING_EMULATOR}")
set_tests_properties(report_page PROPERTIES LABELS slow TIMEOUT 600 SKIP_RETURN_CODE 77)

# What takes longest begins first, or a core has nothing to do at the end.
set_tests_properties(recipe_build wheelhouse env_shell run_launch last_boot_replay report_page PROPERTIES COST 500)

# They change what this kernel holds, and put it back: one at a time, so that they begin first.
set_tests_properties(tune_crash tune_law tune_prove tune_gpu prerm ansible_roles PROPERTIES RESOURCE_LOCK kernel_settings
  COST 1000)

# Whole systems under QEMU; the other cases by hand: tests/guest/run all.
foreach(name eater cut)
  add_test(NAME guest.${name}
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/guest/run ${name} --cuts 1
            --swap off --gb10 "$<TARGET_FILE:gb10>" --emulator "${CMAKE_CROSSCOMPILING_EMULATOR}")
  set_tests_properties(guest.${name} PROPERTIES LABELS slow TIMEOUT 1200 SKIP_RETURN_CODE 77)
endforeach()

# The Python side of gb10 run, in this interpreter.
add_test(NAME launch_hooks COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/launch_hooks)
set_tests_properties(launch_hooks PROPERTIES LABELS fast TIMEOUT 300)

add_test(NAME coverage COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/coverage-check)
add_test(NAME roots COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/roots/make --check)
add_test(NAME packages COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check-packages --form)
add_test(NAME tuning_page COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/tuning-page --check)
set_tests_properties(coverage roots packages tuning_page PROPERTIES LABELS fast)

# The fuzzers' corpora as plain tests.
include(fuzz/list.cmake)
foreach(name IN LISTS GB10_FUZZERS)
  if(GB10_FUZZ)
    add_test(NAME replay.${name} COMMAND fuzz_${name} -runs=0 ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name})
  else()
    add_executable(replay_${name} fuzz/${name}.cc fuzz/replay_main.cc)
    target_link_libraries(replay_${name} PRIVATE gb10_cli)
    add_test(NAME replay.${name} COMMAND replay_${name} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name})
  endif()
  set_tests_properties(replay.${name} PROPERTIES LABELS fast)
endforeach()

# Compose files against Debian's specification, images with residue, and the start-up file by a real IPython.
foreach(name containers ipython_startup)
  add_test(NAME ${name}
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/${name} --gb10 "$<TARGET_FILE:gb10>"
            --emulator "${CMAKE_CROSSCOMPILING_EMULATOR}")
  set_tests_properties(${name} PROPERTIES LABELS slow TIMEOUT 600 SKIP_RETURN_CODE 77)
endforeach()
set_tests_properties(containers PROPERTIES COST 500)
