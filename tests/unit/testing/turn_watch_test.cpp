#include "testkit/testing/turn_watch.hpp"

#include "support/virtual_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(turn_watch_test)

namespace {

struct watch_world : virtual_world {
    testing::turn_watch turns{l};
    int value = 0;
    watch_world() { l.observe(&turns); }
    awaitable<void> set(int to, duration after) {
        co_await l.sleep(after);
        value = to;
    }
    awaitable<void> blink(duration after) {
        co_await l.sleep(after);
        value = 1;
        co_await l.yield();
        value = 0;
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_condition_is_seen_in_the_turn_that_makes_it_true) {
    watch_world w;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "setter");
        scope.spawn("setter", w.set(7, 90s));
        const bool held = co_await w.turns.wait([&] { return w.value == 7; }, w.l.now() + 100s);
        BOOST_TEST(held);
        BOOST_TEST((w.l.now().time_since_epoch() == 90s));
        co_await scope.join();
    });
}

BOOST_AUTO_TEST_CASE(what_holds_for_a_moment_only_is_not_missed) {
    watch_world w;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "blink");
        scope.spawn("blink", w.blink(5s));
        const bool held = co_await w.turns.wait([&] { return w.value == 1; }, w.l.now() + 100s);
        BOOST_TEST(held);
        co_await scope.join();
        BOOST_TEST(w.value == 0);
    });
}

BOOST_AUTO_TEST_CASE(it_gives_up_when_its_time_has_passed) {
    watch_world w;
    w.run([&]() -> awaitable<void> {
        const bool held = co_await w.turns.wait([] { return false; }, w.l.now() + 10s);
        BOOST_TEST(!held);
        BOOST_TEST((w.l.now().time_since_epoch() == 10s));
    });
}

BOOST_AUTO_TEST_CASE(what_a_condition_throws_reaches_who_waits) {
    watch_world w;
    w.run([&]() -> awaitable<void> {
        bool thrown = false;
        int asked = 0;
        try {
            task_scope scope(w.l, "setter");
            scope.spawn("setter", w.set(1, 1s));
            std::exception_ptr e;
            try {
                co_await w.turns.wait(
                    [&]() -> bool {
                        if (++asked > 1) throw std::runtime_error("made up");
                        return false;
                    },
                    w.l.now() + 10s);
            } catch (...) {
                e = std::current_exception();
            }
            co_await scope.join();
            if (e) std::rethrow_exception(e);
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        BOOST_TEST(thrown);
        BOOST_TEST(asked == 2);
    });
}

BOOST_AUTO_TEST_CASE(tasks_that_wake_each_other_for_ever_are_noticed) {
    watch_world w;
    task_scope scope(w.l, "busy");
    const auto busy = [&]() -> awaitable<void> {
        for (;;) co_await w.l.yield();
    };
    scope.spawn("busy", busy());
    w.l.run_until(w.l.now() + 1s);
    BOOST_TEST(w.turns.stuck());
    BOOST_TEST(w.turns.last_task() == "busy");
    scope.request_stop();
    w.l.run_until(w.l.now() + 1s);
}

BOOST_AUTO_TEST_SUITE_END()
