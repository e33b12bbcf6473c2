// Admission policies with their bindings: which requests they apply to, and what they do.

#include "webhook_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;
using strings = std::vector<std::string>;

constexpr std::string_view registration = "/apis/admissionregistration.k8s.io/v1/";

struct policies_fixture : webhook_fixture {
    // `spec`: all but matchConstraints, which are of ConfigMaps unless given.
    std::string spec_of(std::string_view spec, std::string_view constraints) {
        std::string match(constraints);
        if (match.empty())
            match =
                R"({"resourceRules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE","UPDATE"],"resources":["configmaps"]}]})";
        return R"({"matchConstraints":)" + match + "," + std::string(spec) + "}";
    }
    http::response post(std::string_view resource, std::string_view name, std::string_view spec) {
        return ask(
            "POST", std::string(registration) + std::string(resource),
            R"({"metadata":{"name":")" + std::string(name) + R"("},"spec":)" + std::string(spec) + "}");
    }
    void must(const http::response& made) {
        if (made.status != 201) throw std::runtime_error(made.body);
    }
    // A validating policy and its binding, both of that name.
    void validates(std::string_view name, std::string_view spec, std::string_view binding = {},
                   std::string_view constraints = {}) {
        must(post("validatingadmissionpolicies", name, spec_of(spec, constraints)));
        must(post("validatingadmissionpolicybindings", name,
                  R"({"policyName":")" + std::string(name) + "\"" +
                      (binding.find("validationActions") == std::string_view::npos
                           ? R"(,"validationActions":["Deny"])"
                           : "") +
                      std::string(binding) + "}"));
    }
    void mutates(std::string_view name, std::string_view spec, std::string_view binding = {}) {
        must(post("mutatingadmissionpolicies", name,
                  spec_of(R"("reinvocationPolicy":"IfNeeded",)" + std::string(spec), {})));
        must(post("mutatingadmissionpolicybindings", name,
                  R"({"policyName":")" + std::string(name) + "\"" + std::string(binding) + "}"));
    }
    std::string denial(std::string_view name = "x", std::string_view more = {}) {
        const http::response made = make_map(name, more);
        return made.status == 201 ? "" : message(body_of(made));
    }
};

std::string rule_of(std::string_view expression, std::string_view more = {}) {
    return R"("validations":[{"expression":")" + std::string(expression) + "\"" + std::string(more) + "}]";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(policies_test, policies_fixture)

BOOST_AUTO_TEST_CASE(a_failed_validation_denies_the_request) {
    validates("p", rule_of("has(object.data)", R"(,"message":"no data")"));
    const http::response made = make_map("x");
    BOOST_TEST(made.status == 422);
    const bj::object status = body_of(made);
    BOOST_TEST(text_at(status, "reason") == "Invalid");
    BOOST_TEST(
        message(status) ==
        "configmaps \"x\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: "
        "no data");
    BOOST_TEST(json_text::serialize(status.at("details")) ==
               R"({"name":"x","kind":"configmaps","causes":[{"message":"ValidatingAdmissionPolicy 'p' with )"
               R"(binding 'p' denied request: no data"}]})");
    BOOST_TEST(make_map("x", R"(,"data":{"a":"b"})").status == 201);
}

BOOST_AUTO_TEST_CASE(a_policy_without_binding_does_nothing) {
    must(post("validatingadmissionpolicies", "p", spec_of(rule_of("false"), {})));
    BOOST_TEST(denial() == "");
}

BOOST_AUTO_TEST_CASE(deleted_policies_end) {
    validates("p", rule_of("false"));
    BOOST_TEST(denial("a") != "");
    const std::string bindings = std::string(registration) + "validatingadmissionpolicybindings/p";
    BOOST_TEST(ask("DELETE", bindings).status == 200);
    BOOST_TEST(denial("a") == "");
}

