#include "setpoint/queue/work_queue.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <stdexcept>
#include <string>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

using queue = work_queue<std::string>;

struct fixture {
    queue q;
    time_point now{100s};

    bool add(const std::string& key, lane in = lane::fresh, std::string_view reason = "event") {
        return q.add(key, in, now, reason);
    }
    // Pops a key, which must exist.
    queue::item take() {
        std::optional<queue::item> item = q.pop(now);
        BOOST_REQUIRE(item.has_value());
        return *item;
    }
    bool idle() { return !q.pop(now); }
    // Adds a key and lets it fail; returns its wait.
    duration fail_once(const std::string& key) {
        add(key);
        return q.done_retry(take().at, now) - now;
    }
    std::string order() {
        std::string keys;
        while (const std::optional<queue::item> item = q.pop(now)) {
            keys += item->key;
            q.done(item->at, now);
        }
        return keys;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(work_queue_test, fixture)

// Its copies fail on request.
struct fragile_key {
    int id = 0;
    static inline bool fails = false;
    fragile_key() = default;
    explicit fragile_key(int i) : id(i) {}
    fragile_key(const fragile_key& from) : id(from.id) {
        if (fails) throw std::runtime_error("no memory");
    }
    fragile_key& operator=(const fragile_key& from) {
        if (fails) throw std::runtime_error("no memory");
        id = from.id;
        return *this;
    }
    bool operator==(const fragile_key&) const = default;
};
struct hash_of_fragile {
    std::size_t operator()(const fragile_key& k) const { return static_cast<std::size_t>(k.id); }
};

BOOST_AUTO_TEST_CASE(key_that_cannot_be_copied_takes_no_slot) {
    work_queue<fragile_key, hash_of_fragile> q;
    const time_point now{100s};
    const fragile_key first(1), second(2);
    fragile_key::fails = true;
    BOOST_CHECK_THROW(q.add(first, lane::fresh, now, "event"), std::runtime_error);
    fragile_key::fails = false;
    BOOST_TEST(q.stats(now).depth[static_cast<std::size_t>(lane::fresh)] == 0u);
    BOOST_TEST(q.add(second, lane::fresh, now, "event"));
    const auto popped = q.pop(now);
    BOOST_REQUIRE(popped.has_value());
    BOOST_TEST(popped->key.id == 2);
    BOOST_TEST(popped->at.id == 0u);
}

BOOST_AUTO_TEST_CASE(lanes_have_names) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < lane_count; ++i) names.insert(to_string(static_cast<lane>(i)));
    BOOST_TEST(names == (std::set<std::string_view>{"fresh", "retry", "timer", "initial"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(keys_of_one_lane_come_first_in_first_out) {
    for (const lane in : {lane::fresh, lane::retry, lane::timer, lane::initial}) {
        for (const char* key : {"c", "a", "b"}) add(key, in);
        BOOST_TEST(order() == "cab");
    }
}

BOOST_AUTO_TEST_CASE(better_lanes_come_first) {
    add("i", lane::initial);
    add("t", lane::timer);
    add("r", lane::retry);
    add("f", lane::fresh);
    BOOST_TEST(order() == "frti");
}

BOOST_AUTO_TEST_CASE(adding_twice_runs_once) {
    BOOST_TEST(add("a"));
    BOOST_TEST(!add("a"));
    BOOST_TEST(order() == "a");
    BOOST_TEST(q.stats(now).adds == 1U);
}

BOOST_AUTO_TEST_CASE(key_being_processed_is_not_handed_out_and_its_add_takes_effect_when_it_is_done) {
    add("a", lane::initial, "list");
    const queue::item first = take();
    BOOST_TEST(!add("a", lane::initial, "list"));
    BOOST_TEST(!add("a", lane::fresh, "update"));
    BOOST_TEST(idle());
    BOOST_TEST((q.next_due() == never));
    now += 5s;
    BOOST_TEST((q.done(first.at, now) == now + settle_time));
    BOOST_TEST(idle());
    now += settle_time;
    const queue::item second = take();
    BOOST_TEST((second.in == lane::timer));
    BOOST_TEST(second.reason == "update");
    BOOST_TEST((second.since == now));
    q.done(second.at, now);
    BOOST_TEST(idle());
}

BOOST_AUTO_TEST_CASE(next_event_ends_the_settle_time_after_a_success) {
    add("a");
    const queue::item first = take();
    add("a", lane::fresh, "what it wrote");
    q.done(first.at, now);
    now += 1ms;
    BOOST_TEST(add("a", lane::fresh, "and wrote last"));
    const queue::item second = take();
    BOOST_TEST((second.in == lane::fresh));
    BOOST_TEST(second.reason == "and wrote last");
    q.done(second.at, now);
    BOOST_TEST((q.next_due() == never));
}

BOOST_AUTO_TEST_CASE(failure_is_not_followed_by_a_settle_time) {
    add("a");
    const queue::item first = take();
    add("a", lane::fresh, "update");
    BOOST_TEST((q.done_retry(first.at, now) == now));
    BOOST_TEST(take().reason == "update");
}

BOOST_AUTO_TEST_CASE(timer_added_while_processing_counts_from_its_own_time) {
    add("a");
    const queue::item first = take();
    q.add_at("a", now + 10s, now, "poll");
    q.add_at("a", now + 20s, now, "later");
    BOOST_TEST((q.done(first.at, now + 4s) == now + 10s));
    now += 10s;
    BOOST_TEST(take().reason == "poll");
}

BOOST_AUTO_TEST_CASE(better_lane_takes_a_queued_key_to_its_end) {
    add("a", lane::initial);
    add("b", lane::fresh);
    now += 1s;
    BOOST_TEST(add("a", lane::fresh));
    add("c", lane::fresh);
    BOOST_TEST(!add("a", lane::initial));
    const queue::item b = take(), a = take();
    BOOST_TEST(b.key == "b");
    BOOST_TEST(a.key == "a");
    BOOST_TEST((a.since == now - 1s));  // eligible all the time
    BOOST_TEST(order() == "c");
    BOOST_TEST(q.stats(now).adds == 3U);
}

BOOST_AUTO_TEST_CASE(every_eighth_pop_takes_the_key_eligible_longest) {
    add("i", lane::initial);
    now += 1s;
    add("t", lane::timer);
    for (int pop = 1; pop <= 24; ++pop) {
        now += 1s;
        for (int i = 0; i < 3; ++i) add("f" + std::to_string(pop * 3 + i));  // more than can be processed
        const queue::item item = take();
        const std::string expected = pop == 8 ? "i" : pop == 16 ? "t" : "f";
        BOOST_TEST(item.key.substr(0, 1) == expected);
        q.done(item.at, now);
    }
}

BOOST_AUTO_TEST_CASE(empty_pops_do_not_count_towards_the_eighth) {
    for (int i = 0; i < 7; ++i) BOOST_TEST(idle());
    add("i", lane::initial);
    now += 1s;
    add("f");
    BOOST_TEST(order() == "fi");
}

BOOST_AUTO_TEST_CASE(timer_is_exact) {
    BOOST_TEST(q.add_at("a", now + 10s, now, "poll"));
    BOOST_TEST((q.next_due() == now + 10s));
    now += 10s - 1ns;
    BOOST_TEST(idle());
    now += 1ns;
    const queue::item item = take();
    BOOST_TEST((item.since == now));
    BOOST_TEST((item.in == lane::timer));
    BOOST_TEST(item.reason == "poll");
}

BOOST_AUTO_TEST_CASE(earlier_timer_wins_over_a_later_one) {
    q.add_at("a", now + 10s, now, "first");
    BOOST_TEST(!q.add_at("a", now + 20s, now, "later"));
    BOOST_TEST((q.next_due() == now + 10s));
    BOOST_TEST(q.add_at("a", now + 5s, now, "sooner"));
    BOOST_TEST((q.next_due() == now + 5s));
    now += 30s;
    const queue::item item = take();
    BOOST_TEST(item.reason == "sooner");
    BOOST_TEST((item.since == now - 25s));
    q.done(item.at, now);
    BOOST_TEST(idle());
}

BOOST_AUTO_TEST_CASE(add_promotes_a_waiting_key) {
    q.add_at("a", now + 1h, now);
    BOOST_TEST(add("a", lane::fresh, "update"));
    BOOST_TEST((q.next_due() == time_point::min()));
    const queue::item item = take();
    BOOST_TEST((item.in == lane::fresh));
    BOOST_TEST((item.since == now));
    q.done(item.at, now);
    BOOST_TEST((q.next_due() == never));
}

BOOST_AUTO_TEST_CASE(timer_in_the_past_and_never_are_now_and_not_at_all) {
    q.add_at("a", now - 5s, now);
    BOOST_TEST((take().since == now));
    BOOST_TEST(!q.add_at("b", never, now));
    add("c");
    BOOST_TEST((q.done_requeue(take().at, never, now) == never));
    BOOST_TEST(idle());
}

BOOST_AUTO_TEST_CASE(failures_double_the_wait_up_to_the_cap) {
    add("a");
    duration expected = 5ms;
    for (unsigned attempt = 0; attempt < 30; ++attempt) {
        const queue::item item = take();
        BOOST_TEST(item.attempt == attempt);
        BOOST_TEST((item.in == (attempt == 0 ? lane::fresh : lane::retry)));
        now += 3s;  // the wait begins when the run has failed
        const time_point due = q.done_retry(item.at, now);
        BOOST_TEST((due - now == expected));
        now = due - 1ns;
        BOOST_TEST(idle());
        now = due;
        expected = std::min<duration>(expected * 2, 1000s);
    }
    BOOST_TEST(take().reason == "retry");
}

BOOST_AUTO_TEST_CASE(policy_sets_base_and_cap) {
    queue own({.base = 1s, .cap = 3s});
    own.add("a", lane::fresh, now);
    for (const duration wait : {1s, 2s, 3s, 3s}) {
        const time_point due = own.done_retry(own.pop(now)->at, now);
        BOOST_TEST((due - now == wait));
        now = due;
    }
}

BOOST_AUTO_TEST_CASE(event_during_a_back_off_runs_at_once_and_keeps_count_and_end_of_the_wait) {
    add("a");
    for (int i = 0; i < 10; ++i) now = q.done_retry(take().at, now);  // 5 ms ... 2.56 s
    const time_point due = q.done_retry(take().at, now);              // 5.12 s
    BOOST_TEST((due - now == 5120ms));
    for (int event = 0; event < 100; ++event) {
        now += 50ms;
        BOOST_TEST(add("a", lane::fresh, "update"));
        const queue::item item = take();
        BOOST_TEST(item.attempt == 11U);
        BOOST_TEST((q.done_retry(item.at, now) == due));
    }
    now = due - 1ns;
    BOOST_TEST(idle());
    now = due;
    const queue::item item = take();
    BOOST_TEST((item.in == lane::retry));
    BOOST_TEST((q.done_retry(item.at, now) - now == 10240ms));
}

BOOST_AUTO_TEST_CASE(failure_counts_when_the_wait_ended_during_the_run) {
    BOOST_TEST((fail_once("a") == 5ms));
    add("a");
    const queue::item item = take();
    now += 5ms;
    BOOST_TEST((q.done_retry(item.at, now) - now == 10ms));
}

BOOST_AUTO_TEST_CASE(event_while_failing_runs_at_once_with_the_failure_counted_once) {
    add("a");
    queue::item item = take();
    add("a", lane::fresh, "update");
    BOOST_TEST((q.done_retry(item.at, now) == now));
    item = take();
    BOOST_TEST((item.in == lane::fresh));
    BOOST_TEST(item.attempt == 1U);
    BOOST_TEST((q.done_retry(item.at, now) == now + 5ms));
    BOOST_TEST(idle());
}

BOOST_AUTO_TEST_CASE(whatever_ends_the_failures_starts_the_count_again) {
    using end = time_point (*)(queue&, queue::ticket, time_point);
    const end ends[] = {
        [](queue& q, queue::ticket t, time_point now) { return q.done(t, now); },
        [](queue& q, queue::ticket t, time_point now) { return q.done_terminal(t, now); },
        [](queue& q, queue::ticket t, time_point now) { return q.done_requeue(t, now + 1h, now); },
    };
    for (const end finish : ends) {
        fail_once("a");
        now += 1ms;
        add("a");  // runs during the back-off, which ends then
        finish(q, take().at, now);
        now += 1min;
        BOOST_TEST(idle());
        BOOST_TEST((fail_once("a") == 5ms));
        now += 5ms;
        q.done(take().at, now);
    }
}

BOOST_AUTO_TEST_CASE(terminal_failure_is_not_retried_but_keys_added_meanwhile_run) {
    add("a");
    queue::item item = take();
    BOOST_TEST((q.done_terminal(item.at, now) == never));
    BOOST_TEST((q.next_due() == never));
    add("a");
    item = take();
    add("a", lane::fresh, "update");
    BOOST_TEST((q.done_terminal(item.at, now) == now));
    BOOST_TEST(take().reason == "update");
}

BOOST_AUTO_TEST_CASE(requeue_after_is_superseded_by_an_event) {
    add("a");
    BOOST_TEST((q.done_requeue(take().at, now + 1h, now) == now + 1h));
    now += 1s;
    add("a");
    q.done(take().at, now);
    now += 2h;
    BOOST_TEST(idle());
}

BOOST_AUTO_TEST_CASE(retry_takes_effect_when_it_is_sooner_than_a_timer) {
    add("a");
    const queue::item item = take();
    q.add_at("a", now + 10s, now, "poll");
    BOOST_TEST((q.done_retry(item.at, now) == now + 5ms));
    now += 5ms;
    BOOST_TEST((take().in == lane::retry));
}

BOOST_AUTO_TEST_CASE(reason_is_the_last_that_changed_lane_or_time) {
    add("a", lane::fresh, "one");
    add("a", lane::fresh, "two");
    add("a", lane::initial, "list");
    q.add_at("a", now + 1s, now, "poll");
    BOOST_TEST(take().reason == "two");
    add("b", lane::fresh, "x");
    const queue::item b = take();
    add("b", lane::fresh, "one");
    now += 1s;
    add("b", lane::fresh, "two");
    add("b", lane::initial, "list");
    now = q.done(b.at, now);
    BOOST_TEST(take().reason == "two");
}

BOOST_AUTO_TEST_CASE(second_done_throws) {
    add("a");
    const queue::item item = take();
    q.done(item.at, now);
    BOOST_CHECK_THROW(q.done(item.at, now), std::logic_error);
    add("b");  // takes over the slot
    take();
    BOOST_CHECK_THROW(q.done_retry(item.at, now), std::logic_error);
    BOOST_CHECK_THROW(q.done_requeue({1234, 1}, now, now), std::logic_error);
}

BOOST_AUTO_TEST_CASE(nothing_is_popped_or_added_after_shutdown) {
    add("a");
    add("b");
    const queue::item item = take();
    q.shutdown();
    BOOST_TEST(q.is_shut_down());
    BOOST_TEST(idle());
    BOOST_TEST(!add("c"));
    BOOST_TEST(!q.add_at("d", now + 1s, now));
    BOOST_TEST((q.next_due() == never));
    BOOST_TEST(q.stats(now).depth[0] == 1U);
    q.done(item.at, now);
    BOOST_TEST(q.stats(now).in_flight == 0U);
}

BOOST_AUTO_TEST_CASE(stats_report_each_place) {
    for (const char* key : {"a", "b", "c"}) add(key, lane::fresh);
    for (const char* key : {"d", "e"}) add(key, lane::initial);
    q.add_at("f", now + 10s, now);
    q.add_at("g", now + 20s, now);
    const queue::item a = take();
    now += 2s;
    const queue::item b = take();
    q.done_retry(a.at, now);
    now += 8s;
    const queue_stats s = q.stats(now);
    BOOST_TEST(s.depth == (std::array<std::size_t, 4>{1, 1, 1, 2}), boost::test_tools::per_element());
    BOOST_TEST(s.waiting == 1U);
    BOOST_TEST(s.in_flight == 1U);
    BOOST_TEST((s.unfinished == 8s));
    BOOST_TEST((s.longest == 8s));
    BOOST_TEST(s.adds == 8U);
    BOOST_TEST(s.retries == 3U);
    take();
    const queue_stats two = q.stats(now + 1s);
    BOOST_TEST((two.unfinished == 10s));
    BOOST_TEST((two.longest == 9s));
    std::vector<std::string> running;
    q.for_each_in_flight([&](const std::string& key, time_point) { running.push_back(key); });
    BOOST_TEST(running == (std::vector<std::string>{"b", "c"}), boost::test_tools::per_element());
    q.done(b.at, now);
}

BOOST_AUTO_TEST_SUITE_END()
