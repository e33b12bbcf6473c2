// What a controller says of itself.
#include "controller_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(controller_report_test)

BOOST_AUTO_TEST_CASE(it_says_what_runs_what_waits_and_how_the_last_ones_ended) {
    controller_world w;
    w.options.max_concurrent = 1;
    w.put("a");
    w.put("b");
    int runs = 0;
    w.start([&](context& ctx, object_key) -> awaitable<outcome> {
        ++runs;
        if (runs == 1) co_return error(errc::conflict, "somebody was faster");
        if (runs == 2) co_return outcome::requeue_after(1h);
        co_await ctx.sleep(10s);
        co_return outcome::done();
    });
    w.settle(1s);
    const controller_report r = w.made->report();
    BOOST_TEST(r.name == "gadget");
    BOOST_TEST(r.workers == 1u);
    BOOST_TEST(r.active == 1u);
    BOOST_TEST(r.watches.size() == 2u);
    BOOST_REQUIRE(r.under_way.size() == 1u);
    BOOST_CHECK(r.under_way[0].since > 900ms);
    BOOST_CHECK(r.under_way[0].since < 1s);
    BOOST_TEST(r.queue.waiting == 1u);
    BOOST_CHECK(r.next_in > 59min);
    BOOST_REQUIRE(r.recent.size() == 2u);
    BOOST_TEST(r.recent[0].reason == "Gadget changed");
    BOOST_CHECK(r.recent[0].in == lane::initial);
    BOOST_CHECK(r.recent[0].ended.what() == outcome::kind::retry);
    BOOST_TEST(r.recent[0].ended.why().message == "somebody was faster");
    BOOST_CHECK(r.recent[1].ended.what() == outcome::kind::requeue_after);
    // The one that failed is what runs now.
    BOOST_CHECK(r.under_way[0].key == r.recent[0].key);
    w.settle(10s);
    const controller_report later = w.made->report();
    BOOST_REQUIRE(later.recent.size() == 3u);
    BOOST_TEST(later.recent[2].reason == "retry");
    BOOST_CHECK(later.recent[2].in == lane::retry);
    BOOST_TEST(later.recent[2].attempt == 1u);
    BOOST_CHECK(later.recent[2].took == 10s);
    BOOST_TEST(later.under_way.empty());
}

BOOST_AUTO_TEST_SUITE_END()