BOOST_AUTO_TEST_CASE(reasons_choose_the_code) {
    validates("p", rule_of("false", R"(,"reason":"Forbidden")"));
    BOOST_TEST(make_map("x").status == 403);
    BOOST_TEST(text_at(body_of(make_map("x")), "reason") == "Forbidden");
}

BOOST_AUTO_TEST_CASE(messages_are_computed) {
    validates("p",
              rule_of("false", R"(,"message":"plain","messageExpression":"'not ' + object.metadata.name")"));
    BOOST_TEST(denial().ends_with("denied request: not x"));
}

BOOST_AUTO_TEST_CASE(computed_messages_fall_back_if_they_fail) {
    validates("p", rule_of("false ", R"x(,"messageExpression":"string(object.none)")x"));
    BOOST_TEST(denial().ends_with("denied request: failed expression: false"));
}

BOOST_AUTO_TEST_CASE(actions_warn_instead) {
    validates("p", rule_of("false"), R"(,"validationActions":["Warn","Audit"])");
    const http::response made = make_map("x");
    BOOST_TEST(made.status == 201);
    BOOST_REQUIRE(warnings_of(made).size() == 1U);
    BOOST_TEST(
        warnings_of(made)[0].find("Validation failed for ValidatingAdmissionPolicy 'p' with binding 'p': "
                                  "failed expression: false") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(errors_follow_the_failure_policy) {
    validates("p", R"("failurePolicy":"Ignore",)" + rule_of("object.none == 1"));
    BOOST_TEST(denial("a") == "");
    validates("q", rule_of("object.none == 1"));
    BOOST_TEST(
        denial("b").ends_with("'q' with binding 'q' denied request: expression 'object.none == 1' resulted "
                              "in error: no such key: none"));
}

BOOST_AUTO_TEST_CASE(match_conditions_choose_requests) {
    validates("p",
              R"x("matchConditions":[{"name":"c","expression":"object.metadata.name.startsWith('x')"}],)x" +
                  rule_of("false"));
    BOOST_TEST(denial("y") == "");
    BOOST_TEST(denial("x") != "");
}

BOOST_AUTO_TEST_CASE(rules_choose_and_exclude_requests) {
    validates(
        "p", rule_of("false"), {},
        R"({"resourceRules":[{"apiGroups":["*"],"apiVersions":["*"],"operations":["*"],"resources":["*"]}],)"
        R"("excludeResourceRules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["*"],)"
        R"("resources":["configmaps"],"resourceNames":["free"]}],)"
        R"("objectSelector":{"matchLabels":{"checked":"yes"}}})");
    BOOST_TEST(denial("x") == "");
    BOOST_TEST(denial("free") == "");
    const auto labeled = [&](std::string_view name) {
        return ask("POST", maps,
                   R"({"metadata":{"name":")" + std::string(name) + R"(","labels":{"checked":"yes"}}})")
            .status;
    };
    BOOST_TEST(labeled("y") == 422);
    BOOST_TEST(labeled("free2") == 422);
    BOOST_TEST(ask("DELETE", std::string(maps) + "/free").status == 200);
    BOOST_TEST(labeled("free") == 201);
}

BOOST_AUTO_TEST_CASE(bindings_choose_namespaces) {
    validates(
        "p", rule_of("false"),
        R"(,"matchResources":{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"other"}}})");
    BOOST_TEST(denial() == "");
    ask("POST", "/api/v1/namespaces", R"({"metadata":{"name":"other"}})");
    BOOST_TEST(ask("POST", "/api/v1/namespaces/other/configmaps", R"({"metadata":{"name":"x"}})").status ==
               422);
}

BOOST_AUTO_TEST_CASE(deletes_are_validated) {
    make_map("x");
    validates(
        "p", rule_of("object == null && oldObject.metadata.name != 'x'"), {},
        R"({"resourceRules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["DELETE"],"resources":["configmaps"]}]})");
    BOOST_TEST(ask("DELETE", std::string(maps) + "/x").status == 422);
}

