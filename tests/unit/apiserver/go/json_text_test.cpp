#include "apiserver/go/json_text.hpp"

#include <boost/test/unit_test.hpp>

#include <bit>
#include <cmath>
#include <random>

namespace {

using namespace setpoint::apiserver;
namespace bj = boost::json;

std::string again(std::string_view text) {
    bj::value v;
    std::string why;
    return json_text::parse(text, v, why) ? json_text::serialize(v) : "error: " + why;
}

std::string nested(std::size_t levels) {
    std::string out;
    for (std::size_t i = 0; i < levels; ++i) out += i % 2 == 0 ? "{\"a\":" : "[";
    out += "1";
    for (std::size_t i = levels; i-- > 0;) out += i % 2 == 0 ? "}" : "]";
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_are_printed_as_in_go) {
    const struct {
        std::string_view sent, kept;
    } rows[] = {
        {"1.5", "1.5"},
        {"1.50", "1.5"},
        {"15e-1", "1.5"},
        {"0.000001", "0.000001"},
        {"0.0000001", "1e-7"},
        {"-1.25e-10", "-1.25e-10"},
        {"1e20", "100000000000000000000"},
        {"1E21", "1e+21"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"},
        {"5e-324", "5e-324"},
        {"1e-400", "0"},
        {"-1e-400", "-0"},
        {"0.1", "0.1"},
        {"9007199254740993.0", "9007199254740992"},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"9223372036854775808", "9223372036854776000"},
        {"1e15", "1000000000000000"},
        {"-1234567890123456.5", "-1234567890123456.5"},
        {"12345678901234567e3", "12345678901234567000"},
        {"18446744073709551615", "18446744073709552000"},
        {"123456789012345678901234567890", "1.2345678901234568e+29"},
        {"1e400", "error: a number is out of the range of float64"},
        {"-1e400", "error: a number is out of the range of float64"},
    };
    for (const auto& row : rows) BOOST_TEST(again(row.sent) == row.kept, row.sent);
}

BOOST_AUTO_TEST_CASE(doubles_round_trip) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20'000; ++i) {
        const double d = std::bit_cast<double>(random());
        if (!std::isfinite(d)) continue;
        const std::string text = json_text::serialize(bj::value(d));
        bj::value back;
        std::string why;
        BOOST_REQUIRE_MESSAGE(json_text::parse(text, back, why), text << ": " << why);
        BOOST_REQUIRE_MESSAGE(back.to_number<double>() == d, text);
        BOOST_REQUIRE_EQUAL(json_text::serialize(back), text);
    }
}

BOOST_AUTO_TEST_CASE(documents_with_trailing_or_missing_text_are_rejected) {
    const struct {
        std::string_view sent, kept;
    } rows[] = {
        {R"( {"b":[1,true,null,"x\n\u00e9\ud83d\ude00"],"a":{}} )", R"({"b":[1,true,null,"x\né😀"],"a":{}})"},
        {"[]", "[]"},
        {"", "error: unexpected end of JSON input"},
        {"{", "error: unexpected end of JSON input"},
        {"x", "error: invalid character 'x' looking for beginning of value"},
        {"{} x", "error: invalid character 'x' after top-level value"},
        {R"({"a":1,"a":2})", R"({"a":2})"},
    };
    for (const auto& row : rows) BOOST_TEST(again(row.sent) == row.kept, row.sent);
}

BOOST_AUTO_TEST_CASE(nesting_depth_is_limited) {
    const std::size_t most = json_text::object_depth;
    BOOST_TEST(again(nested(most)) == nested(most));
    BOOST_TEST(again(nested(most + 1)) == "error: exceeded max depth of 64");
    // Allows for what the server adds around and in an object.
    BOOST_TEST(json_text::serialize(json_text::parse_own(nested(json_text::trusted_depth))) ==
               nested(json_text::trusted_depth));
    BOOST_CHECK_THROW(json_text::parse_own(nested(json_text::trusted_depth + 1)), std::invalid_argument);
    for (const std::size_t levels : {std::size_t{1}, std::size_t{2}, most, most + 1}) {
        const bj::value v = json_text::parse_own(nested(levels));
        BOOST_TEST(!json_text::deeper_than(v, levels));
        BOOST_TEST(json_text::deeper_than(v, levels - 1));
    }
}
