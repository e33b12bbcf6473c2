#include "setpoint/cel/kubernetes.hpp"

#include "setpoint/cel/json.hpp"
#include "setpoint/cel/program.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

// The value of an expression over `self`, as text, or why there is none.
std::string over_self(std::string_view source, std::string_view self, const json_type* declared = nullptr,
                      int minor = 36) {
    environment env = kubernetes_environment(minor);
    env.add_variable("self", &types::dyn);
    const compilation done = env.compile(source);
    if (!done.made) return done.error.substr(0, done.error.find('\n'));
    const program made(*done.made);
    if (!made.valid()) return "invalid: " + made.failure();
    const boost::json::value json = boost::json::parse(std::string(self));
    arena memory;
    const std::array bindings = {binding{"self", json_value(json, memory, declared)}};
    evaluation in(kubernetes_call_limit);
    return to_text(made.evaluate(in, bindings), in.memory());
}

std::string value_of(std::string_view source) {
    return over_self(source, "null");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cel_kubernetes)

BOOST_AUTO_TEST_CASE(libraries_answer_as_kubernetes) {
    BOOST_TEST(value_of("quantity('1Gi').isGreaterThan(quantity('1G'))") == "true");
    BOOST_TEST(value_of("quantity('1k').asInteger()") == "1000");
    BOOST_TEST(value_of("quantity('1500m').isInteger()") == "false");
    BOOST_TEST(value_of("quantity('100m').add(quantity('1')) == quantity('1.1')") == "true");
    BOOST_TEST(value_of("isQuantity('1Kx')") == "false");
    BOOST_TEST(value_of("sign(quantity('-')) == 0 && quantity('k') == quantity('0')") == "true");
    BOOST_TEST(value_of("isQuantity('')") == "false");
    BOOST_TEST(value_of("cidr('10.0.0.0/8').containsIP('10.1.2.3')") == "true");
    BOOST_TEST(value_of("string(ip('2001:db8:0:0:0:0:0:1'))") == "\"2001:db8::1\"");
    BOOST_TEST(value_of("isIP('::ffff:1.2.3.4')") == "false");
    BOOST_TEST(value_of("url('https://u@example.com:80/a%20b?x=1&x=2').getQuery()") ==
               "{\"x\": [\"1\", \"2\"]}");
    BOOST_TEST(value_of("semver('1.2.3-rc.1').isLessThan(semver('1.2.3'))") == "true");
    BOOST_TEST(value_of("semver('v1.2', true).minor()") == "2");
    BOOST_TEST(value_of("format.dns1123Label().validate('a.b').value()") == "[\"must not contain dots\"]");
    BOOST_TEST(value_of("'a1b22'.findAll('[0-9]+')") == "[\"1\", \"22\"]");
    BOOST_TEST(value_of("[3, 1, 2].sort().isSorted() && [1, 2].sum() == 3") == "true");
    BOOST_TEST(value_of("[dyn(3), dyn([1])].flatten() == [3, 1] && [dyn('a')].flatten() == ['a']") == "true");
    BOOST_TEST(value_of("dyn(1).flatten(2)") == "error: no such overload: int.flatten(int)");
}

BOOST_AUTO_TEST_CASE(libraries_depend_on_the_version) {
    BOOST_TEST(over_self("isQuantity('1')", "null", nullptr, 27) ==
               "ERROR: <input>:1:11: undeclared reference to 'isQuantity' (in container '')");
    BOOST_TEST(over_self("isQuantity('1')", "null", nullptr, 28) == "true");
    BOOST_TEST(over_self("[1].sort()", "null", nullptr, 33) ==
               "ERROR: <input>:1:9: undeclared reference to 'sort' (in container '')");
}

BOOST_AUTO_TEST_CASE(declared_json_is_decoded) {
    const json_type number{json_type::form::real}, time{json_type::form::timestamp};
    const json_type self{
        json_type::form::object, true, nullptr, {{"d", number}, {"t", time}, {"a.b", number}}};
    const std::string_view json = R"({"d": 1, "t": "2024-01-01T00:00:00Z", "a.b": 2, "n": 1})";
    BOOST_TEST(over_self("type(self.d) == double && type(self.n) == int", json, &self) == "true");
    BOOST_TEST(over_self("self.t.getFullYear()", json, &self) == "2024");
    BOOST_TEST(over_self("has(self.a__dot__b) && self.a__dot__b == 2.0", json, &self) == "true");
    BOOST_TEST(over_self("self.missing", json, &self) == "error: no such key: missing");
}

BOOST_AUTO_TEST_CASE(properties_are_escaped_and_restored) {
    const std::pair<const char*, const char*> names[] = {{"a.b", "a__dot__b"},
                                                         {"a-b/c", "a__dash__b__slash__c"},
                                                         {"in", "__in__"},
                                                         {"a__b", "a__underscores__b"},
                                                         {"plain", "plain"}};
    for (const auto& [name, escaped] : names) {
        BOOST_TEST(escape_property(name).value_or("") == escaped);
        BOOST_TEST(unescape_property(escaped).value_or("") == name);
    }
    BOOST_TEST(!escape_property("a b"));
    BOOST_TEST(!escape_property("1a"));
    BOOST_TEST(!unescape_property("a__what__b"));
}

BOOST_AUTO_TEST_CASE(budget_stops_evaluation) {
    const std::string nested = "lists.range(1000).all(a, lists.range(1000).all(b, a + b >= 0))";
    BOOST_TEST(value_of(nested) == "error: operation cancelled: actual cost limit exceeded");
    BOOST_TEST(
        value_of(
            "'(a+)+$'.matches('(a+)+$') || 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'.matches('^(a+)+$')") ==
        "false");
}

BOOST_AUTO_TEST_CASE(costs_are_those_of_the_model) {
    environment env = kubernetes_environment(36);
    env.add_variable("self", &types::dyn);
    const auto cost_of = [&](std::string_view source) {
        const compilation done = env.compile(source);
        evaluation in;
        arena memory;
        const boost::json::value json = boost::json::parse(R"({"x": 1, "y": 2, "l": ["ab", "cd"]})");
        const std::array bindings = {binding{"self", json_value(json, memory)}};
        program(*done.made).evaluate(in, bindings);
        return in.cost();
    };
    BOOST_TEST(cost_of("has(self.x) && self.x <= self.y") == 6);
    BOOST_TEST(cost_of("self.l.all(e, e.startsWith('a') || e != '')") == 14);
    BOOST_TEST(cost_of("[1, 2, 3] == [1, 2, 3]") == 1);
}

BOOST_AUTO_TEST_CASE(authorizer_is_asked) {
    class only_pods : public authorizer {
        [[nodiscard]] authorization_decision decide(const authorization_request& request) const override {
            return {request.resource == "pods" && request.verb == "get", "because", std::nullopt};
        }
    };
    environment env = kubernetes_environment(36);
    env.add_variable("authorizer", &authorizer_type());
    const compilation done = env.compile(
        "authorizer.group('').resource('pods').namespace('n').check('get').allowed() && "
        "!authorizer.path('/healthz').check('get').allowed()");
    BOOST_REQUIRE_MESSAGE(done.made, done.error);
    const only_pods decides;
    arena memory;
    const std::array bindings = {binding{"authorizer", make_authorizer(decides, memory)}};
    evaluation in(kubernetes_call_limit);
    BOOST_TEST(to_text(program(*done.made).evaluate(in, bindings), in.memory()) == "true");
    BOOST_TEST(in.cost() == 700'009);
}

BOOST_AUTO_TEST_SUITE_END()

}}}  // namespace setpoint::v0::cel
