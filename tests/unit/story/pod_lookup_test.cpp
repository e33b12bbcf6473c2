// Which pod a connection reaches, and the names of Services.
#include "testkit/story/pod_lookup.hpp"

#include "apiserver/server/server_access.hpp"
#include "setpoint/apiserver/server.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(pod_lookup_test)

namespace {

namespace bj = boost::json;

struct objects {
    virtual_clock time;
    random_source random{1};
    loop l{time, random};
    null_sink sink;
    apiserver::server api{l, logger(sink, time), {}};
    apiserver::server_state& state = apiserver::server_access::state(api);
    story::pod_lookup pods{state, "shop"};

    void keep(const char* resource, const std::string& ns, const std::string& name, const std::string& rest) {
        const apiserver::resource_ptr r = state.kinds.find("", "v1", resource);
        BOOST_REQUIRE(r);
        bj::object o = bj::parse(rest).as_object();
        o["apiVersion"] = "v1";
        o["kind"] = r->kind;
        bj::object& meta =
            o["metadata"].is_object() ? o["metadata"].get_object() : o["metadata"].emplace_object();
        meta["namespace"] = ns;
        meta["name"] = name;
        (void)state.keep(*r, {ns, name}, std::move(o));
    }
    void pod(const std::string& name, const std::string& ip, bool is_ready,
             const std::string& phase = "Running", const std::string& meta = "") {
        keep("pods", "shop", name,
             fmt::format(R"({{"metadata": {{"labels": {{"app": "db"}}{}}},
            "spec": {{"hostname": "h-{}", "subdomain": "db", "containers": [{{"name": "c", "ports": [{{"name": "sql", "containerPort": 5432}}]}}]}},
            "status": {{"phase": "{}", "podIP": "{}", "conditions": [{{"type": "Ready", "status": "{}"}}]}}}})",
                         meta, name, phase, ip, is_ready ? "True" : "False"));
    }
    void service(const std::string& name, const std::string& ip, const std::string& more = "") {
        keep("services", "shop", name,
             fmt::format(R"({{"spec": {{"clusterIP": "{}", "selector": {{"app": "db"}},
            "ports": [{{"port": 80, "targetPort": "sql"}}, {{"port": 81, "targetPort": 8081}}, {{"port": 82}}]{}}}}})",
                         ip, more));
    }
    std::string at(const std::string& address, std::uint16_t port) const {
        const auto found = pods.at(address, port);
        if (!found) return "nothing";
        return fmt::format("{}:{}", std::string(found->pod.at("metadata").at("name").as_string()),
                           found->port);
    }
};

using names = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(addresses_lead_to_running_pods) {
    objects o;
    o.pod("db-0", "10.244.0.1", false);
    o.pod("db-1", "10.244.0.2", true, "Succeeded");
    BOOST_TEST(o.at("10.244.0.1", 5) == "db-0:5");
    BOOST_TEST(o.at("10.244.0.2", 5) == "nothing");
    BOOST_TEST(o.at("127.0.0.1", 5) == "nothing");
}

BOOST_AUTO_TEST_CASE(services_lead_to_the_target_ports_of_ready_pods) {
    objects o;
    o.service("db", "10.96.0.9");
    o.pod("db-0", "10.244.0.1", false);
    BOOST_TEST(o.at("10.96.0.9", 80) == "nothing");
    o.pod("db-1", "10.244.0.2", true);
    BOOST_TEST(o.at("10.96.0.9", 80) == "db-1:5432");
    BOOST_TEST(o.at("10.96.0.9", 81) == "db-1:8081");
    BOOST_TEST(o.at("10.96.0.9", 82) == "db-1:82");
    BOOST_TEST(o.at("10.96.0.9", 83) == "nothing");
}

BOOST_AUTO_TEST_CASE(pods_that_end_get_no_connections_of_services) {
    objects o;
    o.service("db", "10.96.0.9");
    o.service("early", "None", R"(, "publishNotReadyAddresses": true)");
    o.pod("db-0", "10.244.0.1", true, "Running", R"(, "deletionTimestamp": "2026-01-01T00:00:00Z")");
    BOOST_TEST(o.at("10.96.0.9", 80) == "nothing");
    BOOST_TEST(o.at("10.244.0.1", 5432) == "db-0:5432");
    BOOST_TEST((o.pods.addresses_of("early") == names{"10.244.0.1"}));
}

BOOST_AUTO_TEST_CASE(ports_of_services_lead_to_wanted_ports_of_pods) {
    objects o;
    o.service("db", "10.96.0.9");
    const auto ports = [&](std::uint16_t to) {
        return o.pods.service_ports([to](const story::pod_port& p) { return p.port == to; });
    };
    using list = std::vector<std::uint16_t>;
    BOOST_TEST(ports(5432) == list());
    o.pod("db-0", "", false, "Pending");
    BOOST_TEST(ports(5432) == list({80}));
    BOOST_TEST(ports(8081) == list({81}));
    BOOST_TEST(ports(82) == list({82}));
    BOOST_TEST(ports(80) == list());
}

BOOST_AUTO_TEST_CASE(what_is_not_a_port_is_not_reached) {
    objects o;
    o.keep("services", "shop", "db", R"({"spec": {"clusterIP": "10.96.0.9", "selector": {"app": "db"},
        "ports": [{"port": 65616}, {"port": -1}]}})");
    o.pod("db-0", "10.244.0.1", true);
    BOOST_TEST(o.at("10.96.0.9", 80) == "nothing");
    BOOST_TEST(o.pods.service_ports([](const story::pod_port&) { return true; }).empty());
}

BOOST_AUTO_TEST_CASE(names_of_services_have_addresses) {
    objects o;
    o.service("db", "10.96.0.9");
    for (const char* name : {"db", "db.shop", "db.shop.svc", "db.shop.svc.cluster.local"})
        BOOST_TEST((o.pods.addresses_of(name) == names{"10.96.0.9"}), name);
    for (const char* name : {"", "dc", "db.other", "db.other.svc", "a.b.c.d", "cluster.local"})
        BOOST_TEST(o.pods.addresses_of(name).empty(), name);
}

BOOST_AUTO_TEST_CASE(headless_services_have_the_addresses_of_their_pods) {
    objects o;
    o.service("db", "None");
    o.service("early", "None", R"(, "publishNotReadyAddresses": true)");
    o.pod("db-0", "10.244.0.1", false);
    o.pod("db-1", "10.244.0.2", true);
    BOOST_TEST((o.pods.addresses_of("db.shop.svc") == names{"10.244.0.2"}));
    BOOST_TEST((o.pods.addresses_of("early.shop.svc") == names{"10.244.0.1", "10.244.0.2"}));
    o.pod("db-2", "", true);
    BOOST_TEST((o.pods.addresses_of("db.shop.svc") == names{"10.244.0.2"}));
}

BOOST_AUTO_TEST_CASE(host_names_of_pods_are_below_their_subdomain) {
    objects o;
    for (const char* name : {"db", "other"}) o.service(name, "None");
    o.pod("db-0", "10.244.0.1", false);
    o.pod("db-1", "10.244.0.2", true);
    BOOST_TEST((o.pods.addresses_of("h-db-1.db.shop.svc.cluster.local") == names{"10.244.0.2"}));
    for (const char* name : {"h-db-0.db.shop.svc", "db-1.db.shop.svc", "h-db-1.other.shop.svc"})
        BOOST_TEST(o.pods.addresses_of(name).empty(), name);
}

BOOST_AUTO_TEST_SUITE_END()
