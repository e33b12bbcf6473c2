// The life of a Redis (S2) on a control plane, real or embedded.
#include "fixture.hpp"
#include "setpoint/api/events_v1.hpp"

#include <fmt/format.h>

using namespace redis_test;

BOOST_AUTO_TEST_SUITE(redis_lifecycle,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

BOOST_AUTO_TEST_CASE(create_scale_port_deletion_by_hand_and_the_end) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        const auto made = (co_await w.api.create(w.make("cache", 3))).value();
        auto live = co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6379 cache-1:6379 cache-2:6379");
        BOOST_TEST(has_finalizer(live->metadata, ::redis::finalizer));
        const auto first = (co_await w.api.get<pod>(w.key("cache-0"))).value();
        BOOST_TEST(controller_of(first->metadata)->uid == made->metadata.uid);
        BOOST_TEST(first->spec.containers.at(0).image == "redis:5-alpine");
        BOOST_TEST(first->spec.containers.at(0).image_pull_policy == "IfNotPresent");

        const std::string second = co_await w.uid_of_pod("cache-1");
        co_await w.remove_pod("cache-1");
        co_await w.until<pod>(w.key("cache-1"), "it came back",
                              [&](const pod& p) { return p.metadata.uid != second && is_ready(p); });

        (co_await w.api.set_replicas<rd>(w.key("cache"), 4)).value();
        co_await w.rolled_out("cache");
        co_await w.change("cache", {{"port", 6380}});
        list_options here;
        here.ns = w.ns;
        for (bool done = false; !done;) {
            const auto pods = (co_await w.api.list<pod>(here)).value();
            int ready = 0, renewed = 0;
            for (const auto& p : pods)
                if (is_ready(*p) && !is_deleting(p->metadata)) ++ready, renewed += port_of(*p) == 6380;
            BOOST_TEST(ready >= 3);
            done = renewed == 4;
            co_await w.l.sleep(20ms);
        }
        co_await w.rolled_out("cache");

        const std::string kept = co_await w.uid_of_pod("cache-0");
        co_await w.change("cache", {{"num", 1}});
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6380");
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == kept);
        const std::size_t calls = co_await w.settle(2s);
        co_await w.patch_pod("cache-0", {{"metadata", {{"annotations", {{"note", "hello"}}}}}});
        BOOST_TEST(co_await w.settle(2s) == calls);

        (co_await w.api.remove<rd>(w.key("cache"))).value();
        co_await w.until_gone<rd>(w.key("cache"));
        BOOST_TEST(co_await w.pods_in_short() == "");
    });
}

BOOST_AUTO_TEST_CASE(a_port_out_of_range_and_negative_pods_are_refused) {
    operator_world w(shared_plane());
    w.run([&]() -> awaitable<void> {
        for (const rd& wrong : {w.make("low", 1, 6369), w.make("high", 1, 6381), w.make("negative", -1)}) {
            const auto refused = co_await w.api.create(wrong);
            BOOST_REQUIRE(!refused);
            BOOST_CHECK(refused.error().code == errc::invalid);
        }
    });
}

BOOST_AUTO_TEST_CASE(events_tell_of_each_pod) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("cache", 2))).value();
        co_await w.rolled_out("cache");
        co_await w.change("cache", {{"num", 1}});
        co_await w.rolled_out("cache");
        co_await w.settle();
        list_options here;
        here.ns = w.ns;
        std::string told;
        for (const auto& e : (co_await w.api.list<events_v1::event>(here)).value())
            if (e->regarding.kind == "Redis") told += fmt::format("{} {} {}\n", e->type, e->reason, e->note);
        for (const char* line :
             {"Normal CreatePod Created pod cache-0\n", "Normal CreatePod Created pod cache-1\n",
              "Normal DeletePod Deleted pod cache-1: scaled in to 1\n"})
            BOOST_TEST(told.find(line) != std::string::npos, told);
    });
}

BOOST_AUTO_TEST_SUITE_END()
