#include "setpoint/api/quantity.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <map>
#include <sstream>
#include <vector>

using namespace setpoint;

namespace {

quantity q(std::string_view s) {
    return quantity::parse(s).value();
}

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

}  // namespace

BOOST_AUTO_TEST_SUITE(quantity_test)

BOOST_AUTO_TEST_CASE(equal_values_are_equal_in_any_notation) {
    const std::vector<std::vector<const char*>> groups{
        {"0", "0m", "-0", "0.000", "0Ki", "0e5", "+0", "0n"},
        {"1", "1000m", "1.0", "1.", "+1", "01", "1e0", "10e-1", "0.001k", "1000000u", "1000000000n", "1E0"},
        {"0.5", "500m", ".5", "5e-1", "500000u", "5E-1"},
        {"1k", "1e3", "1000", "1E3", "1e+3"},
        {"1Ki", "1024", "1.024k", "0.0009765625Mi"},
        {"0.5Gi", "512Mi", "536870912"},
        {"1.5Gi", "1536Mi", "1610612736"},
        {"1M", "1000k", "1e6"},
        {"1G", "1000M", "1e9"},
        {"1T", "1000G", "1e12"},
        {"1P", "1000T", "1e15"},
        {"1E", "1000P", "1e18"},
        {"1Ti", "1024Gi"},
        {"1Pi", "1024Ti"},
        {"1Ei", "1024Pi", "1152921504606846976"},
        {"-1", "-1000m"},
        {"0.1Ki", "102.4"},
        {"0.123456789012345678901234567890Ei", "142335986942043633.765524428"},  // rounded up to billionths
    };
    for (const auto& group : groups) {
        for (const char* a : group) {
            for (const char* b : group) BOOST_TEST((q(a) == q(b)), a << " == " << b);
        }
        for (const auto& other : groups) {
            if (&other != &group) BOOST_TEST((q(group.front()) != q(other.front())));
        }
    }
}

BOOST_AUTO_TEST_CASE(order_is_by_value) {
    const std::vector<const char*> rising{"-1Ei", "-1E", "-1k",  "-1",   "-1n", "0",   "1n",
                                          "999u", "1m",  "0.5",  "999m", "1",   "1.1", "2",
                                          "1k",   "1Ki", "999k", "1M",   "1Mi", "1Ei"};
    for (std::size_t i = 0; i < rising.size(); ++i) {
        for (std::size_t j = 0; j < rising.size(); ++j) {
            BOOST_TEST((q(rising[i]) < q(rising[j])) == (i < j), rising[i] << " < " << rising[j]);
        }
    }
    BOOST_TEST((quantity() == q("0")));
    BOOST_TEST((quantity() < q("1n")));
}

BOOST_AUTO_TEST_CASE(large_values_stay_exact) {
    BOOST_TEST((q("9223372036854775806") < q("9223372036854775807")));
    BOOST_TEST((q("9223372036854775806.999999999") < q("9223372036854775807")));
    BOOST_TEST((q("9007199254740993") != q("9007199254740992")));  // equal as doubles
    BOOST_TEST((q("0.1") != q("0.100000001")));
}

BOOST_AUTO_TEST_CASE(too_fine_values_are_rounded_away_from_zero_and_too_large_ones_are_capped) {
    BOOST_TEST((q("0.1n") == q("1n")));
    BOOST_TEST((q("1.1n") == q("2n")));
    BOOST_TEST((q("-0.1n") == q("-1n")));
    BOOST_TEST((q("1e-1000") == q("1n")));
    BOOST_TEST((q("0e-1000") == q("0")));
    BOOST_TEST((q("10Ei") == q("9223372036854775807")));
    BOOST_TEST((q("-20Ei") == q("-9223372036854775807")));
    // Go caps only values with a binary suffix.
    BOOST_TEST((q("10E") > q("9223372036854775807")));
    BOOST_TEST((q("1e1000") > q("1e999")));
    BOOST_TEST((q("-1e30") < q("-10E")));
    BOOST_TEST((q(std::string(1000, '9')) < q("1e1000")));
    BOOST_TEST(q("1e1000").value() == most);
}

BOOST_AUTO_TEST_CASE(exponents_of_any_size_are_kept) {
    const std::pair<const char*, const char*> cases[] = {
        {"1e9999", "1e9999"},      {"10e9998", "1e9999"}, {"-1000e9996", "-1e9999"},
        {"0.001e10002", "1e9999"}, {"0e9999", "0"},       {"1e10000", "10e9999"},
        {"0012e9999", "12e9999"},  {"1e-9999", "1e-9"},   {"1e1002", "1e1002"},
    };
    for (const auto& [in, out] : cases) BOOST_TEST(q(in).canonical().to_string() == out, in);
}

