// The format of log lines for any content.
#include "setpoint/core/log.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>
#include <sstream>

using namespace setpoint;

namespace {

template <class Sink, class V>
std::string line_of(std::string_view message, const V& value) {
    std::ostringstream out;
    Sink sink(out);
    virtual_clock time;
    logger(sink, time).info(message, {{"value", value}});
    return out.str();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(log_test)

BOOST_AUTO_TEST_CASE(a_value_that_is_not_one_word_is_quoted) {
    BOOST_TEST(line_of<text_sink>("m", "plain").ends_with(" m value=plain\n"));
    BOOST_TEST(line_of<text_sink>("m", "two words").ends_with(" m value=\"two words\"\n"));
    BOOST_TEST(line_of<text_sink>("m", "").ends_with(" m value=\"\"\n"));
    BOOST_TEST(line_of<text_sink>("m", "a=b").ends_with(" m value=\"a=b\"\n"));
    BOOST_TEST(line_of<text_sink>("m", "gr\xc3\xbc\xc3\x9f").ends_with(" m value=gr\xc3\xbc\xc3\x9f\n"));
}

BOOST_AUTO_TEST_CASE(fields_of_a_derived_logger_come_after_those_of_its_parent) {
    std::ostringstream out;
    text_sink sink(out);
    virtual_clock time;
    const logger outer = logger(sink, time).with({{"a", 1}, {"b", "x"}});
    const logger inner = outer.with({{"c", true}});
    inner.info("m", {{"d", 2.5}});
    BOOST_TEST(out.str().ends_with(" m d=2.5 a=1 b=x c=true\n"), out.str());
    outer.info("n");
    BOOST_TEST(out.str().ends_with(" n a=1 b=x\n"), out.str());
}

// ESC, DEL and CSI (U+009B) start terminal commands; so may a single byte 0x9b.
BOOST_AUTO_TEST_CASE(terminal_control_characters_are_escaped) {
    const std::string hostile =
        "a\x1b[2J\x7f\xc2\x9b"
        "2J\x9b"
        "b\n";
    const std::string text = line_of<text_sink>(hostile, hostile);
    BOOST_TEST(text.find_first_of("\x1b\x7f\x9b") == std::string::npos, text);
    BOOST_TEST(text.find('\n') == text.size() - 1);
    BOOST_TEST(text.ends_with(R"(value="a\u001b[2J\u007f\u009b2J\ufffdb\n")"
                              "\n"),
               text);
}

BOOST_AUTO_TEST_CASE(a_json_line_is_json_whatever_is_in_it) {
    for (const std::string_view s : {"\xff\xfe", "\xc2", "\xed\xa0\x80", "\"\\\b", "\xc2\x9b"}) {
        const std::string line = line_of<json_sink>(s, s);
        boost::system::error_code ec;
        const auto v = boost::json::parse(line, ec);
        BOOST_TEST(!ec, line);
        if (!ec) BOOST_TEST(v.at("value").as_string() == v.at("msg").as_string());
    }
}

BOOST_AUTO_TEST_CASE(numbers_that_json_lacks_are_strings) {
    for (const double d : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()}) {
        const std::string line = line_of<json_sink>("m", d);
        boost::system::error_code ec;
        const auto v = boost::json::parse(line, ec);
        BOOST_TEST(!ec, line);
        if (!ec) BOOST_TEST(v.at("value").is_string(), line);
    }
}

BOOST_AUTO_TEST_SUITE_END()
