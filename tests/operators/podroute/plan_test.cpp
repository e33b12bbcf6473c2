// What a Podroute wants, and what its status says, without a cluster.
#include "operators/podroute/plan.hpp"

#include "support/object_names.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <regex>
#include <set>

BOOST_AUTO_TEST_SUITE(podroute_plan)

using namespace setpoint;
using namespace setpoint::kinds;
using namespace ::podroute;
using namespace std::chrono_literals;

namespace {

constexpr wall_time noon{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1) + 12h};

::podroute::podroute a_podroute(std::int32_t replicas = 2) {
    ::podroute::podroute p;
    p.metadata.name = "web";
    p.metadata.ns = "default";
    p.metadata.generation = 3;
    p.spec.image = "web:1";
    p.spec.replicas = replicas;
    return p;
}

condition a_condition(const char* type, condition_status status, const char* reason) {
    condition c;
    c.type = type;
    c.status = status;
    c.reason = reason;
    c.message = "as it is";
    return c;
}

snapshot<deployment> a_deployment(std::int32_t replicas, std::int32_t ready) {
    deployment d;
    d.metadata.generation = d.status.observed_generation = 1;
    d.status.replicas = d.status.updated_replicas = replicas;
    d.status.ready_replicas = d.status.available_replicas = ready;
    d.status.conditions.push_back(
        a_condition("Available", to_status(ready == replicas), "MinimumReplicasAvailable"));
    return std::make_shared<const deployment>(std::move(d));
}

// "host" admitted, "!host" refused, "?host" without a word on it.
snapshot<route> a_route(std::initializer_list<const char*> ingress) {
    route r;
    for (const std::string_view one : ingress) {
        route_ingress& i = r.status.ingress.emplace_back();
        const bool refused = one.starts_with('!'), silent = one.starts_with('?');
        i.host = one.substr(refused || silent ? 1 : 0);
        i.router_name = "main";
        if (silent) continue;
        route_ingress_condition& c = i.conditions.emplace_back();
        c.type = "Admitted";
        c.status = to_status(!refused);
        c.reason = refused ? "HostAlreadyClaimed" : "";
        c.message = refused ? "taken" : "";
    }
    return std::make_shared<const route>(std::move(r));
}

std::string in_short(const podroute_status& s) {
    std::string text;
    for (const condition& c : s.conditions)
        text += fmt::format("{}{}={}:{}", text.empty() ? "" : " ", c.type, to_string(c.status)[0], c.reason);
    return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_children_are_what_the_original_made_under_names_of_their_own) {
    const auto self = a_podroute(3);
    const deployment d = desired_deployment(self);
    BOOST_TEST(d.metadata.name == "web-pod-route");
    BOOST_TEST(d.spec.replicas.value() == 3);
    const container& c = d.spec.pod_template.spec.containers.at(0);
    BOOST_TEST(c.name == "podroute-pod");
    BOOST_TEST(c.image == "web:1");
    BOOST_TEST(c.image_pull_policy == "Always");
    BOOST_TEST(c.ports.at(0).name == "podroute");
    BOOST_TEST(c.ports.at(0).container_port.value() == 8080);
    const service s = desired_service(self);
    BOOST_TEST(s.metadata.name == "web-podroute-service");
    BOOST_TEST(s.spec.ports.at(0).port.value() == 8080);
    BOOST_TEST((s.spec.ports.at(0).target_port == int_or_string(8080)));
    BOOST_TEST(s.spec.ports.at(0).protocol == "TCP");
    const route r = desired_route(self);
    BOOST_TEST(r.metadata.name == "web-podroute-route");
    BOOST_TEST(r.spec.to.kind == "Service");
    BOOST_TEST(r.spec.to.name == s.metadata.name);
    BOOST_TEST((r.spec.port->target_port == int_or_string(8080)));
    const string_map labels = labels_of(self);
    BOOST_TEST(labels.size() == 3u);
    BOOST_TEST(labels.at("app") == "PodRoute");
    BOOST_TEST(labels.at("podroute_cr") == "web");
    BOOST_TEST(labels.at("tier") == "backend-podroute");
    BOOST_TEST((d.spec.selector.match_labels == labels && d.spec.pod_template.metadata.labels == labels));
    BOOST_TEST((s.spec.selector == labels && r.metadata.labels == labels));
}

