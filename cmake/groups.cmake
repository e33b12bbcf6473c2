# Several sources of a target are compiled at a time, since headers take much of the time: a build from scratch takes half as long, and
# a change costs a few seconds more. SETPOINT_GROUP_SOURCES=OFF compiles each source alone.
#
# Names in anonymous namespaces must therefore be unique within a target, or within their test suite. If that would make a name worse,
# list the source here, and it is compiled alone: set(SETPOINT_ALONE_<target> <name without .cpp>...).
option(SETPOINT_GROUP_SOURCES "Compile several sources at a time" ${PROJECT_IS_TOP_LEVEL})

# The other sources of this target use only setpoint::apiserver::test.
set(SETPOINT_ALONE_unit_apiserver_schema described_kinds_test)

# Its string_map is another one than that of the other sources.
set(SETPOINT_ALONE_setpoint_client kubeconfig_types)

# The groups of a folder have at most ten sources on average. A source's name decides its group, so that a new source changes one
# group only.
function(setpoint_grouped target)
  if(NOT SETPOINT_GROUP_SOURCES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  set(folders "")
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    if(source MATCHES "\\.cpp$" AND NOT name IN_LIST SETPOINT_ALONE_${target})
      get_filename_component(folder ${source} ABSOLUTE)
      get_filename_component(folder ${folder} DIRECTORY)
      file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
      string(MAKE_C_IDENTIFIER "${folder}" folder)
      list(APPEND folders ${folder})
      list(APPEND ${folder} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH ${folder} count)
    set(groups 1)
    while(count GREATER 10)
      math(EXPR groups "2 * ${groups}")
      math(EXPR count "(${count} + 1) / 2")
    endwhile()
    foreach(source IN LISTS ${folder})
      get_filename_component(name ${source} NAME)
      string(SHA1 sum ${name})
      string(SUBSTRING ${sum} 0 6 sum)
      math(EXPR group "0x${sum} % ${groups}")
      set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${folder}_${group})
    endforeach()
  endforeach()
endfunction()
