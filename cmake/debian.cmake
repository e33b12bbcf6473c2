# CPack's configuration for the Debian packages libsetpoint-dev (the component development) and setpoint (the component command).
# script/package sets SETPOINT_DEBIAN and calls CPack; the files in packaging/debian are installed only then.
cmake_host_system_information(RESULT release QUERY DISTRIB_VERSION_ID)
set(contact "setpoint maintainers <setpoint@users.noreply.github.com>")
set(version ${PROJECT_VERSION}-1~deb${release})

# Debian's documentation of both packages: licence, changes, manual page. All are compressed as Debian's policy asks.
set(doc ${PROJECT_BINARY_DIR}/doc)
function(compressed from name folder component)
  execute_process(COMMAND gzip -9nc ${from} OUTPUT_FILE ${doc}/${name}.gz COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${doc}/${name}.gz DESTINATION ${folder} COMPONENT ${component})
endfunction()
file(MAKE_DIRECTORY ${doc})
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # that of SOURCE_DATE_EPOCH
file(WRITE ${doc}/changelog.Debian "setpoint (${version}) stable; urgency=medium

  * Version ${PROJECT_VERSION}: changelog.gz has what changed.

 -- ${contact}  ${date}
")
foreach(row "libsetpoint-dev;development" "setpoint;command")
  list(GET row 0 package)
  list(GET row 1 component)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/debian/copyright DESTINATION share/doc/${package} COMPONENT ${component})
  compressed(${doc}/changelog.Debian changelog.Debian share/doc/${package} ${component})
  compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog share/doc/${package} ${component})
endforeach()
# The book, with the folders that its links lead to.
set(book share/doc/libsetpoint-dev)
execute_process(COMMAND ${CMAKE_COMMAND} -DFROM=${PROJECT_SOURCE_DIR}/docs -DTO=${doc}/docs -P ${PROJECT_SOURCE_DIR}/cmake/book.cmake
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND python3 ${PROJECT_SOURCE_DIR}/script/field-reference ${doc}/docs/reference
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
install(DIRECTORY ${doc}/docs DESTINATION ${book} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/images DESTINATION ${book}/docs COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${book} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tests/pages/howto DESTINATION ${book}/tests/pages COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/tests/scaffold/cronjob.patch ${PROJECT_SOURCE_DIR}/tests/scaffold/cronjob_policies.patch
  DESTINATION ${book}/tests/scaffold COMPONENT development)
string(TIMESTAMP day "%Y-%m-%d" UTC)
configure_file(${PROJECT_SOURCE_DIR}/packaging/debian/setpoint.1.in ${doc}/setpoint.1 @ONLY)
compressed(${doc}/setpoint.1 setpoint.1 share/man/man1 command)

# The static libraries contain calls of exactly these versions of C++ libraries. The versioned names of Boost's packages keep the
# package of one Debian release off another.
set(boost ${Boost_VERSION_MAJOR}.${Boost_VERSION_MINOR})
set(development_depends
  libboost${boost}-dev libboost-json${boost}-dev libboost-url${boost}-dev libboost-system${boost}-dev
  "libssl-dev (>= ${OPENSSL_VERSION})" "libfmt-dev (>= ${fmt_VERSION})" "prometheus-cpp-dev"
  "libcli11-dev (>= ${CLI11_VERSION})" libyaml-dev libcctz-dev libre2-dev libsqlite3-dev)
list(JOIN development_depends ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME setpoint)
set(CPACK_PACKAGE_CONTACT "${contact}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_SOURCE_DIR}/build/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL development command)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 2) # the number must not depend on the machine: with one thread, the compressed file differs
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1~deb${release})
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE ${PROJECT_HOMEPAGE_URL})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsetpoint-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# What a project of `setpoint init` is built with.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS
  "clang-19 | g++ (>= 4:13), cmake, ninja-build, libboost-test${boost}-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "setpoint, pkgconf")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "Kubernetes operator framework in C++20 (development files)
setpoint is to C++ what controller-runtime is to Go: an operator describes
its types once and reconciles them; caches, queues, election, webhooks,
metrics and shutdown follow from that.
.
This package contains the static libraries, the headers, and the files for
CMake and pkg-config. There is no stable binary interface before version 1.0:
programs are compiled again with a new version.")

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME setpoint)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS libsetpoint-dev)
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "Kubernetes API server in one process, for trying out operators
The command setpoint serves the Kubernetes API from memory, with controllers
for Deployments, Jobs, Services and garbage collection and with nodes that
start no containers, so that an operator runs and is tested without a
cluster. It starts in well under a second.")
include(CPack)
