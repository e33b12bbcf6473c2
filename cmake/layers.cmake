# One object library per layer, each seeing only those above it in this list; script/check-layers holds the includes to it.
# setpoint::setpoint is what operators are made of, in one static library; setpoint::testing the embedded API server
# (one layer, whose folders stand in order too) and the test kit.
set(SETPOINT_LAYERS core json api http client cache queue controller manager
  apiserver/schema apiserver/patch apiserver/store apiserver/kinds apiserver/rest apiserver/behaviour apiserver/server testing)

add_library(setpoint STATIC)
add_library(setpoint::setpoint ALIAS setpoint)
target_include_directories(setpoint PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_compile_features(setpoint PUBLIC cxx_std_20)
# A result, an outcome or a coroutine that is thrown away is an error. (GCC would also complain of C functions that are
# cast to void, so there it stays a warning.)
target_compile_options(setpoint INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Werror=unused-result>)
target_link_libraries(setpoint PUBLIC
  setpoint_boost fmt::fmt prometheus-cpp::core libyaml::libyaml CLI11::CLI11)
if(PROJECT_IS_TOP_LEVEL)
  target_link_libraries(setpoint PUBLIC $<BUILD_INTERFACE:setpoint_flags>)
else()
  set_target_properties(setpoint PROPERTIES SYSTEM ON) # as an installed one: no warnings from its headers
endif()

add_library(setpoint_test_kit STATIC)
add_library(setpoint::testing ALIAS setpoint_test_kit)
target_link_libraries(setpoint_test_kit PUBLIC setpoint)

foreach(folder IN LISTS SETPOINT_LAYERS)
  string(REPLACE / _ layer ${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
  if(NOT sources)
    continue()
  endif()
  add_library(setpoint_${layer} OBJECT ${sources})
  target_include_directories(setpoint_${layer} PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(setpoint_${layer} PUBLIC
    setpoint_boost setpoint_flags fmt::fmt prometheus-cpp::core libyaml::libyaml CLI11::CLI11)
  if(layer MATCHES "^(controller|manager|apiserver_(behaviour|server)|testing)$")
    setpoint_precompiled(setpoint_${layer} pch_kinds)
  elseif(layer MATCHES "^apiserver_")
    setpoint_precompiled(setpoint_${layer} pch_apiserver)
  else()
    setpoint_precompiled(setpoint_${layer} pch)
  endif()
  setpoint_grouped(setpoint_${layer})
  if(folder STREQUAL apiserver/schema)
    # The tables of the built-in kinds are put into the object file of tables.cpp as they are; patterns are RE2's.
    file(GLOB tables CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/tables/*.json)
    # ccache does not see what the assembler includes: the sum makes other tables another compilation.
    set(sums "")
    foreach(table IN LISTS tables)
      file(SHA256 ${table} sum)
      string(APPEND sums ${sum})
    endforeach()
    string(SHA256 sum "${sums}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tables})
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/${folder}/tables.cpp PROPERTIES
      COMPILE_DEFINITIONS "SETPOINT_TABLES=\"${PROJECT_SOURCE_DIR}/src/${folder}/tables\";SETPOINT_TABLES_SUM=${sum}"
      OBJECT_DEPENDS "${tables}")
    target_link_libraries(setpoint_${layer} PUBLIC re2::re2)
    target_link_libraries(setpoint_test_kit PUBLIC re2::re2)
  endif()
  if(layer MATCHES "^(apiserver|testing)")
    target_sources(setpoint_test_kit PRIVATE $<TARGET_OBJECTS:setpoint_${layer}>)
  else()
    target_sources(setpoint PRIVATE $<TARGET_OBJECTS:setpoint_${layer}>)
  endif()
endforeach()

if(NOT PROJECT_IS_TOP_LEVEL AND NOT SETPOINT_INSTALL)
  # The project that adds this one builds what it links: operators no API server.
  foreach(target setpoint setpoint_test_kit)
    get_target_property(objects ${target} SOURCES)
    list(TRANSFORM objects REPLACE "^\\$<TARGET_OBJECTS:(.*)>$" "\\1")
    set_target_properties(${target} ${objects} PROPERTIES EXCLUDE_FROM_ALL ON)
  endforeach()
endif()
