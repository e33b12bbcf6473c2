# Everything comes from Debian packages; script/bootstrap installs them.
find_package(Boost 1.81 REQUIRED COMPONENTS system json url unit_test_framework)
find_package(OpenSSL 3 REQUIRED)
find_package(prometheus-cpp CONFIG REQUIRED COMPONENTS core)
find_library(SETPOINT_LIBYAML yaml REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_library(SETPOINT_RE2 re2 REQUIRED)

# Asio and Beast are compiled once, in src/core/third_party.cpp. Frames of coroutines need no alignment beyond operator new's:
# without the two that end in ALIGN
# and ALIGNED_ALLOC each costs a call of aligned_alloc(). Boost's dates are many headers in every steady_timer, for a timer not used.
add_library(setpoint_boost INTERFACE)
target_include_directories(setpoint_boost SYSTEM INTERFACE $<BUILD_INTERFACE:${Boost_INCLUDE_DIRS}>)
target_compile_definitions(setpoint_boost INTERFACE
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED BOOST_BEAST_SEPARATE_COMPILATION
  BOOST_ASIO_DISABLE_STD_ALIGNED_ALLOC BOOST_ASIO_DISABLE_BOOST_ALIGN BOOST_ASIO_DISABLE_BOOST_DATE_TIME)
target_link_libraries(setpoint_boost INTERFACE Boost::system Boost::json Boost::url Boost::headers
  OpenSSL::SSL OpenSSL::Crypto Threads::Threads)
