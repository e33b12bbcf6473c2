// Names that a Service or a label cannot take over: what a WebServer's children are called then.
#include "support/object_names.hpp"
#include "world.hpp"

#include <fmt/format.h>

#include <regex>
#include <set>

BOOST_AUTO_TEST_SUITE(web_server_names)

using namespace web_server_test;

namespace {

const std::vector<std::string>& awkward_names() {
    static const std::vector<std::string> all = {"my.site",
                                                 "9lives",
                                                 std::string(56, 'w'),
                                                 std::string(60, 'w'),
                                                 std::string(64, 'w'),
                                                 std::string(242, 'w'),
                                                 std::string(253, 'w'),
                                                 std::string(241, 'w') + '.' + std::string(11, 'w')};
    return all;
}

std::string status_of(const ws& w, const char* type) {
    const condition* c = find_condition(w.status.conditions, type);
    return c ? fmt::format("{}:{}", to_string(c->status), c->reason) : "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(plain_names_keep_their_children) {
    for (const std::string& name : {std::string("web"), std::string("web-2"), std::string(55, 'a')}) {
        BOOST_TEST(::web_server::service_name(make(name)) == name + "-service");
        BOOST_TEST(::web_server::deployment_name(make(name)) == name);
        BOOST_TEST(::web_server::desired_deployment(make(name))
                       .spec.selector.match_labels.at("app.kubernetes.io/instance") == name);
    }
}

BOOST_AUTO_TEST_CASE(whatever_the_name_children_and_labels_are_valid_and_distinct) {
    object_names make_names;
    BOOST_TEST_INFO_SCOPE("SETPOINT_SEED=" << make_names.seed);
    const std::regex label("[a-z]([-a-z0-9]{0,61}[a-z0-9])?"),
        value("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    const std::regex subdomain(R"([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)");
    std::set<std::string> services, deployments, instances;
    for (const std::string& name : make_names.make(1000)) {
        const ws self = make(name);
        const deployment d = ::web_server::desired_deployment(self);
        const service s = ::web_server::desired_service(self);
        BOOST_REQUIRE_MESSAGE(std::regex_match(s.metadata.name.str(), label), s.metadata.name);
        BOOST_REQUIRE_MESSAGE(
            (std::regex_match(d.metadata.name.str(), subdomain) && d.metadata.name.size() <= 242),
            d.metadata.name);
        for (const string_map* labels :
             {&d.metadata.labels, &d.spec.selector.match_labels, &s.metadata.labels, &s.spec.selector,
              &d.spec.pod_template.metadata.labels})
            for (const auto& [k, v] : *labels) BOOST_REQUIRE_MESSAGE(std::regex_match(v.str(), value), v);
        BOOST_REQUIRE_MESSAGE(services.insert(s.metadata.name.str()).second, name);
        BOOST_REQUIRE_MESSAGE(deployments.insert(d.metadata.name.str()).second, name);
        BOOST_REQUIRE_MESSAGE(instances.insert(s.spec.selector.at("app.kubernetes.io/instance").str()).second,
                              name);
    }
}

BOOST_AUTO_TEST_CASE(a_web_server_of_any_name_gets_its_children_and_becomes_available) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        for (const std::string& name : awkward_names()) (co_await w.client().create(make(name))).value();
        for (const std::string& name : awkward_names()) {
            const auto live = co_await w.async_until<ws>(key(name), "rolled out", is_rolled_out);
            BOOST_TEST(status_of(*live, "Degraded") == "False:AsExpected");
            const auto s = (co_await w.client().get<service>(key(::web_server::service_name(*live)))).value();
            const auto pods = (co_await w.client().list<pod>()).value();
            const selector chosen(s->spec.selector);
            BOOST_TEST(std::ranges::count_if(
                           pods, [&](const auto& p) { return chosen.matches(p->metadata.labels); }) == 2);
        }
    });
}

BOOST_AUTO_TEST_CASE(without_its_service_a_web_server_is_not_available) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        const std::string name = "my.site", taken = ::web_server::service_name(make(name));
        co_await w.must("POST", "v1/services",
                        fmt::format(R"({{"apiVersion":"v1","kind":"Service","metadata":{{"name":"{}"}},)"
                                    R"("spec":{{"ports":[{{"port":7}}]}}}})",
                                    taken),
                        "application/json");
        (co_await w.client().create(make(name))).value();
        co_await w.async_until<deployment>(key(name), "ready",
                                           [](const deployment& d) { return d.status.ready_replicas == 2; });
        co_await w.async_until_idle();
        const auto live = (co_await w.client().get<ws>(key(name))).value();
        BOOST_TEST(status_of(*live, "Available") == "False:NoService");
        BOOST_TEST(status_of(*live, "Degraded") == "True:NotOurs");
        // Its name does not say whose it is: no watch wakes the WebServer when it is free.
        (co_await w.client().remove<service>(key(taken))).value();
        co_await w.async_until<service>(key(taken), "ours",
                                        [](const service& s) { return s.spec.type == "NodePort"; });
        const auto cured = co_await w.async_until<ws>(key(name), "rolled out", is_rolled_out);
        BOOST_TEST(status_of(*cured, "Degraded") == "False:AsExpected");
    });
}

BOOST_AUTO_TEST_SUITE_END()
