// What `setpoint explore init` finds out from schemas, templates and manifests.
#include "cli/explore_init/chart_template.hpp"
#include "cli/explore_init/operator_source.hpp"
#include "cli/explore_init/schema_hints.hpp"
#include "cli/explore_init/story_draft.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
namespace draft = cli::draft;
namespace bj = boost::json;

BOOST_AUTO_TEST_SUITE(explore_init_test)

namespace {

bj::object object(std::string_view text) {
    return bj::parse(text).as_object();
}

// Of a kind Gadget of example.com/v1 with these properties of its spec and its status.
bj::object definition(std::string_view spec, std::string_view status = "{}", std::string_view more = "") {
    return object(std::string(R"({"kind": "CustomResourceDefinition", "spec": {"group": "example.com",
        "names": {"kind": "Gadget", "plural": "gadgets"}, "versions": [{"name": "v1", "storage": true, )") +
                  std::string(more) + R"("schema": {"openAPIV3Schema": {"properties": {"spec": )" +
                  std::string(spec) + R"(, "status": {"properties": )" + std::string(status) + "}}}}}]}}");
}

bj::object gadget(std::string_view spec) {
    return object(
        std::string(
            R"({"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"name": "g"}, "spec": )") +
        std::string(spec) + "}");
}

std::string changed(std::string_view object_spec, std::string_view schema) {
    const auto change = draft::change_of(gadget(object_spec), definition(schema));
    return change ? bj::serialize(change->merge) : "";
}

std::string hint(std::string_view status, std::string_view more = "") {
    return draft::status_hint_of(gadget("{}"), definition("{}", status, more)).condition;
}

std::string hint_at_end(std::string_view status) {
    return draft::status_hint_of(object(std::string(R"({"status": )") + std::string(status) + "}")).condition;
}

std::vector<std::string> command_of(std::string_view container) {
    draft::operator_source s;
    draft::note_container(s, object(std::string(R"({"spec": {"template": {"spec": {"containers": [)") +
                                    std::string(container) + "]}}}}"));
    std::vector<std::string> all = s.environment;
    all.insert(all.end(), s.command.begin(), s.command.end());
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_of_replicas_are_changed_first) {
    constexpr auto schema = R"({"properties": {"port": {"type": "integer"}, "tls": {"type": "boolean"},
        "replicas": {"type": "integer", "maximum": 5}, "mode": {"type": "string", "enum": ["a", "b"]}}})";
    BOOST_TEST(changed(R"({"port": 1, "replicas": 2, "tls": true})", schema) == R"({"spec":{"replicas":3}})");
    BOOST_TEST(changed(R"({"port": 1, "tls": true})", schema) == R"({"spec":{"port":2}})");
    BOOST_TEST(changed(R"({"mode": "a", "tls": true})", schema) == R"({"spec":{"mode":"b"}})");
    BOOST_TEST(changed(R"({"tls": true})", schema) == R"({"spec":{"tls":false}})");
    BOOST_TEST(changed("{}", schema).empty());
}

BOOST_AUTO_TEST_CASE(changes_stay_within_the_schema) {
    BOOST_TEST(changed(R"({"size": 5})",
                       R"({"properties": {"size": {"type": "integer", "minimum": 1, "maximum": 5}}})") ==
               R"({"spec":{"size":4}})");
    BOOST_TEST(changed(R"({"size": 1})",
                       R"({"properties": {"size": {"type": "integer", "minimum": 1, "maximum": 1}}})")
                   .empty());
    BOOST_TEST(changed(R"({"size": 1})", R"({"properties": {"size": {"type": "integer",
        "x-kubernetes-validations": [{"rule": "self == oldSelf"}]}}})")
                   .empty());
    BOOST_TEST(changed(R"({"size": 1})", R"({"x-kubernetes-validations": [{"rule": "self == oldSelf"}],
        "properties": {"size": {"type": "integer"}}})")
                   .empty());
    BOOST_TEST(changed(R"({"name": "x"})", R"({"properties": {"name": {"type": "string"}}})").empty());
    BOOST_TEST(
        changed(
            "{}",
            R"({"properties": {"a": {"properties": {"b": {"type": "integer"}}, "default": {"b": 3}}}})") ==
        R"({"spec":{"a":{"b":4}}})");
}

