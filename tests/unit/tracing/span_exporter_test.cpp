// Batches on their way to a collector, over a scripted transport.
#include "framework/tracing/span_exporter.hpp"

#include "support/script_transport.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <sstream>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(span_exporter_test)

namespace {

struct exporter_world : virtual_world {
    explicit exporter_world(batch_limits limits = {.queue = 4, .batch = 2, .delay = 5s})
        : exporter(l, net, settings(limits), logger(sink, time), measured) {
        tasks.spawn("exporter", exporter.run());
    }
    ~exporter_world() { stop(); }
    static exporter_settings settings(batch_limits limits) {
        exporter_settings s;
        s.endpoint = "http://collector:4318";
        s.resource = {{"service.name", "test"}};
        s.limits = limits;
        return s;
    }
    void stop() {
        tasks.request_stop();
        settle(0s);
    }
    void settle(duration d) { l.run_until(l.now() + d); }
    void add(const std::string& name) {
        span s;
        s.trace = {1, 2};
        s.id = 3;
        s.name = name;
        exporter.add(std::move(s));
    }
    // The names in the body of a request.
    std::string names(std::size_t request) const {
        std::string all;
        const std::string& body = net.sent().at(request).body;
        constexpr std::string_view before = R"("name":")";
        for (std::size_t at = body.find(before, body.find("spans\":[")); at != std::string::npos;
             at = body.find(before, at + 1))
            all += body.substr(at + before.size(), 1);
        return all;
    }
    double count(const char* what) { return *measured.sum("setpoint_trace_spans_total", {{"result", what}}); }
    std::size_t lines(std::string_view part) const {
        std::size_t n = 0;
        const std::string all = out.str();
        for (std::size_t at = all.find(part); at != std::string::npos; at = all.find(part, at + 1)) ++n;
        return n;
    }
    script_answer& expect() { return net.expect("POST", "/v1/traces"); }

    std::ostringstream out;
    text_sink sink{out};
    prometheus::Registry registry;
    metrics measured{registry};
    script_transport net{l};
    span_exporter exporter;
    task_scope tasks{l, "tasks"};
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_span_is_sent_after_the_delay) {
    exporter_world w;
    w.expect().json("{}");
    w.add("a");
    w.settle(4999ms);
    BOOST_TEST(w.net.sent().empty());
    w.settle(2ms);
    BOOST_REQUIRE(w.net.sent().size() == 1u);
    BOOST_TEST(w.names(0) == "a");
    BOOST_TEST(http::find_header(w.net.sent()[0].headers, "Content-Type") == "application/json");
    BOOST_TEST(w.net.sent()[0].body.starts_with(
        R"({"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"test"}}]})"));
    BOOST_TEST(w.count("sent") == 1);
    BOOST_TEST(w.out.str() == "");
}

BOOST_AUTO_TEST_CASE(a_complete_batch_is_sent_immediately) {
    exporter_world w;
    w.expect().json("{}");
    w.expect().json("{}");
    for (const char* name : {"a", "b", "c"}) w.add(name);
    w.settle(1ms);
    BOOST_TEST(w.net.sent().size() == 1u);
    w.settle(6s);
    BOOST_REQUIRE(w.net.sent().size() == 2u);
    BOOST_TEST(w.names(0) == "ab");
    BOOST_TEST(w.names(1) == "c");
}

BOOST_AUTO_TEST_CASE(a_batch_is_sent_again_after_each_transient_failure) {
    exporter_world w;
    w.expect().status(503).header("Retry-After", "7");
    w.expect().fails(error(errc::unreachable, "refused"));
    w.expect().status(429);
    w.expect().json("{}");
    w.add("a");
    w.add("b");
    w.settle(2min);
    BOOST_REQUIRE(w.net.sent().size() == 4u);
    BOOST_CHECK(w.net.sent()[1].at - w.net.sent()[0].at >= 7s);
    BOOST_CHECK(w.net.sent()[2].at - w.net.sent()[1].at >= 2s);
    BOOST_CHECK(w.net.sent()[3].at - w.net.sent()[2].at >= 4s);
    for (std::size_t i = 1; i < 4; ++i) BOOST_TEST(w.net.sent()[i].body == w.net.sent()[0].body);
    BOOST_TEST(w.count("sent") == 2);
    BOOST_TEST(w.count("failed") == 0);
    BOOST_TEST(w.lines("Traces cannot be exported") == 1u);
    BOOST_TEST(w.lines("Traces are exported again") == 1u);
}

BOOST_AUTO_TEST_CASE(a_refused_batch_is_dropped) {
    exporter_world w;
    w.expect().status(400);
    w.expect().json(R"({"partialSuccess":{"rejectedSpans":"1"}})");
    for (const char* name : {"a", "b", "c", "d"}) w.add(name);
    w.settle(1min);
    BOOST_TEST(w.net.sent().size() == 2u);
    BOOST_TEST(w.names(1) == "cd");
    BOOST_TEST(w.count("failed") == 3);
    BOOST_TEST(w.count("sent") == 1);
}

BOOST_AUTO_TEST_CASE(spans_beyond_the_queue_are_dropped_and_counted) {
    exporter_world w;
    w.expect().delay(3s).json("{}");
    w.expect().json("{}");
    w.expect().json("{}");
    w.add("a");
    w.add("b");
    w.settle(1s);  // these two are under way
    for (const char* name : {"c", "d", "e", "f", "g", "h"}) w.add(name);
    BOOST_TEST(w.count("dropped") == 2);
    BOOST_TEST(w.lines("Spans are dropped") == 1u);
    w.settle(1min);
    BOOST_REQUIRE(w.net.sent().size() == 3u);
    BOOST_TEST(w.names(1) == "cd");
    BOOST_TEST(w.names(2) == "ef");
    BOOST_TEST(w.count("sent") == 6);
}

BOOST_AUTO_TEST_CASE(a_batch_is_dropped_when_the_collector_stays_away) {
    exporter_world w;
    w.expect().fails(error(errc::unreachable, "refused")).repeats();
    w.add("a");
    w.add("b");
    w.settle(10min);
    BOOST_TEST(w.count("failed") == 2);
    BOOST_CHECK(w.net.sent().back().at.time_since_epoch() <= 5min + 10s);
    BOOST_TEST(w.lines("Traces cannot be exported") == 1u);
}

BOOST_AUTO_TEST_CASE(the_last_spans_are_sent_when_stopping) {
    exporter_world w;
    w.expect().delay(1h).json("{}");  // the stop comes first
    w.expect().json("{}");
    w.expect().json("{}");
    for (const char* name : {"a", "b", "c"}) w.add(name);
    w.settle(1s);
    w.stop();
    w.run([&]() -> awaitable<void> { co_await w.exporter.drain(2s); });
    BOOST_REQUIRE(w.net.sent().size() == 3u);
    BOOST_TEST(w.names(1) == "ab");
    BOOST_TEST(w.names(2) == "c");
    BOOST_TEST(w.count("sent") == 3);
}

BOOST_AUTO_TEST_CASE(stopping_does_not_wait_for_a_collector_that_fails) {
    exporter_world w;
    w.expect().status(503);
    for (const char* name : {"a", "b", "c"}) w.add(name);
    w.stop();  // before the exporter has run
    const time_point before = w.l.now();
    w.run([&]() -> awaitable<void> { co_await w.exporter.drain(2s); });
    BOOST_CHECK(w.l.now() == before);
    BOOST_TEST(w.count("failed") == 3);
    BOOST_TEST(w.lines("The last spans were not exported") == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
