// The entry point of every test executable.
#define BOOST_TEST_MODULE setpoint
#undef BOOST_TEST_NO_MAIN
#include <boost/test/unit_test.hpp>
