// Results of Go 1.26's time.ParseDuration and strconv.Quote, strconv.ParseInt, strconv.ParseBool,
// strings.TrimSpace and %q.

#include "apiserver/go/text.hpp"

#include "apiserver/go/time.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <optional>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(go_text_test)

namespace {

using namespace setpoint::apiserver;

std::string duration_error(std::string_view text) {
    const auto read = parse_go_duration(text);
    return read ? std::string() : std::string(read.error());
}

}  // namespace

BOOST_AUTO_TEST_CASE(reads_durations) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (const auto& [text, nanoseconds] : std::vector<std::pair<std::string_view, std::int64_t>>{
             {"0", 0},
             {"-0", 0},
             {"+0", 0},
             {"5s", 5'000'000'000},
             {"+5s", 5'000'000'000},
             {"-5s", -5'000'000'000},
             {".5s", 500'000'000},
             {"1.s", 1'000'000'000},
             {"1h1m", 3'660'000'000'000},
             {"1m1h", 3'660'000'000'000},
             {"1.5us1ns", 1'501},
             {"1\u00b5s", 1'000},
             {"1\u03bcs", 1'000},
             {"0.3333333333333333333h", 1'200'000'000'000},
             {"9223372036854775807ns", most},
             {"-9223372036854775808ns", std::numeric_limits<std::int64_t>::min()},
             {"9007199254.740993s", 9'007'199'254'740'993'000},
             {"0.100000000000000000000h", 360'000'000'000},
         }) {
        BOOST_TEST(duration_error(text) == "", text);
        BOOST_TEST(parse_go_duration(text).value().count() == nanoseconds, text);
    }
}

BOOST_AUTO_TEST_CASE(reports_why_a_duration_is_invalid) {
    for (const auto& [text, message] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"", R"(time: invalid duration "")"},
             {"-", R"(time: invalid duration "-")"},
             {"x", R"(time: invalid duration "x")"},
             {".s", R"(time: invalid duration ".s")"},
             {"3", R"(time: missing unit in duration "3")"},
             {"1s3", R"(time: missing unit in duration "1s3")"},
             {"1d", R"(time: unknown unit "d" in duration "1d")"},
             {"5 s", R"(time: unknown unit " s" in duration "5 s")"},
             {"1h-1m", R"(time: unknown unit "h-" in duration "1h-1m")"},
             {"1\xc3\xa9", R"(time: unknown unit "\xc3\xa9" in duration "1\xc3\xa9")"},
             {"1\"", R"(time: unknown unit "\"" in duration "1\"")"},
             {"9223372036854775808ns", R"(time: invalid duration "9223372036854775808ns")"},
             {"-9223372036854775809ns", R"(time: invalid duration "-9223372036854775809ns")"},
             {"99999999999999999999s", R"(time: invalid duration "99999999999999999999s")"},
             {"9223372036s9223372036s", R"(time: invalid duration "9223372036s9223372036s")"},
             {"3000000h", R"(time: invalid duration "3000000h")"},
         })
        BOOST_TEST(duration_error(text) == message);
}

BOOST_AUTO_TEST_CASE(quotes_unprintable_characters) {
    for (const auto& [text, quoted] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"a\"\\\n\t\x01\x7f", R"("a\"\\\n\t\x01\x7f")"},
             {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
             {"\xff\xc3", R"("\xff\xc3")"},
             {"\xed\xa0\x80", R"("\xed\xa0\x80")"},          // a surrogate
             {"\xc0\x80", R"("\xc0\x80")"},                  // overlong
             {"\xf4\x90\x80\x80", R"("\xf4\x90\x80\x80")"},  // above U+10FFFF
             {"\xef\xbf\xbd", "\"\xef\xbf\xbd\""},
             {"\xc2\xa0\xc2\xad\xe2\x80\xa8\xee\x80\x80", R"("\u00a0\u00ad\u2028\ue000")"},
             {"\xf3\xa0\x80\x81", R"("\U000e0001")"},
         })
        BOOST_TEST(go_text::quoted(text) == quoted);
}

BOOST_AUTO_TEST_CASE(quotes_each_text_of_a_list) {
    const std::vector<std::string> none, empty{""}, some{"a b", "\"", "\n"};
    BOOST_TEST(go_text::quoted_list(none) == "[]");
    BOOST_TEST(go_text::quoted_list(empty) == R"([""])");
    BOOST_TEST(go_text::quoted_list(some) == R"(["a b" "\"" "\n"])");
}

BOOST_AUTO_TEST_CASE(reads_booleans_in_six_spellings_each) {
    for (const char* yes : {"1", "t", "T", "true", "TRUE", "True"})
        BOOST_TEST((go_text::parse_bool(yes) == std::optional(true)), yes);
    for (const char* no : {"0", "f", "F", "false", "FALSE", "False"})
        BOOST_TEST((go_text::parse_bool(no) == std::optional(false)), no);
    for (const char* other : {"", "yes", "tRUE", " true", "10", "00"})
        BOOST_TEST(!go_text::parse_bool(other).has_value(), other);
}

BOOST_AUTO_TEST_CASE(reports_why_an_integer_is_invalid) {
    const std::pair<const char*, const char*> cases[] = {{"0", ""},
                                                         {"-9223372036854775808", ""},
                                                         {"+9223372036854775807", ""},
                                                         {"9223372036854775808", "value out of range"},
                                                         {"", "invalid syntax"},
                                                         {"+", "invalid syntax"},
                                                         {"+-1", "invalid syntax"},
                                                         {"12 ", "invalid syntax"},
                                                         {"99999999999999999999a", "invalid syntax"}};
    for (const auto& [text, why] : cases) {
        const std::string wanted =
            *why == '\0' ? "" : "strconv.ParseInt: parsing \"" + std::string(text) + "\": " + why;
        BOOST_TEST(go_text::parse_int_error(text) == wanted);
    }
}

BOOST_AUTO_TEST_CASE(trims_white_space_at_both_ends) {
    BOOST_TEST(go_text::trimmed(" \t\n\v\f\ra b \r\n") == "a b");
    BOOST_TEST(go_text::trimmed(" \n").empty());
}

BOOST_AUTO_TEST_SUITE_END()
