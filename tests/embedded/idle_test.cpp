// An idle cluster sends no requests except heartbeats.
#include "cluster.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>

namespace embedded {

namespace {

// The number of requests by "patch leases" and the like.
std::map<std::string, int> requests(const std::string& trace) {
    std::map<std::string, int> count;
    std::istringstream in(trace);
    for (std::string time, verb, resource, rest; in >> time >> verb >> resource && std::getline(in, rest);)
        ++count[verb + " " + resource];
    return count;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(idle_test)

BOOST_AUTO_TEST_CASE(an_hour_with_twenty_deployments_costs_heartbeats_only) {
    cluster c;
    std::map<std::string, int> before, after;
    c.env.run([&]() -> awaitable<void> {
        for (int i = 0; i < 20; ++i)
            co_await c.create("deployments", deployment("web" + std::to_string(i), 3));
        co_await c.until_some("deployments", 20, {{"status.availableReplicas", "3"}});
        co_await c.pass(1min);
        before = requests(c.trace());
        co_await c.pass(1h);
        after = requests(c.trace());
    });
    for (auto& [what, n] : after) {
        const int made = n - before[what];
        if (made == 0) continue;
        BOOST_TEST_INFO_SCOPE(what);
        if (what.starts_with("watch "))
            BOOST_TEST(made <= 20);  // renewed every five to ten minutes
        else if (what == "patch leases")
            BOOST_TEST(made <= 361);
        else if (what == "patch nodes" || what == "get nodes")
            BOOST_TEST(made <= 13);
        else
            BOOST_ERROR(what << " " << made << " times: nothing may poll");
    }
}

// As kube-apiserver's --event-ttl: each write begins the hour again, also through the other API group.
BOOST_AUTO_TEST_CASE(events_go_an_hour_after_their_last_write) {
    cluster c;
    const auto event = [](const std::string& name) {
        return "apiVersion: v1\nkind: Event\nmetadata: {name: " + name +
               "}\ninvolvedObject: {kind: Pod, namespace: default, name: p}\nreason: Tested\ntype: Normal\n";
    };
    c.env.run([&]() -> awaitable<void> {
        co_await c.create("events", event("early"));
        co_await c.create("events", event("kept"));
        co_await c.pass(30min);
        co_await c.patch("events/kept", R"({"count":2})");
        co_await c.create("events", event("removed"));
        co_await c.remove("events/removed");
        co_await c.create("events", event("removed"));
        co_await c.pass(29min);
        BOOST_TEST(co_await c.names("events") == "early kept removed");
        co_await c.until_gone("events/early", 2min);
        BOOST_TEST(co_await c.names("events") == "kept removed");
        co_await c.pass(29min);
        BOOST_TEST(co_await c.names("events") == "kept removed");
        co_await c.until_gone("events/kept", 3min);
        co_await c.until_gone("events/removed", 3min);
    });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace embedded
