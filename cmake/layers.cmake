# Each layer is an object library that uses only the layers above it in this table; script/check-layers checks the includes.
# Operators link the static library setpoint::setpoint; setpoint::testing is the embedded API server and the test kit.
#
# Columns: folder under src/, its library, the precompiled header of its sources and of its unit tests (cmake/precompiled.cmake).
set(SETPOINT_LAYERS
  "framework/core         setpoint          pch        pch"
  "framework/json         setpoint          pch        pch"
  "cel                    setpoint          pch        pch"
  "framework/api          setpoint          pch        pch"
  "framework/http         setpoint          pch        pch"
  "framework/tracing      setpoint          pch        pch"
  "framework/client       setpoint          pch        pch"
  "framework/recording    setpoint          pch        pch"
  "framework/cache        setpoint          pch        pch_kinds"
  "framework/queue        setpoint          pch        pch"
  "framework/webhook      setpoint          pch        pch_kinds"
  "framework/controller   setpoint          pch_kinds  pch_kinds"
  "framework/manager      setpoint          pch_kinds  pch_kinds"
  "apiserver/go           setpoint_test_kit pch        pch"
  "apiserver/schema       setpoint_test_kit pch        pch"
  "apiserver/patch        setpoint_test_kit pch        pch"
  "apiserver/store        setpoint_test_kit pch        pch"
  "apiserver/objects      setpoint_test_kit pch        pch"
  "apiserver/policies     setpoint_test_kit pch        pch"
  "apiserver/resources    setpoint_test_kit pch        pch"
  "apiserver/authentication setpoint_test_kit pch        pch"
  "apiserver/kinds        setpoint_test_kit pch        pch"
  "apiserver/registry     setpoint_test_kit pch        pch"
  "apiserver/request      setpoint_test_kit pch        pch"
  "apiserver/authorization setpoint_test_kit pch        pch"
  "apiserver/audit        setpoint_test_kit pch        pch"
  "apiserver/format       setpoint_test_kit pch        pch"
  "apiserver/state        setpoint_test_kit pch        pch"
  "apiserver/read         setpoint_test_kit pch        pch"
  "apiserver/admission    setpoint_test_kit pch        pch"
  "apiserver/write        setpoint_test_kit pch        pch"
  "apiserver/documents    setpoint_test_kit pch        pch"
  "apiserver/rest         setpoint_test_kit pch        pch"
  "apiserver/controllers  setpoint_test_kit pch_kinds  pch_kinds"
  "apiserver/server       setpoint_test_kit pch_kinds  pch_kinds"
  "testkit/testing        setpoint_test_kit pch_kinds  pch_kinds"
  "testkit/sim            setpoint_test_kit pch_kinds  pch_kinds"
  "testkit/story          setpoint_test_kit pch_kinds  pch_kinds")

# Reads the columns of a row into SETPOINT_LAYER_*. The target and the folder of the tests are core and core for framework/core, and
# apiserver_rest and apiserver/rest for apiserver/rest.
macro(setpoint_layer row)
  string(REGEX REPLACE " +" ";" columns "${row}")
  list(GET columns 0 SETPOINT_LAYER_FOLDER)
  list(GET columns 1 SETPOINT_LAYER_LIBRARY)
  list(GET columns 2 SETPOINT_LAYER_PCH)
  list(GET columns 3 SETPOINT_LAYER_TEST_PCH)
  string(REGEX REPLACE "^(framework|testkit)/" "" SETPOINT_LAYER_TESTS ${SETPOINT_LAYER_FOLDER})
  string(REPLACE / _ SETPOINT_LAYER_NAME ${SETPOINT_LAYER_TESTS})
endmacro()

