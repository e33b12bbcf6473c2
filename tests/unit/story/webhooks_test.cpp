// Webhooks of a story: mistakes in it, certificates, what is brought into objects, and what is called.
#include "framework/core/base64.hpp"
#include "framework/http/certificate_facts.hpp"
#include "pages/quotes.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/plan.hpp"
#include "testkit/story/story.hpp"
#include "testkit/story/webhook_trust.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(story_webhooks_test)

namespace {

namespace bj = boost::json;

const wall_time now{std::chrono::hours(24 * 365 * 50)};
const std::string one_step = "steps:\n- delete: {kind: Pod, name: a}\n";

story::story read(const std::string& text, const std::string& folder = "") {
    return story::read_story_text(one_step + text, "story.yaml", folder);
}

std::string error_of(const std::string& text) {
    try {
        (void)read(text);
    } catch (const story::cannot_explore& e) {
        return e.what();
    }
    return "no error";
}

story::story prepared(const std::string& text, const std::string& folder = "") {
    story::story s = read(text, folder);
    random_source random(1);
    story::prepare_webhooks(s, now, random);
    return s;
}

std::string ca_of(const story::story& s) {
    return base64_encode(s.webhooks->certificates.ca_pem);
}

bj::object object(const std::string& json) {
    return bj::parse(json).as_object();
}

std::string bundle_in(bj::object o) {
    std::string out = "none";
    const std::string kind(o.at("kind").as_string());
    story::for_each_client_config(o, kind, [&](bj::object& c) {
        const bj::value* const v = c.if_contains("caBundle");
        out = v ? std::string(v->as_string()) : "";
    });
    return out;
}

const std::string tickets = std::string(SETPOINT_SOURCE_DIR) + "/tests/explore/";

}  // namespace

BOOST_AUTO_TEST_CASE(mistakes_are_named_with_their_place) {
    const std::pair<const char*, const char*> cases[] = {
        {"webhooks: {ports: 1}",
         "story.yaml:3: .webhooks.ports: unknown key; known are port, configurations, "
         "service, secret"},
        {"webhooks: {port: 0}", "story.yaml:3: .webhooks.port: must be a number from 1 to 65535"},
        {"webhooks: {port: any}", "story.yaml:3: .webhooks.port: must be a number, or free"},
        {"webhooks: {service: {namespace: a}}", "story.yaml:3: .webhooks.service: name is missing"},
        {"webhooks: {configurations: [none.yaml]}",
         "story.yaml:3: .webhooks.configurations[0]: there is no file or folder none.yaml"},
        {"webhooks:\n  secret: {name: [a]}",
         "story.yaml:4: .webhooks.secret.name: must be a string; put it in "
         "quotes"},
    };
    for (const auto& [text, why] : cases) BOOST_TEST(error_of(text) == why);
}

BOOST_AUTO_TEST_CASE(a_fixed_port_needs_a_network_and_one_process) {
    BOOST_TEST(read("webhooks: {}\n").owns_network);
    BOOST_TEST(read("webhooks: {}\n").webhooks->port == 9443);
    BOOST_TEST(!read("webhooks: {port: free}\n").owns_network);
    BOOST_TEST(error_of("webhooks: {}\nnetwork: host\n").starts_with("story.yaml:4: .network: with `host`"));
    BOOST_TEST(error_of("webhooks: {}\nreplicas: 2\n").starts_with("story.yaml:4: .replicas: two processes"));
    BOOST_TEST(error_of("webhooks: {port: free}\nreplicas: 2\n") == "no error");
}

BOOST_AUTO_TEST_CASE(certificates_are_for_the_services_of_objects) {
    const story::story s =
        prepared("crds: [tickets.crd.yaml]\nwebhooks: {configurations: [tickets.webhooks.yaml]}\n", tickets);
    const story::webhook_certificates& c = s.webhooks->certificates;
    const auto facts = http::facts_of(c.serving.cert_pem);
    BOOST_REQUIRE(facts.has_value());
    for (const char* name : {"localhost", "127.0.0.1", "webhooks.box-office.svc"})
        BOOST_TEST(std::ranges::count(facts->names, name) == 1, name);
    BOOST_TEST((facts->not_before <= now && now < facts->not_after));
    BOOST_TEST(http::is_issued_by(c.serving.cert_pem, c.ca_pem));
    BOOST_TEST(!http::is_issued_by(c.serving.cert_pem, c.other_ca_pem));
    BOOST_TEST(http::is_key_of(c.serving.key_pem, c.serving.cert_pem));
    // The empty bundle, the one that has only a line end, and that of the definition.
    BOOST_REQUIRE(s.setup.size() == 2u);
    for (const bj::object& o : s.setup) BOOST_TEST(bundle_in(o) == ca_of(s));
    BOOST_TEST(bundle_in(s.definitions[0]) == ca_of(s));
}

BOOST_AUTO_TEST_CASE(placeholders_and_the_secret_are_filled_in) {
    const story::story s = prepared(R"(webhooks: {port: free, secret: {namespace: shop, name: certs}}
setup:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: c}
  data: {url: 'https://127.0.0.1:{webhook-port}/x', ca: '{ca}'}
)");
    BOOST_REQUIRE(s.setup.size() == 2u);
    const bj::object& data = s.setup[0].at("data").as_object();
    BOOST_TEST(data.at("url").as_string() == "https://127.0.0.1:9443/x");
    BOOST_TEST(std::string(data.at("ca").as_string()) == ca_of(s));
    const bj::object& secret = s.setup[1];
    BOOST_TEST(bj::serialize(secret.at("metadata")) == R"({"name":"certs","namespace":"shop"})");
    BOOST_TEST(secret.at("type").as_string() == "kubernetes.io/tls");
    for (const char* key : {"tls.crt", "tls.key", "ca.crt"})
        BOOST_TEST(!secret.at("data").as_object().at(key).as_string().empty());
}