BOOST_AUTO_TEST_CASE(variables_are_used) {
    validates("p", R"("variables":[{"name":"n","expression":"object.metadata.name"},)"
                   R"({"name":"long","expression":"variables.n.size() > 3"}],)" +
                       rule_of("!variables.long"));
    BOOST_TEST(denial("abc") == "");
    BOOST_TEST(denial("abcd").ends_with("failed expression: !variables.long"));
}

BOOST_AUTO_TEST_CASE(parameters_are_read) {
    make_map("limit", R"(,"data":{"most":"3"})");
    validates("p",
              R"("paramKind":{"apiVersion":"v1","kind":"ConfigMap"},)" +
                  rule_of("object.metadata.name.size() <= int(params.data.most)"),
              R"(,"paramRef":{"name":"limit","parameterNotFoundAction":"Deny"})");
    BOOST_TEST(denial("abc") == "");
    BOOST_TEST(denial("abcd") != "");
    BOOST_TEST(ask("DELETE", std::string(maps) + "/limit").status == 200);
    BOOST_TEST(denial("ab").ends_with(
        "denied request: failed to configure binding: no params found for policy binding with `Deny` "
        "parameterNotFoundAction"));
}

BOOST_AUTO_TEST_CASE(missing_parameters_may_allow) {
    validates("p", R"("paramKind":{"apiVersion":"v1","kind":"ConfigMap"},)" + rule_of("false"),
              R"(,"paramRef":{"selector":{"matchLabels":{"a":"b"}},"parameterNotFoundAction":"Allow"})");
    BOOST_TEST(denial("x") == "");
    ask("POST", maps, R"({"metadata":{"name":"param","labels":{"a":"b"}}})");
    BOOST_TEST(denial("y") != "");
}

BOOST_AUTO_TEST_CASE(unknown_parameter_kinds_deny) {
    validates("p", R"("paramKind":{"apiVersion":"example.com/v1","kind":"Limit"},)" + rule_of("true"),
              R"(,"paramRef":{"name":"limit","parameterNotFoundAction":"Allow"})");
    BOOST_TEST(
        denial() ==
        "configmaps \"x\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure "
        "policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Limit'");
}

BOOST_AUTO_TEST_CASE(policies_do_not_validate_policies) {
    validates(
        "p", rule_of("false"), {},
        R"({"resourceRules":[{"apiGroups":["*"],"apiVersions":["*"],"operations":["*"],"resources":["*"]}]})");
    BOOST_TEST(ask("DELETE", std::string(registration) + "validatingadmissionpolicies/p").status == 200);
}

BOOST_AUTO_TEST_CASE(patches_change_what_is_stored) {
    mutates("m", R"("mutations":[{"patchType":"JSONPatch","jsonPatch":{"expression":)"
                 R"("[JSONPatch{op: 'add', path: '/data', value: {'k': 'v'}}]"}}])");
    BOOST_TEST(denial() == "");
    BOOST_TEST(json_text::serialize(object_of(map("x"), "data")) == R"({"k":"v"})");
}

BOOST_AUTO_TEST_CASE(configurations_change_what_is_stored) {
    mutates("m", R"("mutations":[{"patchType":"ApplyConfiguration","applyConfiguration":{"expression":)"
                 R"("Object{data: {'name': object.metadata.name}}"}}])");
    BOOST_TEST(denial("x", R"(,"data":{"own":"1"})") == "");
    BOOST_TEST(json_text::serialize(object_of(map("x"), "data")) == R"({"name":"x","own":"1"})");
}

