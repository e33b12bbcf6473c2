#include "setpoint/testing/network_fault_plan.hpp"

#include "support/script_transport.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;
using testing::network_fault;
using testing::network_fault_plan;
using testing::network_request;

BOOST_AUTO_TEST_SUITE(network_fault_plan_test)

namespace {

struct fixture : virtual_world {
    fixture() : net(l), plan(l), way(plan.attach(net)) {}

    // "200 body" or the error's code.
    std::string ask(std::string method, std::string target) {
        std::string out;
        run([&]() -> awaitable<void> {
            http::request r;
            r.method = std::move(method);
            r.target = std::move(target);
            http::timeouts t;
            t.idle = 10s;
            auto answer = co_await way->send(std::move(r), t);
            if (!answer) {
                out = setpoint::to_string(answer.error().code);
                co_return;
            }
            out = std::to_string((*answer)->head().status) + " ";
            for (;;) {
                const auto piece = co_await (*answer)->read();
                if (!piece) out += setpoint::to_string(piece.error().code);
                if (!piece || piece->empty()) co_return;
                out += std::string(*piece) + "|";
            }
        });
        return out;
    }
    script_answer& pods() { return net.expect("GET", "/api/v1/pods*").body("0123456789"); }

    script_transport net;
    network_fault_plan plan;
    std::unique_ptr<http::transport> way;
};

}  // namespace

BOOST_AUTO_TEST_CASE(requests_are_told_apart_by_method_and_target) {
    const struct {
        const char *method, *target;
        verb op;
        const char* resource;
    } cases[] = {
        {"GET", "/api/v1/pods?limit=500", verb::list, "pods"},
        {"GET", "/api/v1/namespaces/x/pods?watch=true&timeoutSeconds=5", verb::watch, "pods"},
        {"GET", "/api/v1/namespaces/x", verb::get, "namespaces"},
        {"GET", "/apis/apps/v1/namespaces/x/deployments/a", verb::get, "deployments"},
        {"PATCH", "/apis/apps/v1/namespaces/x/deployments/a/status?force=true", verb::patch, "deployments"},
        {"POST", "/apis/apps/v1/namespaces/x/deployments", verb::create, "deployments"},
        {"DELETE", "/api/v1/namespaces/x/services/a", verb::remove, "services"},
        {"DELETE", "/api/v1/namespaces/x/services", verb::remove_collection, "services"},
        {"GET", "/version", verb::get, ""},
    };
    for (const auto& c : cases) {
        http::request r;
        r.method = c.method;
        r.target = c.target;
        const network_request q = network_request::of(r);
        BOOST_TEST((q.op == c.op), c.target);
        BOOST_TEST(q.resource == c.resource);
    }
}

BOOST_FIXTURE_TEST_CASE(each_fault_does_what_it_says, fixture) {
    plan.nth(verb::list, 2, network_fault::answer(429, "TooManyRequests", 5), "pods");
    BOOST_TEST(plan.pending().size() == 1u);
    pods();
    BOOST_TEST(ask("GET", "/api/v1/pods") == "200 0123456789|");
    BOOST_TEST(ask("GET", "/api/v1/pods").starts_with("429 {\"kind\":\"Status\""));
    BOOST_TEST(plan.pending().empty());
    plan.nth(verb::list, 1, network_fault::unreachable());
    BOOST_TEST(ask("GET", "/api/v1/pods") == "unreachable");
    plan.nth(verb::list, 1, network_fault::lost_answer());
    pods();
    BOOST_TEST(ask("GET", "/api/v1/pods") == "connection_lost");
    plan.nth(verb::list, 1, network_fault::cut(4));
    pods();
    BOOST_TEST(ask("GET", "/api/v1/pods") == "200 0123|connection_lost");
    plan.nth(verb::list, 1, network_fault::mute(4));
    pods();
    BOOST_TEST(ask("GET", "/api/v1/pods") == "200 0123|timeout");
    plan.nth(verb::list, 1, network_fault::slow(4, 1s));
    pods();
    BOOST_TEST(ask("GET", "/api/v1/pods") == "200 0123|4567|89|");
    plan.nth(verb::list, 1, network_fault::preceded_by("x"));
    pods();
    BOOST_TEST(ask("GET", "/api/v1/pods") == "200 x|0123456789|");
    BOOST_TEST(plan.sent(verb::list, "pods") == 8u);
}

BOOST_FIXTURE_TEST_CASE(what_the_server_made_is_counted_also_when_its_answer_is_lost, fixture) {
    net.expect("POST", "/api/v1/namespaces/x/pods").status(201).body("{}");
    plan.nth(verb::create, 1, network_fault::lost_answer());
    BOOST_TEST(ask("POST", "/api/v1/namespaces/x/pods") == "connection_lost");
    BOOST_TEST(plan.created().at("/api/v1/namespaces/x/pods") == 1);
}

BOOST_AUTO_TEST_SUITE_END()
