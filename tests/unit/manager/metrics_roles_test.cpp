// The roles that secure metrics need.
#include "setpoint/manager/manager.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

using namespace setpoint;

namespace {

std::vector<boost::json::object> roles(bool secure, const std::vector<std::string>& namespaces) {
    virtual_world w;
    null_sink nothing;
    prometheus::Registry registry;
    metrics m(registry);
    fake_client api(w.l);
    manager_options o;
    o.name = "op";
    o.metrics_secure = secure;
    const manager made(w.l, api, logger(nothing, w.time), m, o);
    return made.roles(namespaces);
}

const char* const auth_rules = R"([
    {"apiGroups": ["authentication.k8s.io"], "resources": ["tokenreviews"], "verbs": ["create"]},
    {"apiGroups": ["authorization.k8s.io"], "resources": ["subjectaccessreviews"], "verbs": ["create"]}])";
const char* const reader_rules = R"([{"nonResourceURLs": ["/metrics"], "verbs": ["get"]}])";

}  // namespace

BOOST_AUTO_TEST_SUITE(metrics_roles_test)

BOOST_AUTO_TEST_CASE(secure_metrics_add_cluster_roles_to_make_reviews_and_to_read) {
    for (const std::vector<std::string>& namespaces :
         {std::vector<std::string>(), std::vector<std::string>{"a", "b"}}) {
        const auto plain = roles(false, namespaces), with = roles(true, namespaces);
        BOOST_REQUIRE(with.size() == plain.size() + 2);
        const boost::json::object &auth = with[plain.size()], &reader = with.back();
        for (const boost::json::object* r : {&auth, &reader})
            BOOST_TEST(r->at("kind").as_string() == "ClusterRole");
        BOOST_TEST(auth.at("metadata").at("name").as_string() == "op-metrics-auth");
        BOOST_TEST(auth.at("rules") == boost::json::parse(auth_rules));
        BOOST_TEST(reader.at("metadata").at("name").as_string() == "op-metrics-reader");
        BOOST_TEST(reader.at("rules") == boost::json::parse(reader_rules));
    }
}

BOOST_AUTO_TEST_SUITE_END()