add_library(setpoint STATIC)
add_library(setpoint::setpoint ALIAS setpoint)
target_include_directories(setpoint PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_compile_features(setpoint PUBLIC cxx_std_20)
# Discarding a result, an outcome or a coroutine is an error. (GCC also warns about C functions whose result is cast to void, so with
# GCC it stays a warning.)
target_compile_options(setpoint INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Werror=unused-result>)
target_link_libraries(setpoint PUBLIC
  setpoint_boost fmt::fmt prometheus-cpp::core libyaml::libyaml cctz::cctz CLI11::CLI11)
if(PROJECT_IS_TOP_LEVEL)
  target_link_libraries(setpoint PUBLIC $<BUILD_INTERFACE:setpoint_flags>)
else()
  set_target_properties(setpoint PROPERTIES SYSTEM ON) # like an installed target: no warnings from its headers
endif()

add_library(setpoint_test_kit STATIC)
add_library(setpoint::testing ALIAS setpoint_test_kit)
target_link_libraries(setpoint_test_kit PUBLIC setpoint)

function(setpoint_objects target library pch) # the object library TARGET, whose objects become a part of LIBRARY
  add_library(${target} OBJECT ${ARGN})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PUBLIC
    setpoint_boost setpoint_flags fmt::fmt prometheus-cpp::core libyaml::libyaml cctz::cctz CLI11::CLI11)
  setpoint_precompiled(${target} ${pch})
  setpoint_grouped(${target})
  target_sources(${library} PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()

# Explicit instantiations for the built-in kinds. They belong to layers with the first precompiled header, and are a tenth of the time of a
# build if they are optimised; so they have a target of their own, with the second (cmake/precompiled.cmake).
set(instantiations "/(api/tables/[a-z_0-9]+|client/compiled_calls)\\.cpp$")
foreach(row IN LISTS SETPOINT_LAYERS)
  setpoint_layer("${row}")
  set(target setpoint_${SETPOINT_LAYER_NAME})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${SETPOINT_LAYER_FOLDER}/*.cpp)
  set(instances ${sources})
  list(FILTER sources EXCLUDE REGEX ${instantiations})
  list(FILTER instances INCLUDE REGEX ${instantiations})
  setpoint_objects(${target} ${SETPOINT_LAYER_LIBRARY} ${SETPOINT_LAYER_PCH} ${sources})
  if(instances)
    setpoint_objects(${target}_instances ${SETPOINT_LAYER_LIBRARY} pch_kinds ${instances})
    target_link_libraries(${target} INTERFACE $<TARGET_OBJECTS:${target}_instances>)
  endif()
  if(SETPOINT_LAYER_FOLDER MATCHES "^apiserver/")
    list(APPEND SETPOINT_APISERVER_LAYERS ${target})
  endif()
endforeach()

# setpoint_embed(SOURCE FOLDER PATTERN...) : SOURCE, of the calling CMakeLists.txt, embeds the files of FOLDER that match
# (framework/core/embedded_text.hpp). ccache does not see files that the assembler includes; the checksum makes it recompile when one
# changes.
function(setpoint_embed source folder)
  list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${patterns})
  set(sums "")
  foreach(file IN LISTS files)
    file(SHA256 ${file} sum)
    string(APPEND sums ${sum})
  endforeach()
  string(SHA256 sum "${sums}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set_source_files_properties(${source} PROPERTIES
    COMPILE_DEFINITIONS "SETPOINT_TABLES=\"${folder}\";SETPOINT_TABLES_SUM=${sum}" OBJECT_DEPENDS "${files}")
endfunction()

# The catalogue of the built-in kinds, the objects that exist from the start, the alerts, and the page at /debug.
foreach(row "apiserver/schema/catalogue_files|src/apiserver/kinds/catalogue" "framework/manager/alert_rules|manifests/monitoring"
    "framework/manager/debug_page|src/framework/manager/pages"
    "apiserver/server/initial_objects|src/apiserver/server/tables")
  string(REPLACE "|" ";" row "${row}")
  list(GET row 0 source)
  list(GET row 1 folder)
  setpoint_embed(${PROJECT_SOURCE_DIR}/src/${source}.cpp ${PROJECT_SOURCE_DIR}/${folder} *.json rules.yaml debug.html)
endforeach()
# Time zones for hosts without tzdata: the file `zones` of a folder, which packaging/portable/pack-zones writes.
set(SETPOINT_ZONES "" CACHE PATH "Folder with the file 'zones', which programs embed; empty: they read the host's")
if(SETPOINT_ZONES)
  setpoint_embed(${PROJECT_SOURCE_DIR}/src/framework/api/embedded_zones.cpp ${SETPOINT_ZONES} zones)
endif()
# RE2 matches patterns.
target_link_libraries(setpoint_cel PUBLIC re2::re2)
target_link_libraries(setpoint_apiserver_schema PUBLIC re2::re2)
target_link_libraries(setpoint PUBLIC re2::re2)
target_link_libraries(setpoint_test_kit PUBLIC re2::re2)
# The store of the API server keeps its revisions in SQLite.
target_link_libraries(setpoint_apiserver_store PUBLIC SQLite::SQLite3)
target_link_libraries(setpoint_test_kit PUBLIC SQLite::SQLite3)

if(NOT PROJECT_IS_TOP_LEVEL AND NOT SETPOINT_INSTALL)
  # A project that adds setpoint builds only what it links: operators do not build the API server.
  foreach(target setpoint setpoint_test_kit)
    get_target_property(objects ${target} SOURCES)
    list(TRANSFORM objects REPLACE "^\\$<TARGET_OBJECTS:(.*)>$" "\\1")
    set_target_properties(${target} ${objects} PROPERTIES EXCLUDE_FROM_ALL ON)
  endforeach()
endif()
