# cmake --install: installs the libraries, the public headers, the programs that were built, a package for
# find_package(setpoint) with the targets setpoint::setpoint and setpoint::testing, and files for pkg-config. They do not export the
# warnings, hardening and precompiled headers of setpoint's own build.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/setpoint)

set_target_properties(setpoint_boost PROPERTIES EXPORT_NAME boost)
set_target_properties(setpoint_test_kit PROPERTIES EXPORT_NAME testing OUTPUT_NAME setpoint_testing)
set_target_properties(setpoint_pch PROPERTIES EXPORT_NAME pch)
set_target_properties(setpoint_testing_pch PROPERTIES EXPORT_NAME testing_pch)
install(TARGETS setpoint setpoint_test_kit setpoint_boost setpoint_pch setpoint_testing_pch EXPORT setpointTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/setpoint DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN *.hpp)
install(EXPORT setpointTargets NAMESPACE setpoint:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/setpointConfig.cmake.in
  ${PROJECT_BINARY_DIR}/setpointConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break source compatibility (CHANGELOG.md).
write_basic_package_version_file(${PROJECT_BINARY_DIR}/setpointConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/setpointConfig.cmake ${PROJECT_BINARY_DIR}/setpointConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/share/gdb/setpoint.py DESTINATION ${CMAKE_INSTALL_DATADIR}/setpoint/gdb COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/cmake/modules DESTINATION ${package_dir} COMPONENT development)

# pkg-config: relative to its own folder, so that `cmake --install --prefix` may put it anywhere. The definitions are those of
# setpoint::boost.
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(package setpoint setpoint-testing)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc.generate @ONLY)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${package}.pc INPUT ${PROJECT_BINARY_DIR}/${package}.pc.generate)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()

foreach(program setpoint_command webserver-operator redis-operator podroute-operator jobwatcher-operator cronjob-operator)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs OPTIONAL)
  endif()
endforeach()
# The package of the command (cmake/debian.cmake) has no operators.
if(TARGET setpoint_command)
  install(TARGETS setpoint_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command EXCLUDE_FROM_ALL)
endif()
