# The program with its manual and completions, and the Debian package of them.
include(GNUInstallDirs)
# What is packed is built by name; tests that are built beside it need not be.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# The manual comes from the program's own tables of options.
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/gb10.1.gz ${PROJECT_BINARY_DIR}/gb10.bash
  COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:gb10> --man-page > ${PROJECT_BINARY_DIR}/gb10.1
  COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/gb10.1
  COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:gb10> --completion > ${PROJECT_BINARY_DIR}/gb10.bash
  DEPENDS gb10 COMMENT "manual and completions")
add_custom_target(manual ALL DEPENDS ${PROJECT_BINARY_DIR}/gb10.1.gz ${PROJECT_BINARY_DIR}/gb10.bash)

install(TARGETS gb10 RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_BINARY_DIR}/gb10.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_BINARY_DIR}/gb10.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME gb10)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "gb10 maintainers <gb10@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
# glibc of Debian 12, where it is built; the program links nothing else.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.36)")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
include(CPack)
