#include "apiserver/kinds/shared/warnings.hpp"

#include "apiserver/kinds/apiextensions/custom_resource.hpp"
#include "framework/core/base64.hpp"
#include "unit/apiserver/write/observed.hpp"

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

namespace {

using warning_texts = std::vector<std::string>;

warning_texts of(const char* storage, const char* object, const char* old = nullptr) {
    warning_texts out;
    const bj::object now = parse(object), before = parse(old ? old : "{}");
    const std::string_view name = storage, plural = name.substr(0, name.find('.'));
    const std::string_view group = plural == name ? "" : name.substr(plural.size() + 1);
    const resource_ptr r = builtin().find(group, "v1", plural);
    BOOST_REQUIRE_MESSAGE(r != nullptr && r->code->warn != nullptr, storage);
    r->code->warn(now, old ? &before : nullptr, "", out);
    return out;
}

warning_texts of_spec(const std::string& spec) {
    return of("pods", (R"({"metadata":{"name":"p"},"spec":)" + spec + "}").c_str());
}

std::string container(const std::string& more) {
    return R"({"containers":[{"name":"a",)" + more + "}]}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(warnings)

BOOST_AUTO_TEST_CASE(conflicting_ports_cause_a_warning) {
    struct row {
        const char *ports, *said;
    };
    const row rows[] = {
        {R"([{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"UDP"}])", nullptr},
        {R"([{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"TCP"}])",
         "spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]"},
        {R"([{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"TCP","hostPort":8}])",
         "spec.containers[0].ports[1]: overlapping port definition with spec.containers[0].ports[0]"},
        {R"([{"containerPort":80,"protocol":"TCP","hostPort":8},{"containerPort":80,"protocol":"TCP","hostPort":9}])",
         nullptr},
        {R"([{"containerPort":80,"protocol":"TCP","hostPort":8},
             {"containerPort":80,"protocol":"TCP","hostPort":8,"hostIP":"1.2.3.4"}])",
         "spec.containers[0].ports[1]: dangerously ambiguous port definition with "
         "spec.containers[0].ports[0]"},
        {R"([{"containerPort":80,"protocol":"TCP","hostIP":"1.2.3.4"}])",
         "spec.containers[0].ports[0]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:80 "
         "Protocol:TCP HostIP:1.2.3.4}"},
    };
    for (const row& r : rows) {
        const warning_texts got = of_spec(container(std::string(R"("ports":)") + r.ports));
        BOOST_TEST(got.size() == (r.said ? 1U : 0U), r.ports);
        if (r.said && !got.empty()) BOOST_TEST(got[0] == r.said);
    }
}

BOOST_AUTO_TEST_CASE(a_variable_that_hides_another_causes_a_warning) {
    const auto with = [](const char* second) {
        return of_spec(
            container(std::string(R"("env":[{"name":"A","value":"1"},{"name":"A",)") + second + "}]"));
    };
    const warning_texts hidden{
        "spec.containers[0].env[1]: hides previous definition of \"A\", which may be dropped "
        "when using apply"};
    BOOST_CHECK(with(R"("value":"2")") == hidden);
    BOOST_CHECK(with(R"x("value":"$(A)")x") == hidden);
    BOOST_CHECK(with(R"("valueFrom":{"fieldRef":{"fieldPath":"metadata.name"}})") == hidden);
    BOOST_CHECK(with(R"x("value":"$(A)2")x").empty());
}

BOOST_AUTO_TEST_CASE(nested_volume_paths_cause_a_warning) {
    const warning_texts got = of_spec(R"({"volumes":[{"name":"v","configMap":{"name":"m","items":[
        {"key":"a","path":"x"},{"key":"b","path":"x/y"},{"key":"c","path":"xy"}]}}]})");
    BOOST_CHECK(got ==
                warning_texts{"volume \"v\" (ConfigMap \"m\"): overlapping paths: \"x/y\" with \"x\""});
}

