// A call that must be permitted before each attempt: a refused one was certainly not sent.
#include "unit/client/api_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

// An apply that may start `times` times.
awaitable<errc> apply_asking(api_world& w, int times) {
    const widget wanted = make_widget("default", "a", "red");
    call c = w.api.apply_call(kind_of<widget>(), &wanted, "", {});
    c.may_start = [left = times]() mutable -> result<> {
        if (left-- > 0) return {};
        return error(errc::not_leader, "not sent");
    };
    auto r = co_await w.api.write(kind_of<widget>(), std::move(c));
    co_return r ? errc::failed : r.error().code;  // anything but failed: it was allowed to start
}

}  // namespace

BOOST_AUTO_TEST_SUITE(may_start_test)

BOOST_AUTO_TEST_CASE(what_may_not_start_is_not_sent) {
    api_world w;
    w.run([&]() -> awaitable<void> { BOOST_TEST((co_await apply_asking(w, 0) == errc::not_leader)); });
    BOOST_TEST(w.net.sent().empty());
}

BOOST_AUTO_TEST_CASE(each_attempt_needs_permission_and_a_refused_one_has_a_known_outcome) {
    api_world w;
    w.net.expect("PATCH", widgets_url + "/a*")
        .status(429)
        .header("Retry-After", "1")
        .json(failure_json(429, "TooManyRequests"));
    w.run([&]() -> awaitable<void> { BOOST_TEST((co_await apply_asking(w, 1) == errc::not_leader)); });
    BOOST_TEST(w.net.sent().size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_transport_gets_the_callback) {
    api_world w;
    w.net.expect("PATCH", widgets_url + "/a*").json(widget_json("a"));
    w.net.expect("DELETE", widgets_url + "/a").json("{}");
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await apply_asking(w, 2) == errc::failed));
        BOOST_REQUIRE(w.net.sent().at(0).may_start);
        BOOST_TEST(!!w.net.sent().at(0).may_start());
        delete_options o;
        o.may_start = [] { return result<>(); };
        BOOST_TEST(!!(co_await w.api.remove<widget>({"default", "a"}, o)));
        BOOST_TEST(!!w.net.sent().at(1).may_start);
    });
}

BOOST_AUTO_TEST_SUITE_END()
