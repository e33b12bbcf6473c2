# Profile-guided optimisation, off by default. script/tune builds with SETPOINT_PROFILE=write, runs the operators, and writes the
# profile into build/; SETPOINT_PROFILE=FILE builds with it. bench/README.md gives the gain. Code that has changed since the
# profile was written is built without a profile.
if(NOT SETPOINT_PROFILE)
  return()
endif()
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
  message(FATAL_ERROR "SETPOINT_PROFILE needs clang 19 or later: build without it, or use the release preset")
endif()
# By default, names of functions local to a source contain its path. Without the path, a profile fits any checkout.
set(local_names "SHELL:-mllvm -static-func-full-module-prefix=false")
if(SETPOINT_PROFILE STREQUAL "write")
  target_compile_options(setpoint_flags INTERFACE -fprofile-generate ${local_names})
  target_link_options(setpoint_flags INTERFACE -fprofile-generate)
  return()
endif()
get_filename_component(profile ${SETPOINT_PROFILE} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
if(NOT EXISTS ${profile})
  message(FATAL_ERROR "SETPOINT_PROFILE: ${profile} does not exist: script/tune writes build/operators.profdata")
endif()
# Ninja compares flags, not the content of the files that they name; the definition makes objects depend on the profile.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${profile})
file(SHA256 ${profile} profile_hash)
string(SUBSTRING ${profile_hash} 0 16 profile_hash)
target_compile_definitions(setpoint_flags INTERFACE SETPOINT_PROFILE_HASH=0x${profile_hash})
target_compile_options(setpoint_flags INTERFACE -fprofile-use=${profile} ${local_names} -Wno-backend-plugin)
