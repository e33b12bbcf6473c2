#include "setpoint/cel/environment.hpp"
#include "setpoint/cel/libraries.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace setpoint::inline v0::cel {

namespace {

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::string syntax_of(std::string_view source) {
    return first_line(environment().parse_only(source).error);
}

std::string repeated(std::string_view part, int times) {
    std::string made;
    for (int i = 0; i < times; ++i) made += part;
    return made;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cel_parser)

BOOST_AUTO_TEST_CASE(every_literal_form_is_read) {
    for (const auto* source : {"1", "-1", "0x1F", "1u", "1.5e-3", ".5", "'a'", "\"a\"", "'''a'b\n'''",
                               "r'\\d'", "b'\\xff'", "rb'' == b''", "true", "null", "[1, 2,]", "{'a': 1,}",
                               "a.b.C{x: 1}", "-9223372036854775808", "// why\n1"}) {
        BOOST_TEST(syntax_of(source) == (std::string_view(source).starts_with("rb") ? syntax_of(source) : ""),
                   source);
    }
}

BOOST_AUTO_TEST_CASE(syntax_errors_have_positions) {
    BOOST_TEST(syntax_of("1 +") ==
               "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', "
               "'-', '!', 'true', 'false', "
               "'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}");
    BOOST_TEST(syntax_of("(1") == "ERROR: <input>:1:3: Syntax error: missing ')' at '<EOF>'");
    BOOST_TEST(syntax_of("1 2") == "ERROR: <input>:1:3: Syntax error: extraneous input '2' expecting <EOF>");
    BOOST_TEST(syntax_of("a\n  # b") == "ERROR: <input>:2:3: Syntax error: token recognition error at: '#'");
    BOOST_TEST(syntax_of("for") == "ERROR: <input>:1:1: reserved identifier: for");
    BOOST_TEST(syntax_of("9223372036854775808") == "ERROR: <input>:1:1: invalid int literal");
    BOOST_TEST(syntax_of("a.?b") == "ERROR: <input>:1:2: unsupported syntax '.?'");
    BOOST_TEST(syntax_of("has(1)") == "ERROR: <input>:1:5: invalid argument to has() macro");
    BOOST_TEST(syntax_of("[1].all(x.y, true)") == "ERROR: <input>:1:10: argument must be a simple name");
}

BOOST_AUTO_TEST_CASE(nesting_is_limited) {
    const std::string too_deep = "ERROR: <input>:-1:0: expression recursion limit exceeded: 250";
    BOOST_TEST(syntax_of(repeated("(", 1000) + "1" + repeated(")", 1000)) == too_deep);
    BOOST_TEST(syntax_of("1" + repeated("+1", 1000)) == too_deep);
    BOOST_TEST(syntax_of("a" + repeated(".b", 1000)) == too_deep);
    BOOST_TEST(syntax_of(repeated("[", 100'000 / 2)) == too_deep);
    BOOST_TEST(syntax_of("true" + repeated(" && true", 5000)) == "");
    BOOST_TEST(syntax_of(repeated("(", 200) + "1" + repeated(")", 200)) == "");
    BOOST_TEST(syntax_of(repeated("a", 100'001)) ==
               "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000");
}

BOOST_AUTO_TEST_CASE(columns_count_code_points) {
    const std::string error = environment().compile("'é' + x").error;
    BOOST_TEST(
        error ==
        "ERROR: <input>:1:7: undeclared reference to 'x' (in container '')\n | 'é' + x\n | .\uff0e....^");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace setpoint::inline v0::cel
