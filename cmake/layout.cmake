# How the code of the release preset's operators lies. What one event executes is spread over half a megabyte, so that fetching it
# takes longer than executing it. BOLT lays the linked program out anew: what ran lies together, in the order in which it ran,
# and jumps where it seldom did; all else is out of the way. On a quiet machine that is 7 to 9 % of an operator's CPU beyond what
# the compiler makes of cmake/operators.profdata (bench/README.md), since only here all has been inlined.
#
# cmake/operators.layout holds what ran (script/tune writes it anew). A function that has changed since is laid out by what can be
# inferred, or left as it was. Programs that are linked elsewhere against an installed setpoint are not laid out.

if(SETPOINT_LAYOUT)
  find_program(SETPOINT_BOLT NAMES llvm-bolt-19 llvm-bolt)
  if(NOT SETPOINT_BOLT OR NOT SETPOINT_LLD OR NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    message(STATUS "Code is laid out on x86-64 with llvm-bolt-19 and lld-19: building without it, which costs speed and nothing else")
    set(SETPOINT_BOLT "")
  else()
    # Where it is, it finds its library.
    file(REAL_PATH ${SETPOINT_BOLT} SETPOINT_BOLT)
  endif()
endif()

function(setpoint_laid_out target)
  if(NOT SETPOINT_LAYOUT OR NOT SETPOINT_BOLT)
    return()
  endif()
  target_link_options(${target} PRIVATE -Wl,--emit-relocs)
  set(script ${PROJECT_SOURCE_DIR}/cmake/lay_out.cmake)
  if(SETPOINT_LAYOUT STREQUAL "write")
    set(profile "")
  else()
    setpoint_tuned(SETPOINT_LAYOUT profile)
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${profile})
  endif()
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${target}> -D PROFILE=${profile} -D BOLT=${SETPOINT_BOLT} -P ${script})
endfunction()