// The webhooks of a configuration may be called for Secrets, too.
BOOST_AUTO_TEST_CASE(the_secret_is_created_before_the_configurations) {
    const story::story s = prepared(R"(crds: [tickets.crd.yaml]
webhooks:
  secret: {namespace: shop, name: certs}
  configurations: [tickets.webhooks.yaml]
setup:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: c}
)",
                                    tickets);
    std::string kinds;
    for (const bj::object& o : s.setup) kinds.append(o.at("kind").as_string()).append(" ");
    BOOST_TEST(kinds.starts_with("ConfigMap Secret "), kinds);
    BOOST_TEST(kinds.find("WebhookConfiguration") != std::string::npos, kinds);
}

BOOST_AUTO_TEST_CASE(a_bundle_of_somebody_else_stays) {
    const std::vector<object_key> ours{{"a", "hooks"}};
    const auto filled = [&](const std::string& client_config) {
        bj::object o = object(R"({"kind": "MutatingWebhookConfiguration", "webhooks": [{"clientConfig": )" +
                              client_config + "}]}");
        story::fill_ca(o, ours, "Q0E=");
        return bundle_in(std::move(o));
    };
    BOOST_TEST(filled(R"({"service": {"namespace": "a", "name": "hooks"}})") == "Q0E=");
    BOOST_TEST(filled(R"({"service": {"namespace": "b", "name": "hooks"}})").empty());
    BOOST_TEST(filled(R"({"service": {"namespace": "a", "name": "hooks"}, "caBundle": "WA=="})") == "WA==");
    BOOST_TEST(filled(R"({"url": "https://localhost:1/x"})") == "Q0E=");
    BOOST_TEST(filled(R"({"url": "https://example.com/x"})").empty());
}

BOOST_AUTO_TEST_CASE(annotations_of_cert_manager_ask_for_the_ca) {
    const std::string none =
        R"({"kind": "CustomResourceDefinition", "spec": {"conversion": {"strategy": "None"}}})";
    bj::object o = object(none);
    story::inject_ca(o, "CustomResourceDefinition", "Q0E=");
    BOOST_TEST(bj::value(o) == bj::parse(none));
    BOOST_TEST(!story::asks_for_ca(o));
    BOOST_TEST(story::asks_for_ca(
        object(R"({"metadata": {"annotations": {"cert-manager.io/inject-ca-from": "a/b"}}})")));
    BOOST_TEST(story::asks_for_ca(
        object(R"({"metadata": {"annotations": {"cert-manager.io/inject-ca-from-secret": "a/b"}}})")));
}

BOOST_AUTO_TEST_CASE(services_and_ports_of_this_machine_are_called) {
    const std::vector<object_key> ours{{"a", "hooks"}};
    const auto leads = [&](const std::string& client_config) {
        return story::is_called_at(apiserver::webhook_address_of(object(client_config)), ours, {4711, 9443});
    };
    BOOST_TEST(leads(R"({"service": {"namespace": "a", "name": "hooks", "port": 8443}})"));
    BOOST_TEST(!leads(R"({"service": {"namespace": "a", "name": "others"}})"));
    BOOST_TEST(leads(R"({"url": "https://127.0.0.1:4711/x"})"));
    BOOST_TEST(leads(R"({"url": "https://localhost:9443/x"})"));
    BOOST_TEST(!leads(R"({"url": "https://localhost:9444/x"})"));
    BOOST_TEST(!leads(R"({"url": "https://10.0.0.1:9443/x"})"));
}

BOOST_AUTO_TEST_CASE(outages_need_webhooks_in_the_story) {
    const std::vector<std::string> only{"P23"}, none;
    sim::story_point at;
    at.p.op = verb::create;
    at.p.text = "create tickets default/t#1";
    at.calls_webhook = true;
    std::size_t left_out = 0;
    const auto plans = [&](bool webhooks) {
        story::story_features f;
        f.webhooks = webhooks;
        return story::choose_plans({at}, {only, none, f}, left_out).size();
    };
    BOOST_TEST(plans(true) == 4u);
    BOOST_TEST(plans(false) == 0u);
    at.calls_webhook = false;
    BOOST_TEST(plans(true) == 0u);
}

BOOST_AUTO_TEST_CASE(the_stories_of_the_page_are_valid) {
    const std::pair<std::string, std::string> files[] = {
        {"crds: [manifests.yaml]", "crds: [tickets.crd.yaml]"},
        {"configurations: [manifests.yaml]", "configurations: [tickets.webhooks.yaml]"}};
    std::size_t found = 0;
    for (std::string block : pages::blocks_if_any(pages::read("docs/stories.md"), "yaml")) {
        if (block.find("webhooks:") == std::string::npos) continue;
        ++found;
        for (const auto& [here, there] : files) block.replace(block.find(here), here.size(), there);
        BOOST_TEST(story::read_story_text(block, "story.yaml", tickets).webhooks.has_value());
    }
    BOOST_TEST(found == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
