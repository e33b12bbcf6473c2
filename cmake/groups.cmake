# SETPOINT_GROUP_SOURCES: the sources of a target are compiled several at a time, since most of the time goes into headers.
# From nothing that is quicker; after a change it is slower. For CI and the sanitizers.
#
# It wants names in anonymous namespaces to be unique within a target, or within their test suite. A source for which that
# would make a name worse is listed here, and compiled alone: set(SETPOINT_ALONE_<target> <name without .cpp>...).
set(sanitized OFF)
if(SETPOINT_SANITIZE)
  set(sanitized ON)
endif()
option(SETPOINT_GROUP_SOURCES "Compile several sources at a time" ${sanitized})

# The other sources of this target speak of setpoint::apiserver::test alone.
set(SETPOINT_ALONE_unit_apiserver_schema described_kinds_test)

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
