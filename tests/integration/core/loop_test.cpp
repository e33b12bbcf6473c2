// The loop with real time: unit tests have a virtual clock.
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(real_loop)

namespace {

long wake_ups() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return used.ru_nvcsw;
}

struct world {
    real_clock time;
    random_source random{1};
    loop l{time, random};
};

// Whether a timer of this process that counts suspend is set (proc(5), fdinfo).
bool has_timer_on_boottime() {
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fdinfo")) {
        std::stringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        const std::string s = text.str();
        if (s.find("clockid: " + std::to_string(CLOCK_BOOTTIME) + "\n") != std::string::npos &&
            s.find("it_value: (0, 0)") == std::string::npos)
            return true;
    }
    return false;
}

awaitable<void> sleep_for(loop& l, duration d, time_point& woken) {
    co_await l.sleep(d);
    woken = l.now();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_long_sleep_is_one_wake_up_and_ends_on_time) {
    world w;
    time_point woken;
    const time_point begin = w.l.now();
    const long before = wake_ups();
    run_to_end(w.l, "sleeper", sleep_for(w.l, 5500ms, woken));
    // Asio alone would wake up every second.
    BOOST_TEST(wake_ups() - before <= 3);
    BOOST_TEST((woken - begin >= 5500ms));
}

BOOST_AUTO_TEST_CASE(a_timer_that_is_due_earlier_than_the_alarm_is_heard) {
    world w;
    time_point late, early;
    const time_point begin = w.l.now();
    const auto both = [&]() -> awaitable<void> {
        task_scope scope(w.l, "both");
        scope.spawn("late", sleep_for(w.l, 4s, late));
        co_await w.l.sleep(100ms);
        scope.spawn("early", sleep_for(w.l, 1500ms, early));
        co_await scope.join();
    };
    run_to_end(w.l, "both", both());
    BOOST_TEST((early - begin >= 1600ms));
    BOOST_TEST((early < late));
    BOOST_TEST((late - begin >= 4s));
}

// Look-ups that hang must not hold up others longer than those who asked for them waited.
BOOST_AUTO_TEST_CASE(a_blocking_job_that_nobody_waits_for_any_longer_does_not_run) {
    world w;
    std::atomic<bool> over = false, ran = false;
    const auto occupy = [&]() -> awaitable<void> {
        co_await w.l.blocking("hang", [&] { over.wait(false); });
    };
    const auto forsaken = [&]() -> awaitable<void> {
        co_await w.l.blocking("forsaken", [&] { ran = true; });
    };
    const auto all = [&]() -> awaitable<void> {
        task_scope busy(w.l, "busy"), waiting(w.l, "waiting");
        for (int i = 0; i < 16; ++i) busy.spawn("hang", occupy());  // more than there are threads
        waiting.spawn("forsaken", forsaken());
        const auto is_queued = [&] {
            const auto jobs = w.l.blocking_jobs();
            return std::find(jobs.begin(), jobs.end(), "forsaken") != jobs.end();
        };
        while (!is_queued()) co_await w.l.yield();
        waiting.request_stop();
        co_await waiting.join();
        BOOST_TEST(!is_queued());
        over = true;
        over.notify_all();
        co_await busy.join();
    };
    run_to_end(w.l, "all", all());
    BOOST_TEST(!ran);
}

// A machine cannot be suspended here: CLOCK_BOOTTIME is what makes the difference.
BOOST_AUTO_TEST_CASE(a_suspend_counts_during_a_long_wait) {
    world w;
    bool counts = false;
    time_point woken;
    const auto both = [&]() -> awaitable<void> {
        task_scope scope(w.l, "both");
        scope.spawn("sleeper", sleep_for(w.l, 1h, woken));
        counts = co_await w.l.blocking("look at the timers", [] {
            const auto until = std::chrono::steady_clock::now() + 10s;
            while (!has_timer_on_boottime())
                if (std::chrono::steady_clock::now() > until) return false;
            return true;
        });
        scope.request_stop();
        co_await scope.join();
    };
    run_to_end(w.l, "both", both());
    BOOST_TEST(counts);
}

BOOST_AUTO_TEST_CASE(what_asio_posts_is_run_while_tasks_keep_the_loop_busy) {
    world w;
    bool posted = false;
    const auto busy = [&]() -> awaitable<void> {
        asio::post(w.l.io(), [&posted] { posted = true; });
        while (!posted) co_await w.l.yield();
    };
    run_to_end(w.l, "busy", busy());
    BOOST_TEST(posted);
}

BOOST_AUTO_TEST_SUITE_END()
