// Authorizers by a file or by flags (apiserver, pkg/apis/apiserver: load_test.go, validation_test.go).

#include "apiserver/authorization/authorization_config.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(authorization_configs)

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;

const std::string head = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n";
const std::string webhook_fields =
    "  webhook:\n"
    "    timeout: 3s\n"
    "    subjectAccessReviewVersion: v1\n"
    "    matchConditionSubjectAccessReviewVersion: v1\n"
    "    failurePolicy: Deny\n"
    "    connectionInfo:\n"
    "      type: KubeConfigFile\n"
    "      kubeConfigFile: /hook.yaml\n";
const std::string hook = "- type: Webhook\n  name: hook\n" + webhook_fields;

result<std::string> read_file(const std::string& path) {
    if (path == "/hook.yaml") return std::string("kubeconfig");
    return error(errc::not_found, "stat " + path + ": no such file or directory");
}

result<std::vector<configured_authorizer>> read(const std::string& authorizers) {
    return read_authorization_config(head + "authorizers:\n" + authorizers, "f", read_file);
}
std::string refusal_of_text(const std::string& text) {
    const auto made = read_authorization_config(text, "f", read_file);
    return made ? "read" : made.error().message;
}
std::string refusal_of(const std::string& authorizers) {
    return refusal_of_text(head + "authorizers:\n" + authorizers);
}
// The valid webhook with one text replaced.
std::string refusal_with(const std::string& from, const std::string& to) {
    std::string changed = hook;
    const std::size_t at = changed.find(from);
    BOOST_TEST_REQUIRE(at != std::string::npos);
    return refusal_of(changed.replace(at, from.size(), to));
}

BOOST_AUTO_TEST_CASE(authorizers_are_read_in_order) {
    const auto made = read(hook + "- type: Node\n  name: node\n- {type: RBAC, name: rbac}\n");
    BOOST_TEST_REQUIRE(made.has_value());
    BOOST_TEST_REQUIRE(made->size() == 3u);
    BOOST_TEST((*made)[1].type == "Node");
    BOOST_TEST((*made)[2].type == "RBAC");
    const webhook_source& w = (*made)[0].webhook.value();
    BOOST_TEST(w.settings.name == "hook");
    BOOST_TEST(w.settings.denies_on_error);
    BOOST_TEST((w.settings.timeout == std::chrono::seconds(3)));
    BOOST_TEST((w.settings.authorized_ttl == std::chrono::minutes(5)));
    BOOST_TEST((w.settings.unauthorized_ttl == std::chrono::seconds(30)));
    BOOST_TEST(w.kubeconfig.reveal() == "kubeconfig");
    BOOST_TEST(w.kubeconfig_name == "/hook.yaml");
}

BOOST_AUTO_TEST_CASE(caches_can_be_switched_off) {
    const auto made = read(hook + "    cacheAuthorizedRequests: false\n    unauthorizedTTL: 7s\n");
    BOOST_TEST_REQUIRE(made.has_value());
    const review_webhook& w = (*made)[0].webhook->settings;
    BOOST_TEST((w.authorized_ttl == duration::zero()));
    BOOST_TEST((w.unauthorized_ttl == std::chrono::seconds(7)));
}

BOOST_AUTO_TEST_CASE(other_texts_are_refused) {
    const std::string begin = "f: failed to load AuthorizationConfiguration from file: ";
    BOOST_TEST(refusal_of_text("") == begin + "expected an object");
    BOOST_TEST(refusal_of_text("{}") == begin + "Object 'Kind' is missing");
    BOOST_TEST(refusal_of_text("kind: AuthorizationConfiguration") ==
               begin + "Object 'apiVersion' is missing");
    BOOST_TEST(refusal_of_text("apiVersion: apiserver.config.k8s.io/v2\nkind: AuthorizationConfiguration") ==
               begin + R"(no kind "AuthorizationConfiguration" is registered for version )"
                       R"("apiserver.config.k8s.io/v2")");
    BOOST_TEST(refusal_of_text("apiVersion: v1\nkind: Pod") ==
               begin + R"(no kind "Pod" is registered for version "v1")");
    BOOST_TEST(refusal_of_text(head + "more: 1\nauthorizers: [{type: RBAC, name: rbac, colour: red}]") ==
               begin +
                   R"(strict decoding error: unknown field "more", unknown field "authorizers[0].colour")");
    BOOST_TEST(refusal_of_text(head + "authorizers: {}") == begin + "authorizers: expected a list");
    BOOST_TEST(refusal_of_text(head + "authorizers: [1]") == begin + "authorizers[0]: expected an object");
    BOOST_TEST(refusal_of_text(head + "authorizers: [{type: 1}]") ==
               begin + "authorizers[0].type: expected a string");
    BOOST_TEST(refusal_of_text(head + head).find("key \"kind\" already set in map") != std::string::npos);
    BOOST_TEST(refusal_of_text("a: [").starts_with(begin));
    BOOST_TEST(refusal_with("timeout: 3s", "timeout: soon") ==
               begin + R"(authorizers[0].webhook.timeout: time: invalid duration "soon")");
}