BOOST_AUTO_TEST_CASE(names_fit_a_service_and_never_meet) {
    const std::string longest(46, 'a'), hashed = stem_of("my.app");
    const std::vector<std::string> names = {"web",
                                            "web-2",
                                            "my.app",
                                            "my-app",
                                            "my--app",
                                            "1st",
                                            "p1st",
                                            longest,
                                            longest + "a",
                                            longest + "b",
                                            std::string(253, 'z'),
                                            hashed,
                                            stem_of(hashed),
                                            "web--0123456789abcdef",
                                            "a." + std::string(60, 'b') + ".c"};
    std::set<std::string> stems, labels;
    for (const std::string& name : names) {
        const std::string stem = stem_of(name), label = label_of(name);
        BOOST_TEST(stems.insert(stem).second, name);
        BOOST_TEST(labels.insert(label).second, name);
        BOOST_TEST(stem.size() + service_suffix.size() <= 63u, name);
        BOOST_TEST(label.size() <= 63u, name);
        BOOST_TEST(stem.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos,
                   name);
        BOOST_TEST((stem.front() >= 'a' && stem.front() <= 'z'), name);
    }
    BOOST_TEST(stem_of("web") == "web");
    BOOST_TEST(stem_of(longest) == longest);
    BOOST_TEST(stem_of("my.app") == "my-app--910b102e81408c62");  // must stay from release to release
    BOOST_TEST(label_of("my.app") == "my.app");
    BOOST_TEST(label_of("1st") == "1st");
    BOOST_TEST(label_of(std::string(64, 'a')) == std::string(28, 'a') + "--db007849f35ebbe5");
}

