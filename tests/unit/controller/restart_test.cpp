// A controller that stops and runs again, as with terms of leadership.
#include "unit/controller/controller_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

awaitable<void> stop_controllers(controller_world& w) {
    w.controllers.request_stop();
    co_await w.controllers.join();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(controller_restart_test)

BOOST_AUTO_TEST_CASE(a_second_run_begins_with_everything_that_is_there) {
    controller_world w;
    std::vector<std::string> seen;
    w.start([&](context&, object_key k) -> awaitable<outcome> {
        seen.push_back(k.name);
        co_return outcome::requeue_after(1h);
    });
    for (const char* name : {"a", "b", "c"}) w.put(name);
    w.settle(1s);
    BOOST_TEST(seen.size() == 3u);
    task_scope stopper(w.l, "stopper");
    stopper.spawn("stop", stop_controllers(w));
    w.settle(1s);
    seen.clear();
    // While it does not run, changes are not reconciled, and what there was is not remembered.
    w.put("d");
    w.settle(2h);
    BOOST_TEST(seen.empty());
    task_scope again(w.l, "again");
    again.spawn("controller", w.made->run(w.grace));
    w.settle(1s);
    std::sort(seen.begin(), seen.end());
    BOOST_TEST(seen == (std::vector<std::string>{"a", "b", "c", "d"}), boost::test_tools::per_element());
    BOOST_TEST(w.counter("workqueue_adds_total", {{"name", "gadget"}, {"controller", "gadget"}}) >= 7);
    again.request_stop();
    w.settle(1s);
    BOOST_TEST(again.size() == 0u);
}

// A standby may see many names come and go before it leads, or between two terms.
BOOST_AUTO_TEST_CASE(a_standby_queues_nothing_and_begins_with_what_is_there) {
    controller_world w;
    w.run_at_once = false;
    std::vector<std::string> seen;
    w.start([&](context&, object_key k) -> awaitable<outcome> {
        seen.push_back(k.name);
        co_return outcome::done();
    });
    w.made->stand_by();
    w.put("early");
    w.put("gone");
    w.settle(1s);
    w.gadgets.remove("gone");
    w.settle(1s);
    BOOST_TEST(w.made->queued() == 0u);
    using names = std::vector<std::string>;
    const std::pair<const char*, names> terms[] = {{"late", {"early", "late"}},
                                                   {"later", {"between", "early", "late", "later"}}};
    for (const auto& [late, all] : terms) {
        seen.clear();
        task_scope term(w.l, "term");
        term.spawn("controller", w.made->run(w.grace));
        w.settle(1s);
        w.put(late);
        w.settle(1s);
        term.request_stop();
        w.settle(1s);
        w.put("between");
        w.settle(1s);
        BOOST_TEST(w.made->queued() == 0u);
        std::sort(seen.begin(), seen.end());
        BOOST_TEST(seen == all, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(cancelled_reconciles_end_at_once_and_their_keys_come_again) {
    controller_world w;
    int begun = 0, ended = 0;
    w.start([&](context& ctx, object_key) -> awaitable<outcome> {
        ++begun;
        co_await ctx.sleep(9s);
        ++ended;
        co_return outcome::done();
    });
    for (int i = 0; i < 6; ++i) w.put("g" + std::to_string(i));
    w.settle(1s);
    BOOST_TEST(begun == 4);
    w.controllers.request_stop();
    w.made->cancel_reconciles();
    w.settle(1s);
    BOOST_TEST(w.controllers.size() == 0u);
    BOOST_TEST(ended == 0);
    task_scope again(w.l, "again");
    again.spawn("controller", w.made->run(w.grace));
    w.settle(30s);
    BOOST_TEST(ended == 6);
    again.request_stop();
    w.settle(1s);
    BOOST_TEST(again.size() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
