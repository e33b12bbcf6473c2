#include "apiserver/objects/quantity_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(quantity_text_test)

BOOST_AUTO_TEST_CASE(quantities_are_written_as_go_writes_them) {
    const std::pair<const char*, const char*> cases[] = {
        {"0.5", "500m"},        {"1000m", "1"},           {"1024Mi", "1Gi"},  {"1000Mi", "1000Mi"},
        {"1000", "1k"},         {"1500", "1500"},         {"0", "0"},         {"0Ki", "0"},
        {"-1", "-1"},           {"1e3", "1e3"},           {"1500e0", "1500"}, {"1.5Gi", "1536Mi"},
        {"0.5Ki", "512"},       {"100Ki", "100Ki"},       {"1E", "1E"},       {"1n", "1n"},
        {"0.0000000001", "1n"}, {"nonsense", "nonsense"}, {"1e99", "1e99"},
    };
    for (const auto& [in, out] : cases) BOOST_TEST(canonical_quantity(in) == out, in);
    BOOST_TEST(canonical_quantity("1n", true) == "1m");
    BOOST_TEST(canonical_quantity("1.0001", true) == "1001m");
}

// Their scale does not fit the numbers of the fast path: 10^128 is 0 in 128 bits.
BOOST_AUTO_TEST_CASE(quantities_with_many_digits_are_written_as_go_writes_them) {
    const std::string zeros(128, '0');
    BOOST_TEST(canonical_quantity("0." + zeros) == "0");
    BOOST_TEST(canonical_quantity("1." + zeros) == "1");
    BOOST_TEST(canonical_quantity("0." + zeros + "1") == "1n");
    BOOST_TEST(canonical_quantity("0." + zeros + "1", true) == "1m");
    BOOST_TEST(canonical_quantity("1." + zeros + "1Gi") == "1073741824000000001n");
    BOOST_TEST(canonical_quantity("1.0000000000000000001") == "1000000001n");
    BOOST_TEST(canonical_quantity("0.000000000000000001e18") == "1");
    BOOST_TEST(canonical_quantity("0." + zeros + "e-18") == "0");
    BOOST_TEST(canonical_quantity("9223372036854775807.999999999999999999") == "9223372036854775808");
    BOOST_TEST(canonical_quantity("1e101") == "100e99");
    BOOST_TEST(canonical_quantity("1e101", true) == "100e99");
    BOOST_TEST(canonical_quantity(zeros) == "0");
}

BOOST_AUTO_TEST_SUITE_END()