BOOST_AUTO_TEST_CASE(templates_are_checked_again_only_for_a_new_generation) {
    const char* const one = R"({"metadata":{"name":"d","generation":1},"spec":{"template":{"spec":
        {"nodeSelector":{"beta.kubernetes.io/os":"linux"}}}}})";
    const char* const two = R"({"metadata":{"name":"d","generation":2},"spec":{"template":{"spec":
        {"nodeSelector":{"beta.kubernetes.io/os":"linux"}}}}})";
    const warning_texts said{
        "spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "
        "\"kubernetes.io/os\" instead"};
    BOOST_CHECK(of("deployments.apps", one) == said);
    BOOST_CHECK(of("deployments.apps", two, one) == said);
    BOOST_CHECK(of("deployments.apps", one, one).empty());
}

BOOST_AUTO_TEST_CASE(a_key_of_another_certificate_causes_a_warning) {
    const auto secret = [](const std::string& certificate, const std::string& key) {
        const warning_texts got =
            of("secrets", (R"({"type":"kubernetes.io/tls","data":{"tls.crt":")" + base64_encode(certificate) +
                           R"(","tls.key":")" + base64_encode(key) + "\"}}")
                              .c_str());
        return got.empty() ? std::string() : got[0];
    };
    const std::string key_block = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
    const std::string certificate_block = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    const std::string other_block = "-----BEGIN OTHER-----\nAAAA\n-----END OTHER-----\n";
    BOOST_TEST(secret("x", "y") == "tls: failed to find any PEM data in certificate input");
    BOOST_TEST(secret(key_block, "y") ==
               "tls: failed to find certificate PEM data in certificate input, but did find a private key; "
               "PEM inputs may have been switched");
    BOOST_TEST(
        secret(other_block, "y") ==
        "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM blocks of "
        "the following types: [OTHER]");
    BOOST_TEST(secret(certificate_block, "y") == "tls: failed to find any PEM data in key input");
    BOOST_TEST(secret(certificate_block, certificate_block) ==
               "tls: found a certificate rather than a key in the PEM for the private key");
    BOOST_TEST(secret(certificate_block, key_block) == "x509: malformed certificate");
}

BOOST_AUTO_TEST_CASE(new_unqualified_finalizers_cause_a_warning) {
    warning_texts out;
    const bj::object now = parse(R"({"metadata":{"finalizers":["x","a.b","a.b/c","orphan","old"]}})"),
                     old = parse(R"({"metadata":{"finalizers":["old"]}})");
    custom_kinds[1][1].warn(now, &old, "", out);
    BOOST_CHECK(
        out == (warning_texts{
                   "metadata.finalizers: \"a.b\": prefer a domain-qualified finalizer name including a path "
                   "(/) to avoid accidental conflicts with other finalizer writers",
                   "metadata.finalizers: \"x\": prefer a domain-qualified finalizer name to avoid accidental "
                   "conflicts with other finalizer writers"}));
    out.clear();
    custom_kinds[1][1].warn(now, &old, "status", out);
    BOOST_TEST(out.empty());
}

BOOST_AUTO_TEST_CASE(addresses_in_noncanonical_form_cause_a_warning) {
    const auto said = [](const char* ip) {
        warning_texts out;
        warn_of_ip(ip, "p", out);
        return out.empty() ? std::string() : out[0];
    };
    BOOST_TEST(said("10.0.0.1") == "");
    BOOST_TEST(said("fd00::1") == "");
    BOOST_TEST(said("fd00:0::1") ==
               "p: IPv6 address \"fd00:0::1\" should be in RFC 5952 canonical format (\"fd00::1\")");
    BOOST_TEST(said("::ffff:1.2.3.4") ==
               "p: non-standard IP address \"::ffff:1.2.3.4\" is invalid: use \"1.2.3.4\"");
}

BOOST_AUTO_TEST_CASE(formats_that_nobody_checks_cause_warnings) {
    constexpr const char* storage = "customresourcedefinitions.apiextensions.k8s.io";
    const std::string begin = R"({"spec":{"versions":[{"schema":{"openAPIV3Schema":{"properties":{)";
    const std::string one = begin + R"("a":{"items":{"type":"string","format":"int32"}}}}}}]}})";
    const warning_texts got = of(storage, one.c_str());
    BOOST_REQUIRE_EQUAL(got.size(), 1U);
    BOOST_TEST(got[0] == "unrecognized format \"int32\"");
    const std::string good =
        begin + R"("a":{"type":"integer","format":"int32"},"format":{"type":"string"}}}}}]}})";
    BOOST_TEST(of(storage, good.c_str()).empty());
}

BOOST_AUTO_TEST_SUITE_END()