BOOST_AUTO_TEST_CASE(whatever_the_name_children_and_labels_are_valid_and_distinct) {
    object_names make;
    BOOST_TEST_INFO_SCOPE("SETPOINT_SEED=" << make.seed);
    const std::regex label("[a-z]([-a-z0-9]{0,61}[a-z0-9])?"),
        value("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    std::set<std::string> children, labels;
    auto self = a_podroute();
    for (const std::string& name : make.make(1000)) {
        self.metadata.name = name;
        for (const std::string& child : {deployment_name(self), service_name(self), route_name(self)}) {
            BOOST_REQUIRE_MESSAGE(std::regex_match(child, label), child);
            BOOST_REQUIRE_MESSAGE(children.insert(child).second, name);
        }
        const std::string of = labels_of(self).at("podroute_cr").str();
        BOOST_REQUIRE_MESSAGE(std::regex_match(of, value), of);
        BOOST_REQUIRE_MESSAGE(labels.insert(of).second, name);
    }
}

BOOST_AUTO_TEST_CASE(a_podroute_without_its_service_is_not_available) {
    observation seen{a_deployment(2, 2), a_route({"a.example"}), true, {}, {}};
    BOOST_TEST(is_true(desired_status(a_podroute(), seen, noon).conditions, "Available"));
    seen.has_service = false;
    const auto s = desired_status(a_podroute(), seen, noon);
    BOOST_TEST(find_condition(s.conditions, "Available")->reason == "NoService");
    BOOST_TEST(!is_true(s.conditions, "Available"));
}

BOOST_AUTO_TEST_CASE(the_host_is_that_of_the_first_router_that_has_not_refused) {
    struct row {
        std::initializer_list<const char*> ingress;
        const char *host, *reason;
    };
    for (const row& r : std::initializer_list<row>{{{}, "", "Pending"},
                                                   {{"?"}, "", "Pending"},
                                                   {{"a.example"}, "a.example", "Admitted"},
                                                   {{"?a.example"}, "a.example", "Admitted"},
                                                   {{"!a.example"}, "", "NotAdmitted"},
                                                   {{"!a.example", "b.example"}, "b.example", "Admitted"},
                                                   {{"a.example", "b.example"}, "a.example", "Admitted"},
                                                   {{"?", "!b.example"}, "", "NotAdmitted"}}) {
        observation seen;
        seen.deployment = a_deployment(2, 2);
        seen.has_service = true;
        seen.route = a_route(r.ingress);
        const auto s = desired_status(a_podroute(), seen, noon);
        BOOST_TEST(s.host == r.host);
        BOOST_TEST(find_condition(s.conditions, "RouteAvailable")->reason == r.reason);
        BOOST_TEST(is_true(s.conditions, "RouteAvailable") == (!s.host.empty()));
    }
    observation refused;
    refused.route = a_route({"!a.example"});
    BOOST_TEST(
        find_condition(desired_status(a_podroute(), refused, noon).conditions, "RouteAvailable")->message ==
        "Router \"main\" refuses the Route: HostAlreadyClaimed: taken");
}

BOOST_AUTO_TEST_CASE(conditions_say_what_was_seen) {
    const problem trouble{"NotOurs", "it is not"}, missing{"RouteApiMissing", "there are none"};
    auto failing = std::make_shared<deployment>(*a_deployment(2, 0));
    failing->status.conditions.push_back(
        a_condition("Progressing", condition_status::false_, "ProgressDeadlineExceeded"));
    struct row {
        std::int32_t replicas;
        observation seen;
        const char* says;
    };
    const auto routed = a_route({"a.example"});
    for (const row& r : std::vector<row>{{2,
                                          {},
                                          "Available=F:NoDeployment Progressing=T:Creating "
                                          "Degraded=F:AsExpected RouteAvailable=F:NoRoute"},
                                         {2,
                                          {a_deployment(2, 2), routed, true, {}, {}},
                                          "Available=T:MinimumReplicasAvailable Progressing=F:RolledOut "
                                          "Degraded=F:AsExpected RouteAvailable=T:Admitted"},
                                         {2,
                                          {a_deployment(2, 1), routed, true, {}, {}},
                                          "Available=F:MinimumReplicasUnavailable Progressing=T:RollingOut "
                                          "Degraded=F:AsExpected RouteAvailable=T:Admitted"},
                                         {0,
                                          {a_deployment(0, 0), routed, true, {}, {}},
                                          "Available=F:ScaledToZero Progressing=F:RolledOut "
                                          "Degraded=F:AsExpected RouteAvailable=T:Admitted"},
                                         {2,
                                          {a_deployment(2, 2), nullptr, true, {}, missing},
                                          "Available=T:MinimumReplicasAvailable Progressing=F:RolledOut "
                                          "Degraded=F:AsExpected RouteAvailable=F:RouteApiMissing"},
                                         {2,
                                          {a_deployment(2, 2), routed, true, trouble, {}},
                                          "Available=T:MinimumReplicasAvailable Progressing=F:NotOurs "
                                          "Degraded=T:NotOurs RouteAvailable=T:Admitted"},
                                         {2,
                                          {failing, routed, true, {}, {}},
                                          "Available=F:MinimumReplicasUnavailable Progressing=T:RollingOut "
                                          "Degraded=T:ProgressDeadlineExceeded RouteAvailable=T:Admitted"}}) {
        const auto s = desired_status(a_podroute(r.replicas), r.seen, noon);
        BOOST_TEST(in_short(s) == r.says);
        BOOST_TEST(s.observed_generation == 3);
    }
    // A Route that was read before Routes went says nothing.
    const auto gone = desired_status(a_podroute(), {a_deployment(2, 2), routed, true, {}, missing}, noon);
    BOOST_TEST(gone.host == "");
    BOOST_TEST(gone.replicas == 2);
}

BOOST_AUTO_TEST_CASE(transition_times_change_with_the_status_only) {
    auto self = a_podroute();
    self.status = desired_status(self, {a_deployment(2, 1), nullptr, true, {}, {}}, noon);
    const auto later = desired_status(self, {a_deployment(2, 2), nullptr, true, {}, {}}, noon + 1h);
    const auto since = [&](const char* type) {
        return find_condition(later.conditions, type)->last_transition_time.to_wall_time();
    };
    BOOST_TEST((since("Available") == noon + 1h));
    BOOST_TEST((since("Degraded") == noon));
    BOOST_TEST((since("RouteAvailable") == noon));
}

BOOST_AUTO_TEST_SUITE_END()
