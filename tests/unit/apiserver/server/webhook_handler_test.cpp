// Webhooks in the process of the server, under virtual time.

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;

constexpr const char *maps = "/api/v1/namespaces/default/configmaps",
                     *configurations =
                         "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

struct handler_fixture {
    handler_fixture() {
        ask(configurations, configuration(R"("service":{"namespace":"n","name":"s","path":"/check"})"));
    }

    static std::string configuration(std::string_view client) {
        return R"({"metadata":{"name":"a"},"webhooks":[{"name":"a.b.c","sideEffects":"None","timeoutSeconds":2,)"
               R"("admissionReviewVersions":["v1"],"clientConfig":{)" +
               std::string(client) +
               R"(},"rules":[{"operations":["*"],"apiGroups":["*"],"apiVersions":["*"],"resources":["configmaps"]}]}]})";
    }
    http::response ask(std::string target, std::string body, duration limit = duration::zero()) {
        http::server_request r{
            "POST", std::move(target), {{"Content-Type", "application/json"}}, std::move(body)};
        std::optional<http::response> out;
        task_scope scope(l, "request");
        scope.spawn("request", into(cluster, r, out));
        l.run_until(l.now() + limit);
        BOOST_REQUIRE(out.has_value());
        return std::move(*out);
    }
    http::response make() { return ask(maps, R"({"metadata":{"name":"x"}})", std::chrono::seconds(3)); }
    static std::string message(const http::response& r) {
        return std::string(text_at(json_text::parse_own(r.body).get_object(), "message"));
    }
    // Answers a review, and waits before.
    static awaitable<http::response> check(handler_fixture& own, const http::server_request& r) {
        own.targets.push_back(r.target);
        if (own.delay > duration::zero()) co_await own.l.sleep(own.delay);
        if (own.fails) throw std::runtime_error("broken");
        const bj::value review = json_text::parse_own(r.body);
        bj::object response{{"uid", text_at(review.get_object(), {"request", "uid"})},
                            {"allowed", own.allowed}};
        if (own.code != 0) response["status"] = bj::object{{"code", own.code}};
        co_return http::response{200,
                                 {},
                                 json_text::serialize(bj::object{{"kind", "AdmissionReview"},
                                                                 {"apiVersion", "admission.k8s.io/v1"},
                                                                 {"response", std::move(response)}}),
                                 {}};
    }
    void serve(const std::string& host) {
        cluster.serve_webhooks(host, [this](const http::server_request& r) { return check(*this, r); });
    }

    struct quiet final : log_sink {
        void write(const log_record&) override {}
    };
    virtual_clock time;
    random_source random{1};
    quiet sink;
    loop l{time, random};
    server cluster{l, logger(sink, time)};
    std::vector<std::string> targets;
    duration delay{};
    bool allowed = true, fails = false;
    int code = 0;  // of a denial

    static awaitable<void> into(server& s, const http::server_request& r, std::optional<http::response>& to) {
        to = co_await s.handle(r);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(webhook_handler_test, handler_fixture)

BOOST_AUTO_TEST_CASE(a_service_is_served_in_this_process) {
    serve("s.n.svc");
    BOOST_TEST(make().status == 201);
    BOOST_REQUIRE(targets.size() == 1);
    BOOST_TEST(targets[0] == "/check?timeout=2s");
}

BOOST_AUTO_TEST_CASE(a_url_is_served_by_its_host) {
    ask(configurations, configuration(R"("url":"https://hooks.example.com:8443/a")").replace(21, 1, "b"));
    serve("s.n.svc");
    serve("hooks.example.com");
    BOOST_TEST(make().status == 201);
    BOOST_TEST(targets.size() == 2);
}

BOOST_AUTO_TEST_CASE(a_denial_reaches_the_client) {
    serve("s.n.svc");
    allowed = false;
    BOOST_TEST(message(make()) == "admission webhook \"a.b.c\" denied the request without explanation");
}

// Reads of a version to come are repeated when it is there; their code, 504, is no reason to repeat a write.
BOOST_AUTO_TEST_CASE(a_write_that_is_answered_with_504_is_not_repeated) {
    serve("s.n.svc");
    allowed = false;
    code = 504;
    BOOST_TEST(make().status == 504);
    ask("/api/v1/namespaces", R"({"metadata":{"name":"other"}})", std::chrono::seconds(4));
    BOOST_TEST(targets.size() == 1U);
    delay = std::chrono::milliseconds(1500);
    BOOST_TEST(ask(std::string(maps) + "?timeout=1s", R"({"metadata":{"name":"y"}})", std::chrono::seconds(5))
                   .status == 504);
    BOOST_TEST(targets.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_read_waits_for_a_version_to_come) {
    const std::string later = std::to_string(cluster.revision() + 1);
    http::server_request r{"GET", std::string(maps) + "?resourceVersion=" + later, {}, {}};
    std::optional<http::response> out;
    task_scope scope(l, "request");
    scope.spawn("request", into(cluster, r, out));
    l.run_until(l.now() + std::chrono::seconds(1));
    BOOST_TEST(!out.has_value());
    ask("/api/v1/namespaces", R"({"metadata":{"name":"other"}})");
    BOOST_REQUIRE(out.has_value());
    BOOST_TEST(out->status == 200);
    r.target = std::string(maps) + "?resourceVersion=1000000";
    out.reset();
    scope.spawn("request", into(cluster, r, out));
    l.run_until(l.now() + std::chrono::milliseconds(2900));
    BOOST_TEST(!out.has_value());
    l.run_until(l.now() + std::chrono::milliseconds(200));
    BOOST_REQUIRE(out.has_value());
    BOOST_TEST(out->status == 504);
}

BOOST_AUTO_TEST_CASE(a_slow_handler_is_cancelled) {
    serve("s.n.svc");
    delay = std::chrono::minutes(1);
    const time_point begun = l.now();
    BOOST_TEST(message(make()) ==
               "Internal error occurred: failed calling webhook \"a.b.c\": failed to call webhook: Post "
               "\"https://s.n.svc:443/check?timeout=2s\": context deadline exceeded");
    BOOST_TEST((l.now() - begun == std::chrono::seconds(3)));
}

BOOST_AUTO_TEST_CASE(a_handler_that_throws_is_an_error_of_the_webhook) {
    serve("s.n.svc");
    fails = true;
    BOOST_TEST(
        message(make()) ==
        "Internal error occurred: failed calling webhook \"a.b.c\": failed to call webhook: an error on the "
        "server (\"broken\") has prevented the request from succeeding");
}

BOOST_AUTO_TEST_CASE(without_a_handler_and_a_network_calls_fail) {
    serve("s.n.svc");
    cluster.serve_webhooks("s.n.svc", nullptr);
    BOOST_TEST(message(make()).find("no webhook is served in this process as \"s.n.svc\"") !=
               std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
