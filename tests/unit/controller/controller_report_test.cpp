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

BOOST_AUTO_TEST_CASE(writes_are_recorded_when_asked_for) {
    for (const bool records : {true, false}) {
        controller_world w;
        w.options.record_writes = records;
        w.options.loop_breaker = false;
        w.api.on_write = [](const kind_info&, const call& c) -> result<object_ptr> {
            auto made = std::make_shared<test::gadget>();
            made->metadata.ns = c.key.ns;
            made->metadata.name = c.key.name;
            made->metadata.uid = "uid-b";
            made->metadata.resource_version = "200";
            return made;
        };
        w.put("a");
        w.start([&](context& ctx, object_key) -> awaitable<outcome> {
            test::gadget other;
            other.metadata.ns = "default";
            other.metadata.name = "b";
            for (std::size_t i = 0; i <= reconcile_record::max_writes; ++i)
                (void)co_await ctx.client().apply(other);
            (void)co_await ctx.client().remove<test::gadget>({"default", "c"});
            co_return outcome::done();
        });
        // Another task's writes are not the reconcile's.
        task_scope others(w.l, "others");
        others.spawn("other", [](controller_world& of) -> awaitable<void> {
            (void)co_await of.reads.remove<test::gadget>({"default", "d"});
        }(w));
        w.settle(1s);
        const controller_report r = w.made->report();
        BOOST_REQUIRE(r.recent.size() == 1u);
        BOOST_TEST(r.recent[0].number == 1u);
        BOOST_TEST(r.recent[0].writes.size() == (records ? reconcile_record::max_writes : 0u));
        BOOST_TEST(r.recent[0].writes_left_out == (records ? 2u : 0u));
        for (const std::string& text : r.recent[0].writes)
            BOOST_TEST(text == "apply gadgets.test.domain default/b");
    }
}

BOOST_AUTO_TEST_CASE(a_deletion_is_a_write) {
    controller_world w;
    w.options.record_writes = true;
    w.put("a");
    w.start([&](context& ctx, object_key) -> awaitable<outcome> {
        (void)co_await ctx.client().remove<test::gadget>({"default", "c"});
        delete_options dry;
        dry.dry_run = true;
        (void)co_await ctx.client().remove<test::gadget>({"default", "e"}, dry);
        list_options all;
        all.ns = "default";
        (void)co_await ctx.client().remove_all<test::gadget>(all);
        co_return outcome::done();
    });
    w.settle(1s);
    const controller_report r = w.made->report();
    BOOST_REQUIRE(r.recent.size() == 1u);
    BOOST_REQUIRE(r.recent[0].writes.size() == 2u);
    BOOST_TEST(r.recent[0].writes[0] == "delete gadgets.test.domain default/c");
    // The fake API has refused it.
    BOOST_TEST(r.recent[0].writes[1] == "deletecollection gadgets.test.domain in default");
}

BOOST_AUTO_TEST_CASE(the_history_keeps_the_last_hundred) {
    controller_world w;
    w.put("a");
    w.start([&](context&, object_key) -> awaitable<outcome> { co_return outcome::requeue_after(1s); });
    w.settle(250s);
    const controller_report r = w.made->report();
    BOOST_REQUIRE(r.recent.size() == 100u);
    for (std::size_t i = 1; i < r.recent.size(); ++i)
        BOOST_TEST(r.recent[i].number == r.recent[i - 1].number + 1);
    BOOST_TEST(r.recent.back().number > 240u);
}

BOOST_AUTO_TEST_SUITE_END()