BOOST_AUTO_TEST_CASE(lists_are_validated) {
    BOOST_TEST(refusal_of_text(head) ==
               "f: authorizers: Required value: at least one authorization mode must be defined");
    BOOST_TEST(refusal_of("- name: a\n") == "f: authorizers[0].type: Required value");
    BOOST_TEST(refusal_of("- {type: Guess, name: a}\n") ==
               R"(f: authorizers[0].type: Unsupported value: "Guess": supported values: "ABAC", )"
               R"("AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook")");
    BOOST_TEST(refusal_of("- {type: RBAC, name: rbac}\n- {type: RBAC, name: b}\n") ==
               R"(f: authorizers[1].type: Duplicate value: "RBAC")");
    BOOST_TEST(refusal_of("- type: RBAC\n") == "f: authorizers[0].name: Required value");
    BOOST_TEST(refusal_of("- {type: RBAC, name: mine}\n") ==
               "f: expected name rbac for authorizer RBAC instead of mine");
    BOOST_TEST(refusal_of(hook + hook) == R"(f: authorizers[1].name: Duplicate value: "hook")");
    BOOST_TEST(
        refusal_with("name: hook", "name: Hook")
            .starts_with("f: authorizers[0].name: Invalid value: \"Hook\": authorizer name is invalid: a "
                         "lowercase RFC 1123 subdomain must consist of"));
    BOOST_TEST(refusal_of("- {type: Webhook, name: hook}\n") ==
               "f: authorizers[0].webhook: Required value: required when type=Webhook");
    BOOST_TEST(
        refusal_of("- type: RBAC\n  name: rbac\n" + webhook_fields) ==
        "f: authorizers[0].webhook: Invalid value: \"non-null\": may only be specified when type=Webhook");
}

BOOST_AUTO_TEST_CASE(webhooks_are_validated) {
    BOOST_TEST(refusal_of(hook) == "read");
    BOOST_TEST(refusal_with("timeout: 3s", "authorizedTTL: 0s") ==
               "f: authorizers[0].timeout: Required value");
    BOOST_TEST(refusal_with("timeout: 3s", "timeout: 31s") ==
               "f: authorizers[0].timeout: Invalid value: \"31s\": must be > 0s and <= 30s");
    BOOST_TEST(refusal_with("timeout: 3s", "timeout: 3s\n    authorizedTTL: -1s\n    unauthorizedTTL: -2s") ==
               "f: [authorizers[0].authorizedTTL: Invalid value: \"-1s\": must be > 0s, "
               "authorizers[0].unauthorizedTTL: Invalid value: \"-2s\": must be > 0s]");
    BOOST_TEST(
        refusal_with("subjectAccessReviewVersion: v1\n", "subjectAccessReviewVersion: v2\n") ==
        R"(f: authorizers[0].subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", )"
        R"("v1beta1")");
    BOOST_TEST(refusal_with("matchConditionSubjectAccessReviewVersion: v1",
                            "matchConditionSubjectAccessReviewVersion: v1beta1") ==
               R"(f: authorizers[0].matchConditionSubjectAccessReviewVersion: Unsupported value: "v1beta1": )"
               R"(supported values: "v1")");
    BOOST_TEST(
        refusal_with("failurePolicy: Deny", "failurePolicy: Allow") ==
        R"(f: authorizers[0].failurePolicy: Unsupported value: "Allow": supported values: "NoOpinion", "Deny")");
    BOOST_TEST(refusal_with("    failurePolicy: Deny\n", "") ==
               "f: authorizers[0].failurePolicy: Required value");
    BOOST_TEST(refusal_with("/hook.yaml", "hook.yaml") ==
               "f: authorizers[0].connectionInfo.kubeConfigFile: Invalid value: \"hook.yaml\": must be an "
               "absolute path");
    BOOST_TEST(
        refusal_with("/hook.yaml", "/none") ==
        "f: authorizers[0].connectionInfo.kubeConfigFile: Invalid value: \"/none\": error loading file: "
        "stat /none: no such file or directory");
    BOOST_TEST(
        refusal_with("KubeConfigFile\n", "InClusterConfig\n") ==
        "f: authorizers[0].connectionInfo.kubeConfigFile: Invalid value: \"/hook.yaml\": can only be set "
        "when type=KubeConfigFile");
}

