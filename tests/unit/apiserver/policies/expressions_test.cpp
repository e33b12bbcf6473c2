// Expressions of policies: what they may use, their types, their costs.

#include "apiserver/go/json_text.hpp"
#include "apiserver/policies/activation.hpp"
#include "apiserver/policies/match_conditions.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::policies;

using composition = expression_compiler::composition;

struct expressions_fixture {
    // The error of compiling, without its second line.
    std::string error_of(std::string_view source, result_kind wanted = result_kind::boolean,
                         expression_scope scope = {}) {
        const std::string error = compiler.compile(source, wanted, scope).error;
        return error.substr(0, error.find('\n'));
    }
    // The value as text, or the error of evaluating.
    std::string value_of(std::string_view source, expression_scope scope = {}) {
        const compiled_expression e = compiler.compile(source, result_kind::any, scope);
        policy_input in;
        in.object = &object;
        in.request = &request;
        in.namespace_object = &ns;
        in.authorizer = &allows;
        activation evaluates(in, compiler, scope.authorizer);
        const auto made = evaluates.evaluate(e, budget);
        if (!made) return std::string(activation::out_of_budget);
        return made->error.empty() ? cel::to_text(made->content, evaluates.memory()) : made->error;
    }
    match_outcome conditions(std::string_view list, bool fails_open = false) {
        policy_input in;
        in.object = &object;
        in.request = &request;
        return match_conditions(json_text::parse_own(list).get_array(), fails_open).match(in);
    }

