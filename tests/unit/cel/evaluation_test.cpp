#include "setpoint/cel/program.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

std::string evaluated(std::string_view source) {
    const compilation done = environment().compile(source);
    if (!done.made) return done.error;
    const program made(*done.made);
    if (!made.valid()) return "invalid: " + made.failure();
    evaluation in;
    return to_text(made.evaluate(in, {}), in.memory());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cel_evaluation)

BOOST_AUTO_TEST_CASE(operators_give_their_values) {
    BOOST_TEST(evaluated("1 + 2 * 3 - 4") == "3");
    BOOST_TEST(evaluated("-7 / 2 == -3 && -7 % 2 == -1") == "true");
    BOOST_TEST(evaluated("'a' + 'b' + \"\\u00e9\"") == "\"ab\u00e9\"");
    BOOST_TEST(evaluated("[1, 2].map(x, x * 2) + [7]") == "[2, 4, 7]");
    BOOST_TEST(evaluated("{'a': 1, 'b': [2.5]}.b[0]") == "2.5");
    BOOST_TEST(evaluated("1 < 2.5 && 3u > 2") == "true");
    BOOST_TEST(evaluated("[1, 2, 3].exists_one(x, x > 2) ? 'yes' : 'no'") == "\"yes\"");
    BOOST_TEST(evaluated("timestamp('2024-02-29T12:00:00Z') + duration('24h')") ==
               "timestamp(\"2024-03-01T12:00:00Z\")");
}

BOOST_AUTO_TEST_CASE(errors_have_their_texts) {
    BOOST_TEST(evaluated("9223372036854775807 + 1") == "error: integer overflow");
    BOOST_TEST(evaluated("1 / 0") == "error: division by zero");
    BOOST_TEST(evaluated("{'a': 1}.b") == "error: no such key: b");
    BOOST_TEST(evaluated("[1][1]") == "error: index out of bounds: 1");
    BOOST_TEST(evaluated("dyn(1) + dyn('a')") == "error: no such overload");
    BOOST_TEST(evaluated("1 / 0 == 1 || true") == "true");
    BOOST_TEST(evaluated("duration('x')") ==
               "error: type conversion error from 'string' to 'google.protobuf.Duration'");
}

BOOST_AUTO_TEST_CASE(invalid_expressions_are_refused_with_positions) {
    BOOST_TEST(evaluated("1 + 'a'") ==
               "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + "
               "'a'\n | ..^");
    BOOST_TEST(evaluated("x.y") ==
               "ERROR: <input>:1:1: undeclared reference to 'x' (in container '')\n | x.y\n | ^");
}

BOOST_AUTO_TEST_SUITE_END()

}}}  // namespace setpoint::v0::cel
