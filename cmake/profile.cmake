# Optimisation for what operators do. cmake/operators.profdata holds what ran how often while a WebServer operator and its API
# server lived through WebServers that come, change and go (script/tune, which writes it anew). The release preset builds for it:
# what runs often is inlined and lies together, what never ran is small and out of the way. Code that has changed since is built
# as if there were none, so an old profile costs speed and nothing else. Programs that link setpoint have it in the library.

# What script/tune has written, by the name of the variable that says where.
function(setpoint_tuned variable result)
  get_filename_component(file ${${variable}} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "There is no ${file}: script/tune writes it; -D${variable}= builds without")
  endif()
  set(${result} ${file} PARENT_SCOPE)
endfunction()

if(NOT SETPOINT_PROFILE)
  return()
endif()
# The names of functions that are local to a source hold its name: without its folder, so that any checkout is meant.
set(local_names "SHELL:-mllvm -static-func-full-module-prefix=false")
if(SETPOINT_PROFILE STREQUAL "write")
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "SETPOINT_PROFILE=write needs clang 19 (script/tune uses it)")
  endif()
  target_compile_options(setpoint_flags INTERFACE -fprofile-generate ${local_names})
  target_link_options(setpoint_flags INTERFACE -fprofile-generate)
elseif(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
  message(STATUS "${SETPOINT_PROFILE} is for clang 19 and later: building without it, which costs speed and nothing else")
else()
  setpoint_tuned(SETPOINT_PROFILE profile)
  # Objects depend on it, which Ninja learns by their flags.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${profile})
  file(SHA256 ${profile} profile_hash)
  string(SUBSTRING ${profile_hash} 0 16 profile_hash)
  target_compile_definitions(setpoint_flags INTERFACE SETPOINT_PROFILE_HASH=0x${profile_hash})
  target_compile_options(setpoint_flags INTERFACE -fprofile-use=${profile} ${local_names} -Wno-backend-plugin)
endif()
