// Writes go through while the gate is open; a clock that jumps closes it before anybody has had a turn.
#include "framework/manager/fenced_client.hpp"

#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/core/race.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

struct fenced_world : virtual_world {
    fenced_world() : api(l), gate(std::make_shared<write_gate>(time, "ns/lock")), fenced(api, gate) {
        api.on_write = [](const kind_info&, const call&) -> result<object_ptr> {
            return object_ptr(std::make_shared<config_map>());
        };
    }
    awaitable<errc> write(bool dry_run = false) {
        config_map made;
        made.metadata.name = "a";
        made.metadata.ns = "ns";
        write_options o;
        o.dry_run = dry_run;
        auto r = co_await fenced.create(made, o);
        co_return r ? errc::stopping : r.error().code;  // stopping stands for: it was written
    }
    fake_client api;
    std::shared_ptr<write_gate> gate;
    fenced_client fenced;
};

awaitable<void> write_once(fenced_world& w) {
    co_await w.write();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fenced_client_test)

BOOST_AUTO_TEST_CASE(a_closed_gate_refuses_writes_and_lets_reads_and_dry_runs_through) {
    fenced_world w;
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.write() == errc::not_leader));
        const auto removed = co_await w.fenced.remove<config_map>({"ns", "a"});
        BOOST_TEST((!removed && removed.error().code == errc::not_leader));
        BOOST_TEST(removed.error().message.find("ns/lock") != std::string::npos);
        BOOST_TEST(w.api.asked.empty());
        BOOST_TEST((co_await w.write(true) == errc::stopping));
        const auto read = co_await w.fenced.get<config_map>({"ns", "a"});
        BOOST_TEST((!read && read.error().code == errc::not_found));
    });
}

BOOST_AUTO_TEST_CASE(a_clock_that_jumped_closes_it_without_a_turn_of_anybody) {
    fenced_world w;
    w.gate->open_until(time_point(10s));
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.write() == errc::stopping));
        const auto may_start = w.api.writes.at(0).may_start;
        BOOST_TEST(!!may_start());
        w.time.advance(10s);  // what SIGSTOP and SIGCONT look like from inside
        BOOST_TEST(!may_start());
        BOOST_TEST((may_start().error().code == errc::not_leader));
        BOOST_TEST((co_await w.write() == errc::not_leader));
        BOOST_TEST(w.api.writes.size() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(what_the_caller_asks_before_each_attempt_is_asked_after_the_gate) {
    fenced_world w;
    w.gate->open_until(time_point(10s));
    int asked = 0;
    delete_options o;
    o.may_start = [&]() -> result<> {
        ++asked;
        return error(errc::conflict, "not now");
    };
    w.run([&]() -> awaitable<void> {
        (void)co_await w.fenced.remove_all(kind_of<config_map>(), {}, o);
        BOOST_REQUIRE(w.api.writes.size() == 1u);
        const auto may_start = w.api.writes.at(0).may_start;
        BOOST_TEST((may_start().error().code == errc::conflict));
        BOOST_TEST(asked == 1);
        w.time.advance(10s);
        BOOST_TEST((may_start().error().code == errc::not_leader));
        BOOST_TEST(asked == 1);
    });
}

BOOST_AUTO_TEST_CASE(without_an_election_nothing_is_asked) {
    fenced_world w;
    w.gate->open_until(never);
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.write() == errc::stopping));
        BOOST_TEST(!w.api.writes.at(0).may_start);
    });
}

BOOST_AUTO_TEST_CASE(writes_under_way_are_counted_until_they_end_or_are_cancelled) {
    fenced_world w;
    w.gate->open_until(time_point(10s));
    w.api.delay = 5s;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "writers");
        scope.spawn("one", write_once(w));
        scope.spawn("two", write_once(w));
        co_await w.l.sleep(1s);
        BOOST_TEST(w.fenced.under_way() == 2u);
        scope.request_stop();
        co_await scope.join();
        BOOST_TEST(w.fenced.under_way() == 0u);
    });
}

BOOST_AUTO_TEST_SUITE_END()
