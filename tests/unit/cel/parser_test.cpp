#include "setpoint/cel/environment.hpp"
#include "setpoint/cel/libraries.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::string syntax_of(std::string_view source) {
    return first_line(environment().parse_only(source).error);
}

std::vector<issue> issues_of(std::string_view source) {
    return environment().parse_only(source).found.all();
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

// As cel-go answers, which recovers after each error. E: the tokens with which an expression begins.
BOOST_AUTO_TEST_CASE(all_syntax_errors_are_reported) {
    const std::string starts =
        "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, "
        "BYTES, "
        "IDENTIFIER}";
    const std::pair<const char*, const char*> cases[] = {
        {"a)", "1:2: extraneous input ')' expecting <EOF>"},
        {"a b c", "1:3: mismatched input 'b' expecting <EOF>"},
        {"f(a b, c", "1:5: mismatched input 'b' expecting ')'"},
        {"[1, 2", "1:6: mismatched input '<EOF>' expecting {']', ','}"},
        {"{1: 2, 3}", "1:9: mismatched input '}' expecting ':'"},
        {"a ? b", "1:6: mismatched input '<EOF>' expecting ':'"},
        {"a +* b + ", "1:4: extraneous input '*' expecting E; 1:10: mismatched input '<EOF>' expecting E"},
        {"!", "1:2: extraneous input '<EOF>' expecting E"},
        {"- )", "1:3: no viable alternative at input '- )'; 1:3: mismatched input ')' expecting E"},
        {"a.b.(c) + d.true",
         "1:5: no viable alternative at input '.('; 1:13: mismatched input 'true' expecting IDENTIFIER"},
        {"a && || b ||",
         "1:6: extraneous input '||' expecting E; 1:13: mismatched input '<EOF>' expecting E"},
        {")(", "1:1: extraneous input ')' expecting E; 1:3: mismatched input '<EOF>' expecting E"},
        {"a..b[", "1:3: no viable alternative at input '..'"},
        {"[1,,2]", "1:4: mismatched input ',' expecting ']'"},
        {"a in in b", "1:6: extraneous input 'in' expecting E"},
        {"T{a: 1, b}", "1:10: mismatched input '}' expecting ':'"},
        {"'a", "1:1: token recognition error at: ''a'; 1:3: mismatched input '<EOF>' expecting E"}};
    for (const auto& [source, expected] : cases) {
        std::string found;
        for (const issue& each : issues_of(source)) {
            std::string message = each.message.substr(std::string_view("Syntax error: ").size());
            if (const std::size_t at = message.find(starts); at != std::string::npos)
                message.replace(at, starts.size(), "E");
            found += fmt::format("{}{}:{}: {}", found.empty() ? "" : "; ", each.where.line,
                                 each.where.column + 1, message);
        }
        BOOST_TEST(found == expected, source << ": " << found);
    }
}

BOOST_AUTO_TEST_CASE(recovery_from_many_errors_has_limits) {
    std::string many = "a";
    for (int i = 0; i < 200; ++i) many += " + * )";
    const std::vector<issue> found = issues_of(many);
    BOOST_TEST(found.size() <= 101U);
    BOOST_TEST(found.back().message.find("limit exceeded") != std::string::npos, found.back().message);
    BOOST_TEST(issues_of(")" + std::string(300, '(')).back().message ==
               "expression recursion limit exceeded: 250");
    BOOST_TEST(issues_of(std::string(600, '(') + "]").size() == 1U);
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

}}}  // namespace setpoint::v0::cel