BOOST_AUTO_TEST_CASE(whole_and_thousandth_values_are_rounded_away_from_zero) {
    struct row {
        const char* text;
        std::int64_t value, milli;
    };
    for (const row& r :
         {row{"0", 0, 0}, row{"1", 1, 1000}, row{"1m", 1, 1}, row{"100m", 1, 100}, row{"1500m", 2, 1500},
          row{"1n", 1, 1}, row{"-1500m", -2, -1500}, row{"1.5Gi", 1610612736, 1610612736000},
          row{"9223372036854775807", most, most}, row{"10Ei", most, most},
          row{"-10Ei", -most, std::numeric_limits<std::int64_t>::min()}}) {
        BOOST_TEST_CONTEXT(r.text) {
            BOOST_TEST(q(r.text).value() == r.value);
            BOOST_TEST(q(r.text).milli_value() == r.milli);
        }
    }
    BOOST_TEST(quantity().value() == 0);
}

// Each line as Go's library prints it; tests/integration/readers/quantity_reader_test.cpp compares
// thousands.
BOOST_AUTO_TEST_CASE(results_are_canonical_with_suffixes_of_the_left_kind) {
    BOOST_TEST(q("500m") + q("1.5") == q("2"));
    const auto shown = [](const quantity& x) { return x.to_string(); };
    BOOST_TEST(shown(q("500m") + q("1.5")) == "2");
    BOOST_TEST(shown(q("100m") + q("250m")) == "350m");
    BOOST_TEST(shown(q("1Gi") + q("512Mi")) == "1536Mi");
    BOOST_TEST(shown(q("1Gi") - q("1Gi")) == "0");
    BOOST_TEST(shown(q("1Gi") - q("512Ki")) == "1048064Ki");
    BOOST_TEST(shown(q("1Gi") + q("1")) == "1073741825");
    BOOST_TEST(shown(q("1Gi") + q("1m")) == "1073741824001m");
    BOOST_TEST(shown(q("1k") + q("1Ki")) == "2024");
    BOOST_TEST(shown(q("0") + q("1Ki")) == "1Ki");  // zero has no notation
    BOOST_TEST(shown(q("0") - q("1e3")) == "-1e3");
    BOOST_TEST(shown(q("1e3") + q("5")) == "1005");
    BOOST_TEST(shown(q("1e3") + q("1M")) == "1001e3");
    BOOST_TEST(shown(q("1") - q("1500m")) == "-500m");
    BOOST_TEST(shown(3 * q("500m")) == "1500m");
    BOOST_TEST(shown(q("64Mi") * 16) == "1Gi");
    BOOST_TEST(shown(q("64Mi") * 0) == "0");
    BOOST_TEST(shown(-q("64Mi")) == "-64Mi");
    BOOST_TEST(shown(q("0.5Ki") + q("512")) == "1Ki");
    quantity sum;
    sum += q("100m");
    sum += q("1");
    sum -= q("50m");
    sum *= 2;
    BOOST_TEST(shown(sum) == "2100m");
    BOOST_TEST(shown(quantity() + quantity()) == "0");
}

BOOST_AUTO_TEST_CASE(canonical_is_the_text_that_servers_give_a_value) {
    for (const auto& [text, canonical] :
         std::vector<std::pair<const char*, const char*>>{{"1000m", "1"},
                                                          {"0.5", "500m"},
                                                          {"1024Mi", "1Gi"},
                                                          {"1.5Gi", "1536Mi"},
                                                          {"1023Ki", "1023Ki"},
                                                          {"0.1Ki", "102400m"},
                                                          {"0.5Mi", "512Ki"},
                                                          {"1e3", "1e3"},
                                                          {"1000", "1k"},
                                                          {"1024", "1024"},
                                                          {"12345e-1", "1234500e-3"},
                                                          {"0", "0"},
                                                          {"-0.0Ki", "0"},
                                                          {"0.1n", "1n"}}) {
        BOOST_TEST(q(text).canonical().view() == canonical, text << ": " << q(text).canonical());
        BOOST_TEST(q(text).canonical() == q(text));
    }
}

