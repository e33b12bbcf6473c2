#pragma once
// A loop under real time for integration tests: run() drives one coroutine to its end, with a hard limit.

#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace setpoint { inline namespace v0 {

struct real_world {
    real_world()
        : seed(random_source::system_seed()), random(seed), l(time, random), sink(log_text), log(sink, time) {
        BOOST_TEST_MESSAGE("seed " << seed);
    }

    // `body` is a function that returns awaitable<void>; it lives until the coroutine has ended. The test
    // fails when that takes longer than `limit`.
    template <class F>
    void run(F body, duration limit = std::chrono::seconds(60)) {
        run_to_end(l, "test body", bounded(body, limit));
    }

    // Asks every `step` until `condition` (a function that returns bool) holds; false when it does not within
    // `limit`.
    template <class F>
    awaitable<bool> eventually(F condition, duration limit = std::chrono::seconds(20),
                               duration step = std::chrono::milliseconds(20)) {
        const time_point due = saturating_add(l.now(), limit);
        while (!condition()) {
            if (l.now() >= due) co_return false;
            co_await l.sleep(step);
        }
        co_return true;
    }

    std::uint64_t seed;
    real_clock time;
    random_source random;
    loop l;
    std::ostringstream log_text;  // what was logged through `log`
    text_sink sink;
    logger log;

private:
    template <class F>
    awaitable<void> bounded(F& body, duration limit) {
        const auto ended = co_await with_timeout(l, limit, "the test body", body());
        if (ended) co_return;
        for (const auto& name : l.waiting_tasks()) BOOST_TEST_MESSAGE("still waiting: " << name);
        BOOST_ERROR(ended.error().to_string() << "; logged: " << log_text.str());
    }
};

}}  // namespace setpoint::v0
