# SETPOINT_GROUP_SOURCES: the sources of a target are compiled several at a time, since most of the time goes into headers.
# From nothing that is quicker; after a change it is slower. For CI and the sanitizers.
#
# It wants names in anonymous namespaces to be unique within a target. A source with a name that another one has too, or
# with a `using` that makes one ambiguous, is listed here and compiled alone.
set(sanitized OFF)
if(SETPOINT_SANITIZE)
  set(sanitized ON)
endif()
option(SETPOINT_GROUP_SOURCES "Compile several sources at a time" ${sanitized})

set(SETPOINT_ALONE_unit_json decode_error_test yaml_test)
set(SETPOINT_ALONE_unit_api kind_test meta_test selector_test)
set(SETPOINT_ALONE_unit_client api_client_retry_test client_tls_test credentials_test exec_plugin_test warnings_test)
set(SETPOINT_ALONE_unit_cache informer_stream_test reflector_fsm_test reflector_retry_test reflector_stream_test)
set(SETPOINT_ALONE_unit_queue work_queue_test)
set(SETPOINT_ALONE_unit_apiserver_patch managed_fields_test recorded_test strategic_merge_patch_test)
set(SETPOINT_ALONE_unit_apiserver_kinds registry_test)
set(SETPOINT_ALONE_unit_apiserver_rest binding_test life_test refusals_test scan_test table_test turns_test values_test
  verbs_test version_test watch_test written_form_test)
set(SETPOINT_ALONE_unit_apiserver_behaviour job_test kubelet_test namespace_test replica_test service_addresses_test)
set(SETPOINT_ALONE_unit_operators interference_test lifecycle_test plan_test bad_input_test trace_test)
set(SETPOINT_ALONE_unit_embedded garbage_stories job_stories namespace_stories node_stories replica_stories rollout_stories
  service_stories stories_test)
set(SETPOINT_ALONE_unit_fuzz request_head response_head watch_frames)
set(SETPOINT_ALONE_integration_cache streaming_test)
set(SETPOINT_ALONE_integration_client run_command_test secrecy_test subresource_test)
set(SETPOINT_ALONE_integration_controller events_test)

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
