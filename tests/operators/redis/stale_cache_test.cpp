// Caches that are behind, answers that are lost, and two operators at once: never two pods for one index,
// never a deletion of what should stay.
#include "world.hpp"

using namespace redis_test;

BOOST_AUTO_TEST_SUITE(redis_stale_cache)

BOOST_AUTO_TEST_CASE(a_scale_in_that_was_taken_back_deletes_nothing) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 3))).value();
        co_await w.rolled_out("cache");
        co_await w.async_until_idle();
        const std::string uid = co_await w.uid_of_pod("cache-2");
        const std::size_t before = w.requests().count(verb::remove, "pods");
        // The plan to delete is made from the cache; before it is carried out, the server is asked.
        w.request_faults().delay_nth(verb::get, 1, 5s, "redis");
        co_await w.change("cache", {{"num", 2}});
        co_await w.event_loop().sleep(1s);
        w.network_faults().hold_watches("redis");
        co_await w.change("cache", {{"num", 3}});
        co_await w.event_loop().sleep(20s);
        BOOST_TEST(w.request_faults().pending().empty());
        BOOST_TEST(w.requests().count(verb::remove, "pods") == before);
        w.network_faults().release_watches();
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.uid_of_pod("cache-2") == uid);
    });
}

BOOST_AUTO_TEST_CASE(a_pod_that_took_the_name_of_ours_unseen_is_not_deleted) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 3))).value();
        co_await w.rolled_out("cache");
        co_await w.async_until_idle();
        w.network_faults().hold_watches("pods");
        (co_await w.client().remove<pod>(key("cache-2"))).value();
        co_await w.async_until_gone<pod>(key("cache-2"));
        co_await w.foreign_pod("cache-2");
        const std::string uid = co_await w.uid_of_pod("cache-2");
        co_await w.change("cache", {{"num", 2}});
        co_await w.event_loop().sleep(10s);
        w.network_faults().release_watches();
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.uid_of_pod("cache-2") == uid);
    });
}

BOOST_AUTO_TEST_CASE(a_pod_that_was_released_after_the_last_look_is_not_deleted) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 2))).value();
        co_await w.rolled_out("cache");
        co_await w.async_until_idle();
        const std::string uid = co_await w.uid_of_pod("cache-1");
        w.request_faults().delay_nth(verb::remove, 1, 5s, "pods");
        co_await w.change("cache", {{"num", 1}});
        co_await w.event_loop().sleep(1s);
        co_await w.patch_pod("cache-1", R"({"metadata":{"ownerReferences":null,"labels":null}})");
        co_await w.event_loop().sleep(1min);
        BOOST_TEST(w.request_faults().pending().empty());
        BOOST_TEST(co_await w.uid_of_pod("cache-1") == uid);
        co_await w.rolled_out("cache");
    });
}

BOOST_AUTO_TEST_CASE(a_pod_deleted_by_hand_during_a_roll_out_unseen_holds_it_up) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 3))).value();
        co_await w.rolled_out("cache");
        co_await w.async_until_idle();
        // The cache says that all are ready, the server that one is going.
        w.network_faults().hold_watches("pods");
        co_await w.patch_pod("cache-0", R"({"metadata":{"finalizers":["example.com/hold"]}})");
        (co_await w.client().remove<pod>(key("cache-0"))).value();
        const std::size_t before = w.requests().count(verb::remove, "pods");
        co_await w.change("cache", {{"port", 6377}});
        co_await w.event_loop().sleep(10s);
        BOOST_TEST(w.requests().count(verb::remove, "pods") == before);
        w.network_faults().release_watches();
        co_await w.patch_pod("cache-0", R"({"metadata":{"finalizers":null}})");
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6377 cache-1:6377 cache-2:6377");
    });
}

BOOST_AUTO_TEST_CASE(answers_that_are_lost_make_no_second_pod_and_lose_none) {
    for (const verb v : {verb::create, verb::remove, verb::patch}) {
        operator_world w;
        w.run([&]() -> awaitable<void> {
            for (const int n : {1, 2, 3})
                w.request_faults().lose_answer_of_nth(v, n, v == verb::patch ? "" : "pods");
            (co_await w.client().create(make("cache", 4))).value();
            co_await w.rolled_out("cache");
            co_await w.change("cache", {{"num", 2}, {"port", 6373}});
            co_await w.rolled_out("cache");
            BOOST_TEST(co_await w.pods_in_short() == "cache-0:6373 cache-1:6373");
            (co_await w.client().remove<rd>(key("cache"))).value();
            co_await w.async_until_gone<rd>(key("cache"));
            BOOST_TEST(co_await w.pods_in_short() == "");
            BOOST_TEST(w.request_faults().pending().empty());
        });
    }
}

// Without an election: what one writes, the other has not seen.
BOOST_AUTO_TEST_CASE(two_operators_at_once_do_no_harm) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        operator_world w(seed);
        w.start(::redis::add_redis_controller, named_as_the_program());
        w.run([&]() -> awaitable<void> {
            (co_await w.client().create(make("cache", 4))).value();
            co_await w.rolled_out("cache");
            const std::string first = co_await w.uid_of_pod("cache-0");
            co_await w.change("cache", {{"num", 2}});
            co_await w.rolled_out("cache");
            BOOST_TEST(co_await w.uid_of_pod("cache-0") == first);
            co_await w.change("cache", {{"port", 6378}});
            int fewest = 2;
            co_await w.async_eventually("rolled", [&]() -> awaitable<bool> {
                int ready = 0, renewed = 0;
                for (const auto& p : (co_await w.client().list<pod>()).value())
                    if (is_ready(*p) && !is_deleting(p->metadata)) ++ready, renewed += port_of(*p) == 6378;
                fewest = std::min(fewest, ready);
                co_return renewed == 2;
            });
            BOOST_TEST(fewest >= 1, "seed " << seed);
            co_await w.rolled_out("cache");
            (co_await w.client().remove<rd>(key("cache"))).value();
            co_await w.async_until_gone<rd>(key("cache"));
            co_await w.async_until_idle();
            BOOST_TEST(co_await w.pods_in_short() == "");
        });
    }
}

BOOST_AUTO_TEST_CASE(an_operator_that_was_away_catches_up) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 3))).value();
        co_await w.rolled_out("cache");
        const std::string kept = co_await w.uid_of_pod("cache-0");
        co_await w.async_stopped(w.m);
        co_await w.change("cache", {{"num", 2}});
        (co_await w.client().remove<pod>(key("cache-1"))).value();
        (co_await w.client().create(make("other", 1))).value();
        co_await w.event_loop().sleep(1h);
        w.start(::redis::add_redis_controller, named_as_the_program());
        co_await w.rolled_out("cache");
        co_await w.rolled_out("other");
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == kept);
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6379 cache-1:6379 other-0:6379");
    });
}

BOOST_AUTO_TEST_SUITE_END()
