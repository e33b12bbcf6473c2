// Asio and Beast, compiled once for the whole project, unless users want them as header-only libraries
// (SETPOINT_ASIO_HEADER_ONLY).
#ifdef BOOST_ASIO_SEPARATE_COMPILATION
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
#endif
