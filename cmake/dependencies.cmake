# All dependencies are Debian packages; script/bootstrap installs them.
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake/modules)
if(NOT PROJECT_IS_TOP_LEVEL)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON) # a project that adds setpoint links them too
endif()
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW) # Boost's own package; CMake has deprecated FindBoost
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
find_package(cctz REQUIRED)
find_package(SQLite3 3.35 REQUIRED)

# Asio and Beast are compiled once, in src/framework/core/third_party.cpp. Coroutine frames need no alignment beyond that of operator
# new; without the two definitions that end in ALIGN and ALIGNED_ALLOC, each frame costs a call of aligned_alloc(). Boost.DateTime would
# add many headers to every steady_timer, for a timer that is not used.
add_library(setpoint_boost INTERFACE)
add_library(setpoint::boost ALIAS setpoint_boost)
target_include_directories(setpoint_boost SYSTEM INTERFACE $<BUILD_INTERFACE:${Boost_INCLUDE_DIRS}>)
option(SETPOINT_ASIO_HEADER_ONLY "Programs that link setpoint use Asio and Beast as header-only libraries" OFF)
if(NOT SETPOINT_ASIO_HEADER_ONLY)
  target_compile_definitions(setpoint_boost INTERFACE BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION)
endif()
target_compile_definitions(setpoint_boost INTERFACE
  BOOST_ASIO_DISABLE_STD_ALIGNED_ALLOC BOOST_ASIO_DISABLE_BOOST_ALIGN BOOST_ASIO_DISABLE_BOOST_DATE_TIME)
target_link_libraries(setpoint_boost INTERFACE Boost::system Boost::json Boost::url Boost::headers
  OpenSSL::SSL OpenSSL::Crypto Threads::Threads)
