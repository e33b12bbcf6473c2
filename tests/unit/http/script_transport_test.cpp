#include "support/script_transport.hpp"

#include "support/virtual_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(script_transport_test)

namespace {

http::request get(std::string target) {
    return {"GET", std::move(target), {}, {}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_canned_response_is_read_completely) {
    virtual_world w;
    script_transport net(w.l);
    net.expect("GET", "/a").status(404).header("X", "1").in_pieces("hello", 2);
    w.run([&]() -> awaitable<void> {
        auto s = co_await net.send(get("/a"), {});
        BOOST_REQUIRE(s.has_value());
        BOOST_TEST((*s)->head().status == 404);
        BOOST_TEST((*s)->head().find("x") == "1");
        const auto body = co_await http::read_all(**s, 5);
        BOOST_TEST(body.value() == "hello");
    });
    BOOST_TEST(net.sent().size() == 1u);
    BOOST_TEST(net.count("GET", "/*") == 1u);
}

BOOST_AUTO_TEST_CASE(a_body_over_the_limit_is_rejected_by_read_all) {
    virtual_world w;
    script_transport net(w.l);
    net.expect("GET", "/a").in_pieces("hello", 2);
    w.run([&]() -> awaitable<void> {
        auto s = co_await net.send(get("/a"), {});
        const auto body = co_await http::read_all(**s, 4);
        BOOST_CHECK(body.error().code == errc::too_large);
    });
}

BOOST_AUTO_TEST_CASE(an_open_body_gets_pushed_pieces_until_it_is_cut) {
    virtual_world w;
    script_transport net(w.l);
    auto& watch = net.expect("GET", "/w*").body("1").stays_open();
    std::string got;
    std::optional<errc> end;
    task_scope scope(w.l, "reader");
    const auto reader = [&]() -> awaitable<void> {
        auto s = co_await net.send(get("/w?x=1"), {});
        for (;;) {
            const auto piece = co_await (*s)->read();
            if (!piece) {
                end = piece.error().code;
                co_return;
            }
            got += *piece;
        }
    };
    scope.spawn("reader", reader());
    w.run([&]() -> awaitable<void> {
        co_await w.l.sleep(1s);
        BOOST_TEST(got == "1");
        watch.push("2");
        co_await w.l.sleep(1s);
        BOOST_TEST(got == "12");
        BOOST_TEST(watch.streams() == 1);
        watch.cut(error(errc::connection_lost, "cut"));
        co_await scope.join();
    });
    BOOST_CHECK(end == errc::connection_lost);
    BOOST_TEST(watch.streams() == 0);
    BOOST_TEST(watch.abandoned() == 0);
}

BOOST_AUTO_TEST_CASE(timeouts_are_those_of_the_request) {
    virtual_world w;
    script_transport net(w.l);
    net.expect("GET", "/slow").delay(90s);
    net.expect("GET", "/silent").stays_open();
    net.expect("GET", "/fails").delay(1s).fails(error(errc::unreachable, "no"));
    w.run([&]() -> awaitable<void> {
        const auto slow = co_await net.send(get("/slow"), {});
        BOOST_CHECK(slow.error().code == errc::timeout);
        BOOST_CHECK(w.l.now() == time_point(60s));
        auto silent = co_await net.send(get("/silent"), {});
        const auto piece = co_await (*silent)->read();
        BOOST_CHECK(piece.error().code == errc::timeout);
        BOOST_CHECK(w.l.now() == time_point(120s));
        const auto fails = co_await net.send(get("/fails"), {});
        BOOST_CHECK(fails.error().code == errc::unreachable);
    });
}

BOOST_AUTO_TEST_SUITE_END()
