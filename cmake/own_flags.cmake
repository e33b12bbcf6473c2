# Flags for builds in which setpoint is the top-level project, not a folder of another project.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

find_program(SETPOINT_CCACHE ccache)
if(SETPOINT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without the sloppiness, and -fno-pch-timestamp below, ccache caches no source that uses a precompiled header. With CCACHE_DEPEND
  # it takes the names of the headers from the compiler instead of running the preprocessor for each new source, which saves an
  # eighth of the time.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 ${SETPOINT_CCACHE})
endif()

# GCC's -Wshadow also reports a variable with the name of a type, which is harmless.
target_compile_options(setpoint_flags INTERFACE
  -Wall -Wextra -Wpedantic $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow> -Wconversion -Wno-sign-conversion
  -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${SETPOINT_WERROR}>:-Werror>
  -fstack-protector-strong $<$<NOT:$<CONFIG:Release>>:-fno-omit-frame-pointer>)
target_compile_definitions(setpoint_flags INTERFACE _GLIBCXX_ASSERTIONS)
if(NOT APPLE)
  target_link_options(setpoint_flags INTERFACE -Wl,-z,relro,-z,now -Wl,--as-needed -Wl,--gc-sections)
endif()
target_compile_options(setpoint_flags INTERFACE -ffunction-sections -fdata-sections)
# All symbols are bound at start (-z now), so calls of libraries need no stub, which would be one more cache line to fetch.
target_compile_options(setpoint_flags INTERFACE $<$<AND:$<CONFIG:Release>,$<NOT:$<PLATFORM_ID:Darwin>>>:-fno-plt>)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(setpoint_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  find_program(SETPOINT_LLD NAMES ld.lld-19 ld.lld)
  if(SETPOINT_LLD)
    target_link_options(setpoint_flags INTERFACE -fuse-ld=${SETPOINT_LLD})
    if(CMAKE_INTERPROCEDURAL_OPTIMIZATION)
      # Bitcode for our programs, and machine code as well, since any compiler and linker may link an installed library.
      target_compile_options(setpoint_flags INTERFACE -ffat-lto-objects)
      target_link_options(setpoint_flags INTERFACE -Wl,--fat-lto-objects) # passed to lld directly: the driver does not pass it to ld.lld-19
    endif()
  endif()
endif()
# What is delivered does not name the folder of the build. In others, debuggers find the sources by it.
target_compile_options(setpoint_flags INTERFACE $<$<CONFIG:Release>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # For Asio's coroutine frames, GCC reports an inlined operator new as mismatched (GCC bug 109224). The address sanitizer finds real
  # mismatches.
  target_compile_options(setpoint_flags INTERFACE -Wno-mismatched-new-delete)
  if(SETPOINT_GROUP_SOURCES)
    # GCC treats grouped sources as headers, and reports members whose type is local to the file.
    target_compile_options(setpoint_flags INTERFACE -Wno-subobject-linkage)
  endif()
endif()
