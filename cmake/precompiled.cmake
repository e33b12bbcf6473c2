# Precompiled headers. Each is compiled once for all targets that use it and the same flags; sources never rely on one:
# they include what they use, and header_check and clang-tidy compile without.
#   pch              the standard library, Asio and Boost.JSON: every source
#   pch_kinds        the same and the built-in kinds: what is made of reconcilers
#   pch_tests        pch and Boost.Test
#   pch_kinds_tests  pch_kinds and Boost.Test
# Tests are compiled with -O0 (setpoint_test_support): they need headers of their own for that alone.
function(setpoint_precompiled target name)
  get_property(owner GLOBAL PROPERTY SETPOINT_OWNER_OF_${name})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${name}.hpp)
    set_property(GLOBAL PROPERTY SETPOINT_OWNER_OF_${name} ${target})
  endif()
endfunction()