BOOST_AUTO_TEST_CASE(printed_conditions_are_waited_for) {
    constexpr auto columns =
        R"("additionalPrinterColumns": [{"jsonPath": ".status.conditions[?(@.type==\"Synced\")].status"},
            {"jsonPath": ".status.conditions[?(@.type=='Ready')].status"}, {"jsonPath": ".spec.size"}], )";
    BOOST_TEST(hint("{}", columns) == "condition: Ready");
    BOOST_TEST(hint(R"({"conditions": {"type": "array"}, "phase": {}})") == "path: .status.conditions");
    BOOST_TEST(hint(R"({"x": {}, "readyReplicas": {}, "phase": {}})") == "path: .status.readyReplicas");
    BOOST_TEST(hint(R"({"x": {}, "phase": {}})") == "path: .status.phase");
    BOOST_TEST(hint(R"({"x": {}})") == "path: .status.x");
    BOOST_TEST(hint("{}").empty());
    BOOST_TEST(draft::status_hint_of(gadget("{}"), definition("{}", R"({"x": {}})")).is_guess);
}

BOOST_AUTO_TEST_CASE(a_status_that_was_seen_is_waited_for) {
    BOOST_TEST(
        hint_at_end(
            R"({"conditions": [{"type": "Big", "status": "True"}, {"type": "Available", "status": "True"},
        {"type": "Ready", "status": "False"}]})") == "condition: Available");
    BOOST_TEST(hint_at_end(R"({"phase": "Running: ok", "n": 3})") ==
               "path: .status.phase, value: \"Running: ok\"");
    BOOST_TEST(hint_at_end(R"({"observedGeneration": 2, "parts": 1})") == "path: .status.parts, value: 1");
    BOOST_TEST(hint_at_end(R"({"conditions": [{"type": "Ready", "status": "False"}]})") ==
               "path: .status.conditions");
    BOOST_TEST(hint_at_end("{}").empty());
}

BOOST_AUTO_TEST_CASE(the_smallest_object_has_what_is_required) {
    const bj::object o =
        draft::smallest_object(definition(R"({"required": ["a", "b", "c", "d", "e"], "properties": {
        "a": {"type": "string"}, "b": {"type": "integer", "minimum": 3}, "c": {"enum": ["x"]},
        "d": {"type": "object", "required": ["f"], "properties": {"f": {"type": "boolean"}}},
        "e": {"type": "array", "minItems": 1, "items": {"type": "string", "default": "i"}}, "more": {}}})"));
    BOOST_TEST(
        bj::serialize(o) ==
        R"({"apiVersion":"example.com/v1","kind":"Gadget","metadata":{"name":"example"},"spec":{"a":"example","b":3,"c":"x","d":{"f":true},"e":["i"]}})");
}

