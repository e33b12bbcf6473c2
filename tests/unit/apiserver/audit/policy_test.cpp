// Which rule of an audit policy decides about a request (apiserver, pkg/audit/policy/checker_test.go).

#include "apiserver/audit/policy.hpp"

#include "apiserver/authorization/request_attributes.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::audit;

user_ptr jane() {
    return std::make_shared<const user_info>(
        user_info{.name = "jane", .groups = {"dev", "system:authenticated"}});
}

authorization::attributes asked(std::string_view method, std::string_view path, std::string_view query = {},
                                user_ptr user = jane()) {
    return authorization::request_attributes(std::move(user), method, path, query).value();
}

policy_rule rule_for(std::string group, std::vector<std::string> resources,
                     std::vector<std::string> names = {}) {
    policy_rule r{.at = level::request};
    r.resources.push_back({std::move(group), std::move(resources), std::move(names)});
    return r;
}

const std::string pods = "/api/v1/namespaces/web/pods";

}  // namespace

BOOST_AUTO_TEST_SUITE(audit_policy)

BOOST_AUTO_TEST_CASE(first_matching_rule_decides) {
    policy p;
    p.rules = {{.at = level::none, .users = {"joe"}},
               {.at = level::metadata, .verbs = {"get"}},
               {.at = level::request_response}};
    BOOST_TEST((p.config_for(asked("GET", pods + "/a")).at == level::metadata));
    BOOST_TEST((p.config_for(asked("DELETE", pods + "/a")).at == level::request_response));
}

BOOST_AUTO_TEST_CASE(without_a_match_nothing_is_recorded) {
    policy p;
    p.rules = {{.at = level::metadata, .users = {"joe"}}};
    BOOST_TEST((p.config_for(asked("GET", pods)).at == level::none));
}

BOOST_AUTO_TEST_CASE(stages_of_policy_and_rule_are_omitted) {
    policy p;
    p.omitted.add(stage::request_received);
    p.rules = {{.at = level::metadata}};
    p.rules[0].omitted.add(stage::panic);
    const request_config c = p.config_for(asked("GET", pods));
    BOOST_TEST(c.omitted.contains(stage::request_received));
    BOOST_TEST(c.omitted.contains(stage::panic));
    BOOST_TEST(!c.omitted.contains(stage::response_complete));
}

BOOST_AUTO_TEST_CASE(rule_overrides_managed_fields_of_policy) {
    policy p;
    p.omits_managed_fields = true;
    p.rules = {{.at = level::request, .verbs = {"get"}, .omits_managed_fields = false},
               {.at = level::request}};
    BOOST_TEST(!p.config_for(asked("GET", pods + "/a")).omits_managed_fields);
    BOOST_TEST(p.config_for(asked("DELETE", pods + "/a")).omits_managed_fields);
}

BOOST_AUTO_TEST_CASE(users_and_groups) {
    const policy_rule users{.users = {"jane"}}, groups{.groups = {"ops", "dev"}}, others{.groups = {"ops"}};
    BOOST_TEST(users.matches(asked("GET", pods)));
    BOOST_TEST(groups.matches(asked("GET", pods)));
    BOOST_TEST(!others.matches(asked("GET", pods)));
}

BOOST_AUTO_TEST_CASE(refused_credentials_have_no_user) {
    const auto unknown = asked("GET", pods, {}, nullptr);
    BOOST_TEST(!(policy_rule{.users = {"jane"}}).matches(unknown));
    BOOST_TEST(!(policy_rule{.groups = {"dev"}}).matches(unknown));
    BOOST_TEST((policy_rule{.verbs = {"list"}}).matches(unknown));
}

BOOST_AUTO_TEST_CASE(resource_without_subresource_is_exact) {
    BOOST_TEST(rule_for("", {"pods"}).matches(asked("GET", pods + "/a")));
    BOOST_TEST(!rule_for("", {"pods"}).matches(asked("GET", pods + "/a/log")));
    BOOST_TEST(rule_for("", {"pods/log"}).matches(asked("GET", pods + "/a/log")));
    BOOST_TEST(!rule_for("apps", {"pods"}).matches(asked("GET", pods + "/a")));
    BOOST_TEST(rule_for("*", {"pods"}).matches(asked("GET", pods + "/a")));
}

BOOST_AUTO_TEST_CASE(wildcards_of_resources) {
    const auto log = asked("GET", pods + "/a/log"), pod = asked("GET", pods + "/a");
    BOOST_TEST(rule_for("", {"*"}).matches(log));
    BOOST_TEST(rule_for("", {"*/log"}).matches(log));
    BOOST_TEST(!rule_for("", {"*/log"}).matches(pod));
    BOOST_TEST(rule_for("", {"pods/*"}).matches(log));
    BOOST_TEST(rule_for("", {"pods/*"}).matches(pod));  // as kube-apiserver does
    BOOST_TEST(!rule_for("", {"services/*"}).matches(log));
}

BOOST_AUTO_TEST_CASE(names_limit_a_rule) {
    BOOST_TEST(rule_for("", {"pods"}, {"a"}).matches(asked("GET", pods + "/a")));
    BOOST_TEST(!rule_for("", {"pods"}, {"a"}).matches(asked("GET", pods + "/b")));
    BOOST_TEST(!rule_for("", {"pods"}, {"a"}).matches(asked("GET", pods)));
}

BOOST_AUTO_TEST_CASE(empty_namespace_is_cluster_scope) {
    const policy_rule cluster{.namespaces = {""}}, web{.namespaces = {"web"}};
    BOOST_TEST(cluster.matches(asked("GET", "/api/v1/nodes/n")));
    BOOST_TEST(!cluster.matches(asked("GET", pods)));
    BOOST_TEST(web.matches(asked("GET", pods)));
    BOOST_TEST(!web.matches(asked("GET", "/healthz")));
}

BOOST_AUTO_TEST_CASE(paths_match_exactly_or_by_prefix) {
    const auto healthz = asked("GET", "/healthz/ping");
    BOOST_TEST((policy_rule{.urls = {"/healthz*"}}).matches(healthz));
    BOOST_TEST((policy_rule{.urls = {"*"}}).matches(healthz));
    BOOST_TEST(!(policy_rule{.urls = {"/healthz"}}).matches(healthz));
    BOOST_TEST(!(policy_rule{.urls = {"*"}}).matches(asked("GET", pods)));
}

BOOST_AUTO_TEST_SUITE_END()