BOOST_AUTO_TEST_CASE(conditions_are_compiled) {
    const auto with = [](const std::string& list) { return hook + "    matchConditions:\n" + list; };
    BOOST_TEST(refusal_of(with("    - expression: request.user == 'a'\n")) == "read");
    BOOST_TEST(refusal_of(with("    - expression: '  '\n")) ==
               "f: authorizers[0].matchConditions[0].expression: Required value");
    BOOST_TEST(refusal_of(with("    - expression: 'true'\n    - expression: 'true'\n")) ==
               R"(f: authorizers[0].matchConditions[1].expression: Duplicate value: "true")");
    BOOST_TEST(
        refusal_of(with("    - expression: request.user\n")) ==
        R"(f: authorizers[0].matchConditions[0].expression: Invalid value: "request.user": must evaluate )"
        R"(to bool but got string)");
    BOOST_TEST(refusal_of(with("    - expression: request.age > 3\n"))
                   .find("compilation failed: ERROR: <input>:1:8: undefined field 'age'") !=
               std::string::npos);
    std::string many;
    for (int i = 0; i < 65; ++i) many += "    - expression: request.user != '" + std::to_string(i) + "'\n";
    BOOST_TEST(refusal_of(with(many)) ==
               "f: authorizers[0].matchConditions: Too many: 65: must have at most 64 items");
    std::string unversioned = with("    - expression: 'true'\n");
    const std::string version = "    matchConditionSubjectAccessReviewVersion: v1\n";
    unversioned.erase(unversioned.find(version), version.size());
    BOOST_TEST(
        refusal_of(unversioned) ==
        "f: authorizers[0].matchConditionSubjectAccessReviewVersion: Required value: required if match "
        "conditions are specified");
}

BOOST_AUTO_TEST_CASE(flags_name_modes_and_webhook) {
    access_options o;
    o.authorizers = {"Node", "Webhook"};
    o.authorization_webhook.kubeconfig = secret("kubeconfig");
    const auto made = configured_authorizers(o, read_file);
    BOOST_TEST_REQUIRE(made.has_value());
    BOOST_TEST((*made)[1].webhook->settings.version == "v1beta1");
    BOOST_TEST(!(*made)[1].webhook->settings.denies_on_error);
    const auto refused = [&](const access_options& with) {
        const auto read = configured_authorizers(with, read_file);
        return read ? std::string("read") : read.error().message;
    };
    o.authorization_webhook.version = "v2";
    BOOST_TEST(refused(o) == R"(unsupported webhook authorizer version "v2", supported versions are "v1", )"
                             R"("v1beta1")");
    o.authorization_webhook = {};
    BOOST_TEST(refused(o) == "authorization-mode Webhook's authorization config file not passed");
    o.authorizers = {"RBAC", "RBAC"};
    BOOST_TEST(refused(o) == R"(authorization-mode ["RBAC" "RBAC"] has mode specified more than once)");
    o.authorizers = {"Guess"};
    BOOST_TEST(refused(o) == R"(authorization-mode "Guess" is not a valid mode)");
    o.authorizers = {"RBAC"};
    o.authorization_webhook.kubeconfig = secret("kubeconfig");
    BOOST_TEST(refused(o) == "cannot specify --authorization-webhook-config-file without mode Webhook");
    o.authorization_config = head;
    BOOST_TEST(refused(o) ==
               "--authorization-config can not be specified when --authorization-mode or "
               "--authorization-webhook-* flags are defined");
}

BOOST_AUTO_TEST_CASE(abac_needs_its_policy) {
    access_options o;
    const auto refused = [&] {
        const auto read = configured_authorizers(o, read_file);
        return read ? std::string("read") : read.error().message;
    };
    o.authorizers = {"ABAC"};
    BOOST_TEST(refused() == "authorization-mode ABAC's authorization policy file not passed");
    o.abac_policy = "";
    BOOST_TEST(refused() == "read");
    o.abac_policy = "{\"user\":\"jane\"}\n{\"user\":1}\n";
    o.abac_policy_name = "/policy";
    BOOST_TEST(
        refused() ==
        "error reading policy file /policy, line 2: {\"user\":1}: json: cannot unmarshal number into Go "
        "struct field Policy.user of type string");
    o.authorizers = {"RBAC"};
    BOOST_TEST(refused() == "cannot specify --authorization-policy-file without mode ABAC");
    o.authorizers.clear();
    o.authorization_config = head + "authorizers: [{type: ABAC, name: abac}]";
    BOOST_TEST(refused().starts_with("error reading policy file /policy, line 2"));
    o.abac_policy = "{\"user\":\"jane\"}\n";
    const auto made = configured_authorizers(o, read_file);
    BOOST_TEST_REQUIRE(made.has_value());
    BOOST_TEST((*made)[0].policy->rules.at(0).user == "jane");
    o.abac_policy.reset();
    BOOST_TEST(refused() == "authorization-mode ABAC's authorization policy file not passed");
}

BOOST_AUTO_TEST_SUITE_END()
