#pragma once
// A loop under virtual time for tests: run() drives one coroutine to its end and fails the test if it cannot
// end.

#include "setpoint/core/loop.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/test/unit_test.hpp>

namespace setpoint { inline namespace v0 {

struct virtual_world {
    explicit virtual_world(std::uint64_t seed = 1) : random(seed), l(time, random) {}

    // `body` is a function that returns awaitable<void>; it lives until the coroutine has ended.
    template <class F>
    void run(F body) {
        bool ended = false;
        std::exception_ptr failure;
        task_scope scope(l, "test", [&](std::string_view, std::exception_ptr e) { failure = e; });
        scope.spawn("test body", wrap(body, ended));
        l.run();
        if (!ended && !failure) {
            for (const auto& name : l.waiting_tasks()) BOOST_TEST_MESSAGE("still waiting: " << name);
            BOOST_ERROR("the test body did not end: it waits for something that never comes");
            scope.request_stop();
            l.run();
        }
        if (failure) std::rethrow_exception(failure);
    }

    virtual_clock time;
    random_source random;
    loop l;

private:
    template <class F>
    static awaitable<void> wrap(F& body, bool& ended) {
        co_await body();
        ended = true;
    }
};

}}  // namespace setpoint::v0
