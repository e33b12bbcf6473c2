# cmake --install: installs the libraries, the public headers, the programs that were built, and a package for
# find_package(setpoint) with the targets setpoint::setpoint and setpoint::testing. The package does not export the warnings,
# hardening and precompiled headers of setpoint's own build.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/setpoint)

set_target_properties(setpoint_boost PROPERTIES EXPORT_NAME boost)
set_target_properties(setpoint_test_kit PROPERTIES EXPORT_NAME testing OUTPUT_NAME setpoint_testing)
install(TARGETS setpoint setpoint_test_kit setpoint_boost EXPORT setpointTargets
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
install(DIRECTORY ${PROJECT_SOURCE_DIR}/cmake/modules DESTINATION ${package_dir} COMPONENT development)

foreach(program setpoint_command webserver-operator redis-operator podroute-operator jobwatcher-operator cronjob-operator)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs OPTIONAL)
  endif()
endforeach()
