// Texts of audit policies, and the errors of kube-apiserver for them (apiserver, pkg/audit/policy/reader.go
// and pkg/apis/audit/validation).

#include "apiserver/audit/policy.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver::audit;

const std::string head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

policy_text read(const std::string& text) {
    auto out = read_policy(text, "p.yaml");
    BOOST_REQUIRE_MESSAGE(out.has_value(), (out ? "" : out.error().message));
    return std::move(*out);
}

// Without what every message begins and ends with.
std::string refused(const std::string& text) {
    const auto out = read_policy(text, "p.yaml");
    BOOST_REQUIRE(!out);
    BOOST_TEST((out.error().code == errc::bad_config));
    const std::string begin = "loading audit policy file: ", end = ": from file p.yaml";
    const std::string& m = out.error().message;
    BOOST_REQUIRE(m.starts_with(begin) && m.ends_with(end));
    return m.substr(begin.size(), m.size() - begin.size() - end.size());
}

std::string rule(const std::string& fields) {
    return head + "rules:\n- {" + fields + "}\n";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(audit_policy_reader)

BOOST_AUTO_TEST_CASE(reads_every_field) {
    const policy p = read(head + R"(
metadata: {name: default}
omitStages: [RequestReceived]
omitManagedFields: true
rules:
- level: RequestResponse
  users: [jane]
  userGroups: [dev]
  verbs: [create, update]
  namespaces: [web]
  resources:
  - group: apps
    resources: [deployments, deployments/scale]
    resourceNames: [front]
  omitStages: [ResponseStarted]
  omitManagedFields: false
- level: None
  nonResourceURLs: ["/healthz*", "*"]
)")
                         .content;
    BOOST_REQUIRE_EQUAL(p.rules.size(), 2U);
    const policy_rule& r = p.rules[0];
    BOOST_TEST((r.at == level::request_response));
    BOOST_TEST(r.users == std::vector<std::string>{"jane"});
    BOOST_TEST(r.groups == std::vector<std::string>{"dev"});
    BOOST_TEST((r.verbs == std::vector<std::string>{"create", "update"}));
    BOOST_TEST(r.namespaces == std::vector<std::string>{"web"});
    BOOST_REQUIRE_EQUAL(r.resources.size(), 1U);
    BOOST_TEST(r.resources[0].group == "apps");
    BOOST_TEST((r.resources[0].resources == std::vector<std::string>{"deployments", "deployments/scale"}));
    BOOST_TEST(r.resources[0].names == std::vector<std::string>{"front"});
    BOOST_TEST(r.omitted.contains(stage::response_started));
    BOOST_TEST((r.omits_managed_fields == false));
    BOOST_TEST(p.omitted.contains(stage::request_received));
    BOOST_TEST(p.omits_managed_fields);
    BOOST_TEST((p.rules[1].urls == std::vector<std::string>{"/healthz*", "*"}));
}

BOOST_AUTO_TEST_CASE(unknown_fields_are_a_warning) {
    const policy_text p = read(head + "rules:\n- level: None\n  user: [jane]\nrule: []\n");
    BOOST_TEST(p.warning ==
               "Audit policy contains errors, falling back to lenient decoding: strict decoding error: "
               "unknown field \"rule\", unknown field \"rules[0].user\"");
    BOOST_TEST(read(rule("level: None")).warning.empty());
}

BOOST_AUTO_TEST_CASE(level_is_required_and_known) {
    BOOST_TEST(refused(rule("users: [jane]")) == "rules[0].level: Required value");
    BOOST_TEST(refused(rule("level: All")) ==
               "rules[0].level: Unsupported value: \"All\": supported values: \"None\", \"Metadata\", "
               "\"Request\", \"RequestResponse\"");
}

BOOST_AUTO_TEST_CASE(stages_are_known) {
    BOOST_TEST(refused(head + "omitStages: [Begin]\nrules: [{level: None}]") ==
               "omitStages[0]: Invalid value: \"Begin\": allowed stages are "
               "RequestReceived,ResponseStarted,ResponseComplete,Panic");
    BOOST_TEST(refused(rule("level: None, omitStages: [Panic, '']")) ==
               "rules[0].omitStages[1]: Invalid value: \"\": allowed stages are "
               "RequestReceived,ResponseStarted,ResponseComplete,Panic");
}

BOOST_AUTO_TEST_CASE(paths_begin_with_a_slash) {
    BOOST_TEST(refused(rule("level: None, nonResourceURLs: [healthz]")) ==
               "rules[0].nonResourceURLs[0]: Invalid value: \"healthz\": non-resource URL rules must begin "
               "with a '/' character");
    BOOST_TEST(refused(rule("level: None, nonResourceURLs: ['/a/*/b']")) ==
               "rules[0].nonResourceURLs[0]: Invalid value: \"/a/*/b\": non-resource URL wildcards '*' must "
               "be the final character of the rule");
}

BOOST_AUTO_TEST_CASE(rule_is_about_resources_or_paths) {
    BOOST_TEST(refused(rule("level: None, nonResourceURLs: [/a], namespaces: [web]")) ==
               "rules[0].nonResourceURLs: Invalid value: [\"/a\"]: rules cannot apply to both regular "
               "resources and non-resource URLs");
}

BOOST_AUTO_TEST_CASE(resource_names_need_resources) {
    BOOST_TEST(refused(rule("level: None, resources: [{resourceNames: [a]}]")) ==
               "rules[0].resources.resourceNames: Invalid value: [\"a\"]: using resourceNames requires at "
               "least one resource");
}

BOOST_AUTO_TEST_CASE(group_is_a_domain) {
    const std::string why = refused(rule("level: None, resources: [{group: apps/v1}]"));
    BOOST_TEST(why.starts_with("rules[0].resources.group: Invalid value: \"apps/v1\": a lowercase RFC 1123"));
    BOOST_TEST((read(rule("level: None, resources: [{group: '*'}]")).content.rules.size() == 1));
}

BOOST_AUTO_TEST_CASE(several_errors_are_a_list) {
    BOOST_TEST(refused(head + "rules: [{}, {}]") ==
               "[rules[0].level: Required value, rules[1].level: Required value]");
}

BOOST_AUTO_TEST_CASE(a_policy_has_rules) {
    BOOST_TEST(refused(head) == "loaded illegal policy with 0 rules");
}

BOOST_AUTO_TEST_CASE(other_types_are_refused) {
    BOOST_TEST(refused("rules: [{level: None}]") ==
               "unknown group version field audit.k8s.io/__internal, Kind=Policy in policy");
    BOOST_TEST(refused("apiVersion: audit.k8s.io/v1beta1\nkind: Policy\nrules: [{level: None}]")
                   .starts_with("failed decoding: no kind \"Policy\" is registered for version "
                                "\"audit.k8s.io/v1beta1\" in scheme"));
    BOOST_TEST(refused("apiVersion: audit.k8s.io/v1\nkind: Rules\n")
                   .starts_with("failed decoding: no kind \"Rules\" is registered"));
    BOOST_TEST(refused("- a").starts_with("failed decoding: couldn't get version/kind; json parse error: "));
}

BOOST_AUTO_TEST_CASE(values_of_wrong_types_name_the_field) {
    BOOST_TEST(refused(rule("level: None, users: jane")) ==
               "failed decoding: json: cannot unmarshal string into Go struct field PolicyRule.rules.users "
               "of type []string");
    BOOST_TEST(refused(rule("level: 3")) ==
               "failed decoding: json: cannot unmarshal number into Go struct field PolicyRule.rules.level "
               "of type v1.Level");
    BOOST_TEST(refused(head + "rules: [a]") ==
               "failed decoding: json: cannot unmarshal string into Go struct field Policy.rules of type "
               "v1.PolicyRule");
    BOOST_TEST(refused(rule("level: None, omitManagedFields: often")) ==
               "failed decoding: json: cannot unmarshal string into Go struct field "
               "PolicyRule.rules.omitManagedFields of type bool");
}

BOOST_AUTO_TEST_CASE(broken_yaml_is_refused) {
    BOOST_TEST(refused("a: b: c").starts_with("failed decoding: "));
}

BOOST_AUTO_TEST_SUITE_END()
