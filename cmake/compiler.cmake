# The compiler, its flags and the guard against compilers that miscompile coroutines. A project that adds setpoint as a folder chooses
# its own warnings, hardening, linker and compiler cache; there, only what the sources need is set.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  message(FATAL_ERROR
    "GCC ${CMAKE_CXX_COMPILER_VERSION} silently miscompiles coroutines (include/setpoint/core/compiler.hpp). "
    "Use clang 19 (presets do: cmake --preset dev) or GCC 13 or later.")
endif()

add_library(setpoint_flags INTERFACE)
target_compile_definitions(setpoint_flags INTERFACE SETPOINT_VERSION="${PROJECT_VERSION}" BOOST_ASIO_NO_DEPRECATED)
if(PROJECT_IS_TOP_LEVEL)
  include(cmake/own_flags.cmake)
endif()
include(cmake/profile.cmake)
if(SETPOINT_SANITIZE)
  target_compile_options(setpoint_flags INTERFACE -fsanitize=${SETPOINT_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(setpoint_flags INTERFACE -fsanitize=${SETPOINT_SANITIZE})
endif()