BOOST_AUTO_TEST_CASE(failed_mutations_deny) {
    mutates("m", R"("mutations":[{"patchType":"JSONPatch","jsonPatch":{"expression":)"
                 R"("[JSONPatch{op: 'remove', path: '/data/none'}]"}}])");
    const http::response made = make_map("x", R"(,"data":{})");
    BOOST_TEST(made.status == 403);
    BOOST_TEST(text_at(body_of(made), "reason") == "Invalid");
    BOOST_TEST(
        message(body_of(made)).starts_with("policy 'm' with binding 'm' denied request: JSON Patch: "));
}

BOOST_AUTO_TEST_CASE(a_failed_test_changes_nothing) {
    mutates(
        "m",
        R"("mutations":[{"patchType":"JSONPatch","jsonPatch":{"expression":)"
        R"("[JSONPatch{op: 'test', path: '/data/k', value: 'w'}, JSONPatch{op: 'remove', path: '/data/k'}]"}}])");
    BOOST_TEST(denial("x", R"(,"data":{"k":"v"})") == "");
    BOOST_TEST(json_text::serialize(object_of(map("x"), "data")) == R"({"k":"v"})");
}

BOOST_AUTO_TEST_CASE(policies_run_again_after_a_later_change) {
    mutates("a", R"("mutations":[{"patchType":"ApplyConfiguration","applyConfiguration":{"expression":)"
                 R"("Object{data: {'seen': has(object.data) && has(object.data.later) ? 'yes' : 'no'}}"}}])");
    mutates("b", R"("mutations":[{"patchType":"ApplyConfiguration","applyConfiguration":{"expression":)"
                 R"("Object{data: {'later': '1'}}"}}])");
    BOOST_TEST(denial() == "");
    BOOST_TEST(json_text::serialize(object_of(map("x"), "data")) == R"({"later":"1","seen":"yes"})");
}

BOOST_AUTO_TEST_CASE(webhooks_see_what_policies_changed) {
    mutates("m", R"("mutations":[{"patchType":"ApplyConfiguration","applyConfiguration":{"expression":)"
                 R"("Object{data: {'k': 'v'}}"}}])");
    configure(mutating, "a");
    BOOST_TEST(denial() == "");
    BOOST_TEST(text_at(requests.at(0), {"object", "data", "k"}) == "v");
}

BOOST_AUTO_TEST_CASE(conditions_choose_the_requests_of_webhooks) {
    configure(validating, "a",
              R"("matchConditions":[{"name":"c","expression":"object.metadata.name != 'skip'"}])");
    BOOST_TEST(denial("skip") == "");
    BOOST_TEST(calls.empty());
    BOOST_TEST(denial("x") == "");
    BOOST_TEST(calls == strings{"a"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(failed_conditions_of_webhooks_reject) {
    configure(mutating, "a", R"("matchConditions":[{"name":"c","expression":"object.none == 1"}])");
    const http::response made = make_map("x");
    BOOST_TEST(made.status == 403);
    BOOST_TEST(message(body_of(made)) ==
               "configmaps \"x\" is forbidden: expression 'object.none == 1' resulted in "
               "error: no such key: none");
    BOOST_TEST(calls.empty());
}

BOOST_AUTO_TEST_CASE(invalid_expressions_are_not_stored) {
    const http::response made = post("validatingadmissionpolicies", "p", spec_of(rule_of("object.x +"), {}));
    BOOST_TEST(made.status == 422);
    const bj::object status = body_of(made);
    const bj::object& cause = status.at("details").at("causes").at(0).as_object();
    BOOST_TEST(text_at(cause, "field") == "spec.validations[0].expression");
    BOOST_TEST(
        text_at(cause, "message")
            .starts_with(
                "Invalid value: \"object.x +\": compilation failed: ERROR: <input>:1:11: Syntax error: "));
}

BOOST_AUTO_TEST_CASE(policies_see_the_authorizer) {
    validates(
        "p",
        rule_of("authorizer.requestResource.check('delete').allowed() && request.userInfo.username != ''"));
    BOOST_TEST(denial() == "");
}

BOOST_AUTO_TEST_SUITE_END()