BOOST_AUTO_TEST_CASE(literals_are_checked_where_they_are_compiled) {
    std::map<std::string, quantity> limits{{"memory", quantity("64Mi")}};
    limits["cpu"] = "500m";
    BOOST_TEST(limits["cpu"].view() == "500m");
    BOOST_TEST((limits["cpu"] == "0.5"));
    BOOST_TEST((limits["cpu"] < "1"));
    BOOST_TEST(("64Mi" <= limits["memory"]));
    const auto ask = [](const quantity& x) { return x.milli_value(); };
    BOOST_TEST(ask(quantity("1.5")) == 1500);
    static_assert(!std::is_constructible_v<quantity, double>);
    static_assert(detail::is_quantity("1.5Gi") && !detail::is_quantity("1.5G i"));
}

BOOST_AUTO_TEST_CASE(numbers_become_quantities_and_back) {
    BOOST_TEST(quantity::bytes(1610612736).to_string() == "1536Mi");
    BOOST_TEST(quantity::bytes(1000).to_string() == "1k");
    BOOST_TEST(quantity::bytes(0).to_string() == "0");
    BOOST_TEST(quantity::bytes(-2048).to_string() == "-2Ki");
    BOOST_TEST(quantity(std::size_t{3}).to_string() == "3");
    BOOST_TEST(quantity(3).to_string() == "3");
    BOOST_TEST(q("1.5Gi").to_double() == 1610612736.0);
    BOOST_TEST(q("250m").to_double() == 0.25);
    BOOST_TEST(q("0.1").to_double() == 0.1);
    BOOST_TEST(q("-1n").to_double() == -1e-9);
    BOOST_TEST(q("1e30").to_double() == 1e30);
    BOOST_TEST(quantity().to_double() == 0.0);
}

BOOST_AUTO_TEST_CASE(text_is_kept) {
    BOOST_TEST(q("1000m").to_string() == "1000m");
    BOOST_TEST(q("0.50Gi").view() == "0.50Gi");
    BOOST_TEST(fmt::format("{:>4}", q("2Ki")) == " 2Ki");
    std::ostringstream out;
    out << q("2Ki");
    BOOST_TEST(out.str() == "2Ki");
    BOOST_TEST(quantity(42).to_string() == "42");
    BOOST_TEST(quantity(-42).to_string() == "-42");
    BOOST_TEST(quantity::milli(250).to_string() == "250m");
    BOOST_TEST(quantity::milli(2000).to_string() == "2");
    BOOST_TEST(quantity::milli(-1).to_string() == "-1m");
}

BOOST_AUTO_TEST_CASE(invalid_quantity_is_rejected) {
    for (const char* text :
         {"",     " ",     ".",    "+",   "-",    "+.",  "m",     "Ki",  "1 ",       " 1", "1 Ki",
          "1ki",  "1K",    "1KI",  "1mm", "1Kib", "1g",  "1.2.3", "--1", "1-",       "1e", "1e+",
          "1ee3", "1e1.5", "1e3k", "e3",  "0x10", "1,5", "inf",   "NaN", "1\xc2\xb5"}) {
        BOOST_TEST_CONTEXT(text) {
            const auto r = quantity::parse(text);
            BOOST_REQUIRE(r.has_error());
            BOOST_TEST((r.error().code == errc::bad_data));
        }
    }
    BOOST_TEST(quantity::parse(std::string(1025, '1')).has_error());
    BOOST_TEST(quantity::parse(std::string(2000, '1')).error().message.size() < 200U);
}

BOOST_AUTO_TEST_CASE(json_is_a_string_or_an_integer) {
    using traits = json::scalar_traits<quantity>;
    quantity value;
    BOOST_TEST(traits::is_unset(value));
    BOOST_TEST(traits::parse("100m", value));
    BOOST_TEST(value.view() == "100m");
    BOOST_TEST(traits::parse_number(3, value));
    BOOST_TEST(value.view() == "3");
    BOOST_TEST(!traits::parse("3 apples", value));
    BOOST_TEST(value.view() == "3");
    BOOST_TEST(!traits::is_unset(value));
    std::string out;
    traits::print(value, out);
    traits::print(quantity(), out);
    BOOST_TEST(out == "\"3\"\"0\"");
    BOOST_TEST(traits::same(q("1"), q("1000m")));
}

// As in BOOST_TEST, where the literal is no constant expression.
BOOST_AUTO_TEST_CASE(texts_compare_by_value_in_assertions) {
    const quantity size = q("1024Mi");
    BOOST_TEST(size == "1Gi");
    BOOST_TEST(size != "1G");
    BOOST_TEST(size > "1000M");
    BOOST_TEST("2Gi" > size);
    BOOST_CHECK_THROW((void)(size == "1 Gi"), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