    struct allows_all final : cel::authorizer {
        cel::authorization_decision decide(const cel::authorization_request& q) const override {
            return {q.verb != "delete", "because", std::nullopt};
        }
    };
    allows_all allows;
    bj::object object =
        json_text::parse_own(R"({"metadata":{"name":"x"},"data":{"k":"v"},"n":3})").get_object();
    bj::object request =
        json_text::parse_own(R"({"operation":"CREATE","kind":{"kind":"ConfigMap"},"dryRun":false})")
            .get_object();
    bj::object ns = json_text::parse_own(R"({"metadata":{"labels":{"a":"b"}}})").get_object();
    std::uint64_t budget = evaluation_budget;
    expression_compiler compiler{composition::variables};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(policy_expressions_test, expressions_fixture)

BOOST_AUTO_TEST_CASE(expressions_see_the_request) {
    BOOST_TEST(value_of("object.data.k + request.operation") == "\"vCREATE\"");
    BOOST_TEST(value_of("request.kind.kind") == "\"ConfigMap\"");
    BOOST_TEST(value_of("oldObject == null && object.n == 3") == "true");
    BOOST_TEST(value_of("namespaceObject.metadata.labels['a']") == "\"b\"");
    BOOST_TEST(value_of("params == null", {true, true, false}) == "true");
    BOOST_TEST(value_of("object.data.none") ==
               "expression 'object.data.none' resulted in error: no such key: none");
}

BOOST_AUTO_TEST_CASE(fields_of_the_request_are_declared) {
    BOOST_TEST(error_of("request.nope == 1") ==
               "compilation failed: ERROR: <input>:1:8: undefined field 'nope'");
    BOOST_TEST(error_of("request.kind.nope == 1") ==
               "compilation failed: ERROR: <input>:1:13: undefined field 'nope'");
    BOOST_TEST(error_of("namespaceObject.metadata.nope == ''") ==
               "compilation failed: ERROR: <input>:1:25: undefined field 'nope'");
    BOOST_TEST(error_of("params.x == 1") ==
               "compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')");
}

BOOST_AUTO_TEST_CASE(results_have_the_wanted_type) {
    BOOST_TEST(error_of("true") == "");
    BOOST_TEST(error_of("1") == "must evaluate to bool but got int");
    BOOST_TEST(error_of("object.x") == "must evaluate to bool but got dyn");
    BOOST_TEST(error_of("[null]", result_kind::text_or_null) ==
               "must evaluate to one of [string null_type] but got list(null_type)");
    BOOST_TEST(error_of("{'a': duration('1s')}", result_kind::text) ==
               "must evaluate to string but got map(string, google.protobuf.Duration)");
    BOOST_TEST(error_of("null", result_kind::text_or_null) == "");
    BOOST_TEST(error_of("Object{}", result_kind::json_patch, {false, true, true}) ==
               "must evaluate to list(JSONPatch) but got Object");
    BOOST_TEST(error_of("Object{}", result_kind::configuration, {false, true, true}) == "");
    BOOST_TEST(error_of("Object{}", result_kind::configuration).starts_with("compilation failed: "));
}

BOOST_AUTO_TEST_CASE(variables_are_typed_and_evaluated_once) {
    compiler.add_variable("list", "object.data.map(k, k)", {});
    compiler.add_variable("sum", "[1, 2]", {});
    BOOST_TEST(value_of("variables.sum[0] + 1") == "2");
    BOOST_TEST(error_of("variables.sum[0] == ''").find("no matching overload for '_==_'") !=
               std::string::npos);
    BOOST_TEST(error_of("variables.none") ==
               "compilation failed: ERROR: <input>:1:10: undefined field 'none'");
    const std::uint64_t once = [&] {
        budget = evaluation_budget;
        value_of("variables.list.size()");
        return evaluation_budget - budget;
    }();
    budget = evaluation_budget;
    BOOST_TEST(value_of("variables.list.size() + variables.list.size()") == "2");
    BOOST_TEST(evaluation_budget - budget < 2 * once);
}

BOOST_AUTO_TEST_CASE(errors_of_variables_name_them) {
    compiler.add_variable("bad", "object.none.x", {});
    compiler.add_variable("broken", "nope(", {});
    BOOST_TEST(value_of("variables.bad == 1") ==
               "expression 'variables.bad == 1' resulted in error: composited variable \"bad\" fails to "
               "evaluate: no such key: none");
    BOOST_TEST(value_of("variables.broken == 1").find("composited variable \"broken\" fails to compile: ") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(variables_that_use_themselves_end) {
    compiler.add_variable("loop", "1", {});
    compiler.add_variable("loop", "variables.loop + 1", {});
    BOOST_TEST(value_of("variables.loop").find("more than 32 levels deep") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_authorizer_decides) {
    BOOST_TEST(value_of("authorizer.group('').resource('pods').check('get').allowed()") == "true");
    BOOST_TEST(value_of("authorizer.group('').resource('pods').check('delete').allowed()") == "false");
    BOOST_TEST(value_of("authorizer.requestResource.check('get').reason()") == "\"because\"");
    BOOST_TEST(error_of("authorizer.group('') == null", result_kind::boolean, {false, false, false})
                   .find("undeclared reference to 'authorizer'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_exceeded_budget_is_an_error) {
    budget = 1;
    BOOST_TEST(value_of("object.data.all(k, k == k)") == activation::out_of_budget);
    compiler.add_variable("v", "object.data.all(k, k == k)", {});
    budget = 3;
    BOOST_TEST(value_of("variables.v") == activation::out_of_budget);
}

BOOST_AUTO_TEST_CASE(all_conditions_must_be_met) {
    BOOST_TEST(conditions(R"([{"name":"a","expression":"object.n == 3"}])").matches);
    BOOST_TEST(!conditions(R"([{"expression":"object.n == 3"},{"expression":"object.n == 4"}])").matches);
    // A condition that is not met counts more than an error.
    const match_outcome mixed = conditions(R"([{"expression":"object.none"},{"expression":"false"}])");
    BOOST_TEST(!mixed.matches);
    BOOST_TEST(mixed.error == "");
}

BOOST_AUTO_TEST_CASE(conditions_fail_as_the_policy_says) {
    constexpr auto wrong = R"([{"expression":"object.none == 1"},{"expression":"object.none == 1"},
                               {"expression":"object.other == 1"}])";
    BOOST_TEST(conditions(wrong).error ==
               "[expression 'object.none == 1' resulted in error: no such key: none, expression "
               "'object.other == 1' resulted in error: no such key: other]");
    BOOST_TEST(conditions(wrong, true).error == "");
    BOOST_TEST(!conditions(wrong, true).matches);
}

BOOST_AUTO_TEST_SUITE_END()
