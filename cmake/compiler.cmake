# The compiler, its flags and the guard against compilers that break coroutines.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  message(FATAL_ERROR
    "GCC ${CMAKE_CXX_COMPILER_VERSION} silently miscompiles coroutines (a co_await in a condition, temporaries in "
    "co_await expressions: GCC bugs 107288 and others). Use clang 19 (presets do: cmake --preset dev) or GCC 13 or later.")
endif()

find_program(SETPOINT_CCACHE ccache)
if(SETPOINT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without the sloppiness, and -fno-pch-timestamp below, it caches nothing that uses a precompiled header.
  # What it has not seen it would run through the preprocessor once more than the compiler does; it takes the names of the headers
  # from the compiler instead, which is an eighth of the time.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 ${SETPOINT_CCACHE})
endif()

add_library(setpoint_flags INTERFACE)
target_compile_options(setpoint_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${SETPOINT_WERROR}>:-Werror>
  -fstack-protector-strong $<$<NOT:$<CONFIG:Release>>:-fno-omit-frame-pointer>)
target_compile_definitions(setpoint_flags INTERFACE _GLIBCXX_ASSERTIONS SETPOINT_VERSION="${PROJECT_VERSION}")
target_link_options(setpoint_flags INTERFACE -Wl,-z,relro,-z,now -Wl,--as-needed -Wl,--gc-sections)
target_compile_options(setpoint_flags INTERFACE -ffunction-sections -fdata-sections)
# Everything is bound at start (-z now): a call of a library need not go by way of a stub, which is one more line of code for a cold cache.
target_compile_options(setpoint_flags INTERFACE $<$<CONFIG:Release>:-fno-plt>)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(setpoint_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  find_program(SETPOINT_LLD NAMES ld.lld-19 ld.lld)
  if(SETPOINT_LLD)
    target_link_options(setpoint_flags INTERFACE -fuse-ld=${SETPOINT_LLD})
    if(CMAKE_INTERPROCEDURAL_OPTIMIZATION)
      # Bitcode for our programs, and beside it machine code: an installed library is linked by compilers and linkers of any kind.
      target_compile_options(setpoint_flags INTERFACE -ffat-lto-objects)
      target_link_options(setpoint_flags INTERFACE -Wl,--fat-lto-objects) # said to lld: the driver says it to no ld.lld-19
    endif()
  endif()
endif()
include(cmake/profile.cmake)
include(cmake/layout.cmake)
if(SETPOINT_SANITIZE)
  target_compile_options(setpoint_flags INTERFACE -fsanitize=${SETPOINT_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(setpoint_flags INTERFACE -fsanitize=${SETPOINT_SANITIZE})
endif()
