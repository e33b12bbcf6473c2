#include "controller_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(controller_test)

namespace {

// Writes down which keys ran, and when.
struct diary {
    std::vector<std::string> ran;
    std::vector<time_point> at;
    std::string text() const {
        std::string all;
        for (const auto& r : ran) all += r + ";";
        return all;
    }
    // What ran since the last call; which of two that are ready runs first is the choice of the seed.
    std::string news() {
        std::sort(ran.begin() + static_cast<std::ptrdiff_t>(told), ran.end());
        std::string all;
        for (; told < ran.size(); ++told) all += ran[told] + ";";
        return all;
    }
    std::size_t told = 0;
};

controller_world::reconciler noting(controller_world& w, diary& d, outcome o = outcome::done()) {
    return [&w, &d, o](context&, object_key k) -> awaitable<outcome> {
        d.ran.push_back(k.name);
        d.at.push_back(w.l.now());
        co_return o;
    };
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(objects_of_the_first_list_and_changes_are_reconciled, controller_world) {
    diary d;
    put("a");
    put("b");
    start(noting(*this, d));
    settle(1s);
    BOOST_TEST(d.news() == "a;b;");
    put("b", R"("labels":{"x":"y"})");
    settle(1s);
    BOOST_TEST(d.news() == "b;");
    gadgets.remove("a");
    settle(1s);
    BOOST_TEST(d.news() == "a;");
}

BOOST_FIXTURE_TEST_CASE(a_change_of_a_child_reconciles_the_old_and_the_new_owner, controller_world) {
    diary d;
    start(noting(*this, d));
    settle(1s);
    const auto owned_by = [](const std::string& name) {
        return R"("ownerReferences":[{"apiVersion":"test.domain/v1beta1","kind":"Gadget","name":")" + name +
               R"(","uid":"u","controller":true}])";
    };
    parts.put("p", owned_by("a"));
    settle(1s);
    BOOST_TEST(d.news() == "a;");
    parts.put("p", owned_by("b"));
    settle(1s);
    BOOST_TEST(d.news() == "a;b;");
    parts.remove("p");
    settle(1s);
    BOOST_TEST(d.news() == "b;");
}