BOOST_AUTO_TEST_CASE(arguments_fit_a_machine_with_many_operators) {
    const std::vector<std::string> wanted{"NS=default",
                                          "POD=operator-{instance}",
                                          "A=b",
                                          "./operator",
                                          "run",
                                          "--leader-elect=false",
                                          "--leader-election-id=x",
                                          "--metrics-bind-address=0",
                                          "--health-probe-bind-address=0",
                                          "--listen=0.0.0.0:{port}",
                                          "--webhook-port={port}",
                                          "--workers=8"};
    BOOST_TEST(
        command_of(
            R"({"name": "kube-rbac-proxy", "args": ["x"]}, {"name": "c", "command": ["/manager", "run"],
        "args": ["--leader-elect", "--leader-election-id=x", "--metrics-bind-address=:8443",
                 "--health-probe-bind-address=:8081", "--listen=0.0.0.0:9000", "--webhook-port=9443", "--workers=8",
                 "--webhook-cert-path=/tmp/certs"],
        "env": [{"name": "NS", "valueFrom": {"fieldRef": {"fieldPath": "metadata.namespace"}}},
                {"name": "POD", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                {"name": "S", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}, {"name": "A", "value": "b"}]})") ==
            wanted,
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(webhooks_of_a_bundle_become_configurations) {
    draft::operator_source s;
    s.definitions.push_back(object(
        R"({"kind": "CustomResourceDefinition", "metadata": {"name": "gadgets.example.com"}, "spec": {}})"));
    s.crds = {"bundle/objects"};
    s.command = {"./operator", "--webhook-port={port}", "--listen=:{port}"};
    draft::note_webhook_definitions(s, bj::parse(R"([
        {"type": "MutatingAdmissionWebhook", "generateName": "m.example.com", "deploymentName": "op.v1",
         "containerPort": 443, "targetPort": 9443, "webhookPath": "/m", "sideEffects": "None",
         "reinvocationPolicy": "IfNeeded", "rules": [{"operations": ["CREATE"]}]},
        {"type": "ConversionWebhook", "generateName": "c.example.com", "deploymentName": "op.v1", "targetPort": 9443,
         "webhookPath": "/convert", "admissionReviewVersions": ["v1"], "conversionCRDs": ["gadgets.example.com"]},
        {"type": "ValidatingAdmissionWebhook"}])")
                                           .as_array());
    BOOST_TEST(s.has_webhooks);
    BOOST_TEST(s.webhook_port == 9443);
    BOOST_REQUIRE(s.hooks.size() == 1u);
    BOOST_TEST(
        bj::serialize(s.hooks[0].at("webhooks")) ==
        R"([{"name":"m.example.com","clientConfig":{"service":{"namespace":"default","name":"op-v1-service","path":"/m"}},"rules":[{"operations":["CREATE"]}],"sideEffects":"None","reinvocationPolicy":"IfNeeded"}])");
    BOOST_TEST(s.hooks[0].at("kind").as_string() == "MutatingWebhookConfiguration");
    BOOST_TEST(s.crds.empty());
    BOOST_REQUIRE(s.rendered.size() == 1u);
    BOOST_TEST(
        bj::serialize(s.rendered[0].at("spec")) ==
        R"({"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"service":{"namespace":"default","name":"op-v1-service","path":"/convert"}},"conversionReviewVersions":["v1"]}}})");
    // The third one has neither a name nor rules.
    BOOST_TEST(s.unknown.size() == 1u);
    const std::vector<std::string> command{"./operator", "--webhook-port={webhook-port}", "--listen=:{port}"};
    BOOST_TEST(s.command == command, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(templates_that_insert_values_are_rendered) {
    const draft::chart_values with{"op", object(R"({"image": {"tag": "1.2", "pull": null}, "n": 3})"),
                                   object(R"({"name": "chart"})")};
    const auto rendered = [&](std::string_view text) {
        return draft::render_simple(text, with).value_or("REFUSED");
    };
    BOOST_TEST(rendered("a: {{ .Release.Name }}-{{.Chart.Name}}\n") == "a: op-chart\n");
    BOOST_TEST(rendered("{{- /* a comment */ -}}\n\nb: {{ .Values.image.tag | quote }} {{ .Values.n }}") ==
               "b: \"1.2\" 3");
    BOOST_TEST(rendered("{{ .Values.image.pull }}{{ .Values.none.at.all }}").empty());
    for (const char* text : {"{{ if .Values.n }}x{{ end }}", "{{ include \"x\" . }}", "{{ .Values.image }}",
                             "{{ .Values.n", "{{ .Values.n | default 3 }}", "{{ index .Values \"n\" }}"})
        BOOST_TEST(rendered(text) == "REFUSED");
}

BOOST_AUTO_TEST_CASE(flow_text_quotes_what_yaml_would_change) {
    BOOST_TEST(draft::flow_text(object(
                   R"({"spec": {"n": 1, "on": "yes", "image": "a/b", "t": "1.0", "l": [true, "x y"]}})")) ==
               R"({spec: {"n": 1, "on": "yes", image: a/b, t: "1.0", l: [true, "x y"]}})");
}

BOOST_AUTO_TEST_CASE(what_roles_create_is_named_without_own_kinds) {
    draft::operator_source s;
    s.definitions.push_back(definition("{}"));
    draft::note_rules(s, object(R"({"rules": [
        {"verbs": ["create", "get"], "resources": ["deployments", "gadgets", "events", "gadgets/status"]},
        {"verbs": ["get"], "resources": ["pods"]}, {"verbs": ["*"], "resources": ["services", "deployments"]}]})"));
    BOOST_TEST(s.creates == (std::vector<std::string>{"deployments", "services"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
