# SETPOINT_GROUP_SOURCES compiles several sources of a target at a time, since headers take most of the time. This is faster for a
# build from scratch and slower after a change. CI and the sanitizers use it.
#
# Names in anonymous namespaces must then be unique within a target, or within their test suite. If that would make a name worse, list
# the source here, and it is compiled alone: set(SETPOINT_ALONE_<target> <name without .cpp>...).
set(sanitized OFF)
if(SETPOINT_SANITIZE)
  set(sanitized ON)
endif()
option(SETPOINT_GROUP_SOURCES "Compile several sources at a time" ${sanitized})

# The other sources of this target use only setpoint::apiserver::test.
set(SETPOINT_ALONE_unit_apiserver_schema described_kinds_test)

# It includes all kinds, whose string_map is another one than that of the other sources.
set(SETPOINT_ALONE_setpoint_client compiled_calls)

function(setpoint_grouped target)
  if(NOT SETPOINT_GROUP_SOURCES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    if(name IN_LIST SETPOINT_ALONE_${target})
      set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
