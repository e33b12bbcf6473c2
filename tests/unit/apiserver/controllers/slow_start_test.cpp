// Batches of writes.
#include "apiserver/controllers/slow_start.hpp"

#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(slow_start_test)

namespace {

// An API whose writes take a second each.
struct slow_api {
    loop& l;
    std::size_t fails_at = 1000, refuses_at = 1000;
    std::vector<std::size_t> called{};

    awaitable<result<bool>> write(std::size_t i) {
        called.push_back(i);
        co_await l.sleep(1s);
        if (i == fails_at) co_return error(errc::forbidden, "quota");
        co_return i != refuses_at;
    }
    numbered_call calls() {
        return [this](std::size_t i) { return write(i); };
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(batches_double_until_all_is_done) {
    virtual_world w;
    slow_api api{w.l};
    w.run([&]() -> awaitable<void> {
        const auto done = co_await slow_start(w.l, 10, api.calls());
        BOOST_TEST(done.has_value());
        BOOST_TEST(api.called.size() == 10U);
        BOOST_CHECK(w.l.now() == time_point(4s));  // 1, 2, 4 and 3 of them
    });
}

BOOST_AUTO_TEST_CASE(no_batch_follows_one_with_an_error) {
    virtual_world w;
    slow_api api{w.l};
    api.fails_at = 2;
    w.run([&]() -> awaitable<void> {
        const auto done = co_await slow_start(w.l, 500, api.calls());
        BOOST_TEST(done.has_error());
        BOOST_TEST(api.called.size() == 3U);
    });
}

BOOST_AUTO_TEST_CASE(no_batch_follows_a_refused_call_without_an_error) {
    virtual_world w;
    slow_api api{w.l};
    api.refuses_at = 0;
    w.run([&]() -> awaitable<void> {
        const auto done = co_await slow_start(w.l, 500, api.calls());
        BOOST_TEST(done.has_value());
        BOOST_TEST(api.called.size() == 1U);
    });
}

BOOST_AUTO_TEST_CASE(all_calls_run_at_once_without_slow_start) {
    virtual_world w;
    slow_api api{w.l};
    w.run([&]() -> awaitable<void> {
        const auto done = co_await side_by_side(w.l, 50, api.calls());
        BOOST_TEST(done.has_value());
        BOOST_TEST(api.called.size() == 50U);
        BOOST_CHECK(w.l.now() == time_point(1s));
    });
}

BOOST_AUTO_TEST_SUITE_END()
