# Everything comes from Debian packages; script/bootstrap installs them.
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake/modules)
if(NOT PROJECT_IS_TOP_LEVEL)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON) # the project that adds this one links them too
endif()
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW) # Boost's own package; CMake has given up its search for Boost
endif()
set(boost_components system json url)
if(SETPOINT_BUILD_TESTS)
  list(APPEND boost_components unit_test_framework)
endif()
find_package(Boost 1.81 REQUIRED COMPONENTS ${boost_components})
find_package(OpenSSL 3 REQUIRED)
find_package(prometheus-cpp CONFIG REQUIRED COMPONENTS core)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_package(libyaml REQUIRED)
find_package(re2 REQUIRED)

# Asio and Beast are compiled once, in src/framework/core/third_party.cpp. Frames of coroutines need no alignment beyond operator new's:
# without the two that end in ALIGN
# and ALIGNED_ALLOC each costs a call of aligned_alloc(). Boost's dates are many headers in every steady_timer, for a timer not used.
add_library(setpoint_boost INTERFACE)
add_library(setpoint::boost ALIAS setpoint_boost)
target_include_directories(setpoint_boost SYSTEM INTERFACE $<BUILD_INTERFACE:${Boost_INCLUDE_DIRS}>)
target_compile_definitions(setpoint_boost INTERFACE
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED BOOST_BEAST_SEPARATE_COMPILATION
  BOOST_ASIO_DISABLE_STD_ALIGNED_ALLOC BOOST_ASIO_DISABLE_BOOST_ALIGN BOOST_ASIO_DISABLE_BOOST_DATE_TIME)
target_link_libraries(setpoint_boost INTERFACE Boost::system Boost::json Boost::url Boost::headers
  OpenSSL::SSL OpenSSL::Crypto Threads::Threads)
