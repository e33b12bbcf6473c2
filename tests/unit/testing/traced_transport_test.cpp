#include "testkit/testing/traced_transport.hpp"

#include "support/script_transport.hpp"
#include "support/virtual_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(traced_transport_test)

namespace {

struct trace_world : virtual_world {
    script_transport net{l};
    std::shared_ptr<testing::trace_text> trace = std::make_shared<testing::trace_text>(l);
    testing::traced_transport traced{net, trace, "me"};
    awaitable<std::string> ask(std::string target) {
        http::request r;
        r.target = std::move(target);
        auto answer = co_await traced.send(std::move(r), {});
        if (!answer) co_return "";
        auto body = co_await http::read_all(**answer, 10000);
        co_return body ? *body : "cut";
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_request_is_a_line_with_its_time_and_status) {
    trace_world w;
    w.net.expect("GET", "/a?limit=1").status(404).delay(1500ms).body("no");
    w.net.expect("GET", "/b").fails(error(errc::unreachable, "away"));
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.ask("/a?limit=1")) == "no");
        co_await w.l.sleep(1h);
        co_await w.ask("/b");
    });
    BOOST_TEST(w.trace->text() ==
               "00:00:01.500000 me GET /a?limit=1 404\n"
               "01:00:01.500000 me GET /b unreachable\n");
}

BOOST_AUTO_TEST_CASE(events_of_a_watch_are_lines_however_they_are_cut) {
    const std::string events =
        R"({"type":"ADDED","object":{"metadata":{"name":"a","namespace":"n","resourceVersion":"5"}}})"
        "\n"
        R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"6"}}})"
        "\nnonsense\n";
    for (const std::size_t size : {1u, 7u, 1000u}) {
        trace_world w;
        w.net.expect("GET", "/api/v1/pods?watch=1").in_pieces(events, size);
        w.run([&]() -> awaitable<void> { BOOST_TEST((co_await w.ask("/api/v1/pods?watch=1")) == events); });
        BOOST_TEST(w.trace->text() ==
                   "00:00:00.000000 me GET /api/v1/pods?watch=1 200\n"
                   "00:00:00.000000 me EVENT /api/v1/pods ADDED n/a 5\n"
                   "00:00:00.000000 me EVENT /api/v1/pods BOOKMARK  6\n"
                   "00:00:00.000000 me EVENT /api/v1/pods ?\n"
                   "00:00:00.000000 me END /api/v1/pods\n");
    }
}

BOOST_AUTO_TEST_CASE(a_trace_that_is_full_says_so_once) {
    trace_world w;
    testing::trace_text t(w.l, 100);
    for (int i = 0; i < 9; ++i) t.line("me", "GET /a/path/of/some/length 200");
    BOOST_TEST(t.text() ==
               "00:00:00.000000 me GET /a/path/of/some/length 200\n"
               "00:00:00.000000 me GET /a/path/of/some/length 200\n"
               "00:00:00.000000 me GET /a/path/of/some/length 200\n"
               "The trace is full: later lines are missing\n");
}

BOOST_AUTO_TEST_SUITE_END()