BOOST_FIXTURE_TEST_CASE(the_context_says_why_how_often_and_for_whom, controller_world) {
    std::vector<std::string> seen;
    int failures = 2;
    start([&](context& ctx, object_key) -> awaitable<outcome> {
        seen.push_back(fmt::format("{}/{}/{}", ctx.reason(), ctx.attempt(), ctx.field_manager()));
        if (failures-- > 0) co_return error(errc::conflict, "not now");
        co_return outcome::done();
    });
    settle(1s);
    put("a");
    settle(1s);
    post("a");
    settle(1s);
    BOOST_TEST(
        seen == (std::vector<std::string>{"Gadget changed/0/gadget-operator", "retry/1/gadget-operator",
                                          "retry/2/gadget-operator", "channel/0/gadget-operator"}),
        boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(predicates_hold_changes_back, controller_world) {
    diary d;
    predicates = {setpoint::predicates::generation_changed()};
    start(noting(*this, d));
    put("a", R"("generation":1)");
    settle(1s);
    put("a", R"("generation":1,"labels":{"x":"y"})");
    settle(1s);
    BOOST_TEST(d.ran.size() == 1u);
    put("a", R"("generation":2)");
    settle(1s);
    BOOST_TEST(d.ran.size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(a_predicate_that_throws_harms_nobody_else, controller_world) {
    diary d;
    bool broken = true;
    predicates = {[&](const object_change&, const kind_info&) -> bool {
        if (broken) throw std::runtime_error("broken predicate");
        return true;
    }};
    start(noting(*this, d));
    settle(1s);
    put("a");
    settle(1s);
    broken = false;
    put("b");
    settle(1s);
    BOOST_TEST(d.text() == "b;");
    BOOST_TEST(log.count("broken predicate") == 1u);
}

BOOST_FIXTURE_TEST_CASE(one_key_never_runs_twice_at_once_and_a_change_meanwhile_runs_it_again,
                        controller_world) {
    int running = 0, most = 0, runs = 0;
    start([&](context& ctx, object_key) -> awaitable<outcome> {
        most = std::max(most, ++running);
        ++runs;
        co_await ctx.sleep(10s);
        --running;
        co_return outcome::done();
    });
    settle(1s);
    for (int i = 0; i < 5; ++i) {
        post("a");
        settle(1s);
    }
    settle(1min);
    BOOST_TEST(most == 1);
    BOOST_TEST(runs == 2);
}

BOOST_FIXTURE_TEST_CASE(no_more_run_at_once_than_there_are_workers, controller_world) {
    options.max_concurrent = 3;
    int running = 0, most = 0, runs = 0;
    start([&](context& ctx, object_key) -> awaitable<outcome> {
        most = std::max(most, ++running);
        ++runs;
        co_await ctx.sleep(10s);
        --running;
        co_return outcome::done();
    });
    for (int i = 0; i < 10; ++i) post(std::to_string(i));
    settle(5s);
    BOOST_TEST(made->active() == 3u);
    BOOST_TEST(made->queued() == 7u);
    BOOST_TEST(gauge("controller_runtime_active_workers") == 3.0);
    settle(1min);
    BOOST_TEST(most == 3);
    BOOST_TEST(runs == 10);
    BOOST_TEST(made->active() == 0u);
}

BOOST_FIXTURE_TEST_CASE(fresh_changes_go_before_the_initial_list, controller_world) {
    options.max_concurrent = 1;
    diary d;
    for (const char* name : {"i1", "i2", "i3"}) put(name);
    bool posted = false;
    start([&](context& ctx, object_key k) -> awaitable<outcome> {
        d.ran.push_back(k.name);
        if (!std::exchange(posted, true)) {
            co_await ctx.sleep(1s);
            post("fresh");
        }
        co_return outcome::done();
    });
    settle(1min);
    BOOST_TEST(d.text() == "i1;fresh;i2;i3;");
}

BOOST_FIXTURE_TEST_CASE(posts_before_the_start_are_kept_and_posts_after_it_arrive, controller_world) {
    diary d;
    post("early");
    start(noting(*this, d));
    settle(1s);
    post("late");
    settle(1s);
    BOOST_TEST(d.text() == "early;late;");
}

BOOST_FIXTURE_TEST_CASE(a_channel_feeds_one_controller_and_outlives_it, controller_world) {
    diary d;
    start(noting(*this, d));
    {
        controller second(l, store, {reads, api}, nothing, logger(log, time), measured,
                          kind_of<test::gadget>(), options, noting(*this, d));
        second.add_channel(posts);
        BOOST_CHECK_THROW(second.subscribe(), std::logic_error);
    }
    stop();
    made.reset();
    post("nobody listens");
}

BOOST_FIXTURE_TEST_CASE(a_controller_without_workers_is_refused, controller_world) {
    options.max_concurrent = 0;
    BOOST_CHECK_THROW(start([](context&, object_key) -> awaitable<outcome> { co_return outcome::done(); }),
                      fault);
}

BOOST_FIXTURE_TEST_CASE(a_stop_waits_for_reconciles_within_the_grace, controller_world) {
    bool ended = false, swallowed = false;
    start([&](context& ctx, object_key) -> awaitable<outcome> {
        try {
            co_await ctx.sleep(5s);
            ended = true;
        } catch (const cancelled&) {
            swallowed = true;
            throw;
        }
        co_return outcome::done();
    });
    post("a");
    settle(1s);
    BOOST_CHECK(stop() == 4s);
    BOOST_TEST(ended);
    BOOST_TEST(!swallowed);
    BOOST_TEST(log.count("Workers stopped") == 1u);
    BOOST_TEST(log.count("were cancelled") == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_stop_cancels_reconciles_after_the_grace_and_starts_no_new_ones, controller_world) {
    options.max_concurrent = 1;
    bool cancelled_seen = false;
    int runs = 0;
    start([&](context& ctx, object_key) -> awaitable<outcome> {
        ++runs;
        try {
            co_await ctx.sleep(1h);
        } catch (const cancelled&) {
            cancelled_seen = true;
            throw;
        }
        co_return outcome::done();
    });
    post("a");
    post("b");
    settle(1s);
    BOOST_CHECK(stop() == grace);
    BOOST_TEST(cancelled_seen);
    BOOST_TEST(runs == 1);
    BOOST_TEST(made->active() == 0u);
    BOOST_TEST(log.count("were cancelled") == 1u);
    BOOST_CHECK(!failure);
    post("c");
    settle(1s);
    BOOST_TEST(runs == 1);
}

BOOST_AUTO_TEST_CASE(one_seed_gives_one_trace) {
    const auto trace = [](std::uint64_t seed) {
        controller_world w(seed);
        std::string order;
        int failures = 20;
        for (int i = 0; i < 10; ++i) w.put("i" + std::to_string(i));
        w.start([&](context& ctx, object_key k) -> awaitable<outcome> {
            order += k.name + ";";
            co_await ctx.sleep(std::chrono::milliseconds(w.random.below(100)));
            if (failures-- > 0) co_return error(errc::failed, "as scripted");
            co_return outcome::requeue_after(1s);
        });
        for (int i = 0; i < 10; ++i) w.post("p" + std::to_string(i));
        w.settle(5s);
        return std::pair(order, w.l.trace_hash());
    };
    BOOST_CHECK(trace(3) == trace(3));
    BOOST_CHECK(trace(3) != trace(4));
}

BOOST_AUTO_TEST_SUITE_END()
