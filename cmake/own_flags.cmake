# What setpoint is built with when it is the project that is built, and not a folder of another one.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

find_program(SETPOINT_CCACHE ccache)
if(SETPOINT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without the sloppiness, and -fno-pch-timestamp below, it caches nothing that uses a precompiled header.
  # What it has not seen it would run through the preprocessor once more than the compiler does; it takes the names of the headers
  # from the compiler instead, which is an eighth of the time.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 ${SETPOINT_CCACHE})
endif()

# GCC's -Wshadow also reports a variable with the name of a type, which is no mistake in what it does.
target_compile_options(setpoint_flags INTERFACE
  -Wall -Wextra -Wpedantic $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow> -Wconversion -Wno-sign-conversion
  -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${SETPOINT_WERROR}>:-Werror>
  -fstack-protector-strong $<$<NOT:$<CONFIG:Release>>:-fno-omit-frame-pointer>)
target_compile_definitions(setpoint_flags INTERFACE _GLIBCXX_ASSERTIONS)
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
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Of Asio's coroutine frames: GCC takes an inlined operator new for one that does not match (GCC bug 109224). The address
  # sanitizer finds real ones.
  target_compile_options(setpoint_flags INTERFACE -Wno-mismatched-new-delete)
  if(SETPOINT_GROUP_SOURCES)
    # GCC takes sources that are compiled as a group for headers, where a member of a type local to the file is a mistake.
    target_compile_options(setpoint_flags INTERFACE -Wno-subobject-linkage)
  endif()
endif()
