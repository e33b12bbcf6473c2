# There are two precompiled headers: pch contains the standard library, Asio, Boost.JSON and our core; pch_kinds adds the built-in
# kinds and the client, for targets with reconcilers. Each is compiled once for all targets with the same flags; tests have other flags
# (-O0, Boost.Test). Sources never rely on them: they include what they use, and script/tidy compiles without them.
#
# Except for release, targets with reconcilers are compiled with -O0: optimising their coroutines and instantiations takes longer than the tests gain.
# Elsewhere -O1 gains much, most of all in the API server: a third of the time of all unit tests.
function(setpoint_precompiled target name)
  set(use ${name})
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if(setpoint_test_support IN_LIST libraries)
    string(APPEND use _tests)
  endif()
  if(PROJECT_IS_TOP_LEVEL AND CMAKE_BUILD_TYPE STREQUAL Debug AND name STREQUAL pch_kinds)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  get_property(owner GLOBAL PROPERTY SETPOINT_OWNER_OF_${use})
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${name}.hpp)
    set_property(GLOBAL PROPERTY SETPOINT_OWNER_OF_${use} ${target})
  endif()
endfunction()

# For users: a target that links setpoint::pch, or setpoint::testing_pch for tests with Boost.Test, precompiles what each of its
# sources includes. setpoint's own targets do not link them.
add_library(setpoint_pch INTERFACE)
add_library(setpoint::pch ALIAS setpoint_pch)
target_link_libraries(setpoint_pch INTERFACE setpoint)
target_precompile_headers(setpoint_pch INTERFACE <setpoint/operator.hpp>)
add_library(setpoint_testing_pch INTERFACE)
add_library(setpoint::testing_pch ALIAS setpoint_testing_pch)
target_link_libraries(setpoint_testing_pch INTERFACE setpoint_test_kit)
target_precompile_headers(setpoint_testing_pch INTERFACE
  <setpoint/operator.hpp> <setpoint/testing/environment.hpp> <boost/test/unit_test.hpp>)
