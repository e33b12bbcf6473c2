# One object library per layer, each seeing only those above it in this list; script/check-layers holds the includes to it.
# setpoint::setpoint is all of them in one static library.
set(SETPOINT_LAYERS core json api http client cache queue controller manager)

add_library(setpoint STATIC)
add_library(setpoint::setpoint ALIAS setpoint)
target_include_directories(setpoint PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_link_libraries(setpoint PUBLIC
  setpoint_boost setpoint_flags fmt::fmt prometheus-cpp::core yaml-cpp CLI11::CLI11)

set(SETPOINT_PCH_FROM "")
foreach(layer IN LISTS SETPOINT_LAYERS)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${layer}/*.cpp)
  if(NOT sources)
    continue()
  endif()
  add_library(setpoint_${layer} OBJECT ${sources})
  target_include_directories(setpoint_${layer} PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(setpoint_${layer} PUBLIC
    setpoint_boost setpoint_flags fmt::fmt prometheus-cpp::core yaml-cpp CLI11::CLI11)
  if(SETPOINT_PCH_FROM)
    target_precompile_headers(setpoint_${layer} REUSE_FROM ${SETPOINT_PCH_FROM})
  else()
    target_precompile_headers(setpoint_${layer} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch.hpp)
    set(SETPOINT_PCH_FROM setpoint_${layer})
  endif()
  target_sources(setpoint PRIVATE $<TARGET_OBJECTS:setpoint_${layer}>)
endforeach()
