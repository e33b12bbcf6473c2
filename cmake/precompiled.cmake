# Precompiled headers. Each is compiled once for all targets that use it and the same flags; sources never rely on one:
# they include what they use, and header_check and clang-tidy compile without.
#   pch            the standard library, Asio, Boost.JSON and our core: every source
#   pch_kinds      the same, the built-in kinds and the client: what is made of reconcilers
#   pch_apiserver  pch and the API server's own: its layers below the controllers
#   each _tests    the same and Boost.Test
# Tests are compiled with -O0 (setpoint_test_support): they need headers of their own for that alone.
# So is, unless for release, what is made of reconcilers: optimising its coroutines takes longer than the tests gain by it. They
# gain much by -O1 elsewhere, most of all in the API server: a third of the time that all unit tests take with -O0.
function(setpoint_precompiled target name)
  if(PROJECT_IS_TOP_LEVEL AND CMAKE_BUILD_TYPE STREQUAL Debug AND name STREQUAL pch_kinds)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  get_property(owner GLOBAL PROPERTY SETPOINT_OWNER_OF_${name})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${name}.hpp)
    set_property(GLOBAL PROPERTY SETPOINT_OWNER_OF_${name} ${target})
  endif()
endfunction()
