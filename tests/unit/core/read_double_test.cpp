#include "framework/core/read_double.hpp"

#include <boost/test/unit_test.hpp>

#include <bit>
#include <cstdint>
#include <string_view>
#include <system_error>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(read_double_test)

BOOST_AUTO_TEST_CASE(both_ways_read_the_same) {
    for (const std::string_view text : {"0",
                                        "-0",
                                        "1",
                                        "-12.5",
                                        "0.1",
                                        "1e5",
                                        "1E+5",
                                        "1e-7",
                                        "123456789012345678",
                                        "1.7976931348623157e308",
                                        "1.8e308",
                                        "-1e400",
                                        "4.9e-324",
                                        "2.2250738585072011e-308",
                                        "1e-400",
                                        "0e-400",
                                        "1.",
                                        ".5",
                                        "1.2.3",
                                        "12-3",
                                        "+1",
                                        "-",
                                        "1e",
                                        "x1"}) {
        double a = 7, b = 7;
        const auto first = read_double(text.data(), text.data() + text.size(), a);
        const auto second = read_double_by_strtod(text.data(), text.data() + text.size(), b);
        BOOST_TEST(std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b), text);
        BOOST_CHECK_MESSAGE(first.ec == second.ec, text);
        BOOST_TEST((first.ptr == second.ptr), text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
