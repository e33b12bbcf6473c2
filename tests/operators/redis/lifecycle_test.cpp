// The life of a Redis (S2).
#include "world.hpp"

using namespace redis_test;

BOOST_AUTO_TEST_SUITE(redis_lifecycle)

BOOST_AUTO_TEST_CASE(a_redis_becomes_numbered_pods_and_its_status_tells) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 3, 6375))).value();
        const auto live = co_await w.rolled_out("cache");
        BOOST_TEST(live->status.replicas == 3);
        BOOST_TEST(is_true(live->status.conditions, "Available"));
        BOOST_TEST(live->metadata.finalizers.size() == 1u);
        BOOST_TEST(live->metadata.finalizers.at(0) == "myapp.demo.kubebuilder.io/pods");
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6375 cache-1:6375 cache-2:6375");
        for (const auto& p : (co_await w.client().list<pod>()).value()) {
            BOOST_TEST(p->spec.containers.at(0).image == "redis:5-alpine");
            BOOST_TEST(p->spec.containers.at(0).image_pull_policy == "IfNotPresent");
            const owner_reference* owner = controller_of(p->metadata);
            BOOST_REQUIRE(owner);
            BOOST_TEST(owner->uid == live->metadata.uid);
        }
        co_await w.async_until_idle();
        for (const char* pod : {"cache-0", "cache-1", "cache-2"})
            BOOST_TEST((co_await w.told({"\"CreatePod\"", "\"Normal\"", pod})) == 1);
    });
}

BOOST_AUTO_TEST_CASE(the_schema_limits_port_and_num_and_gives_defaults) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        for (const rd& wrong : {make("low", 1, 6369), make("high", 1, 6381), make("negative", -1)}) {
            const auto refused = co_await w.client().create(wrong);
            BOOST_REQUIRE(!refused);
            BOOST_CHECK(refused.error().code == errc::invalid);
            BOOST_TEST(refused.error().server_text.find("spec.") != std::string::npos);
        }
        for (const rd& right : {make("lowest", 0, 6370), make("highest", 0, 6380)})
            BOOST_CHECK((co_await w.client().create(right)));
        const auto made = co_await w.async_ask(
            "POST", "/apis/myapp.demo.kubebuilder.io/v1/namespaces/default/redis",
            R"({"apiVersion":"myapp.demo.kubebuilder.io/v1","kind":"Redis","metadata":{"name":"plain"},"spec":{}})");
        BOOST_TEST(made.status == 201);
        BOOST_TEST(made.body.find(R"("port":6379)") != std::string::npos, made.body);
        BOOST_TEST(made.body.find(R"("num":1)") != std::string::npos, made.body);
    });
}

BOOST_AUTO_TEST_CASE(scaling_in_takes_the_excess_only_from_the_highest_index) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 5))).value();
        co_await w.rolled_out("cache");
        const std::string first = co_await w.uid_of_pod("cache-0"), second = co_await w.uid_of_pod("cache-1");
        co_await w.change("cache", {{"num", 2}});
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6379 cache-1:6379");
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == first);
        BOOST_TEST(co_await w.uid_of_pod("cache-1") == second);
        std::vector<std::string> deleted;
        for (const call& c : w.requests().calls())
            if (c.op == verb::remove && c.resource.resource == "pods") deleted.push_back(c.key.name);
        BOOST_TEST(deleted == (std::vector<std::string>{"cache-4", "cache-3", "cache-2"}),
                   boost::test_tools::per_element());
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told({"\"DeletePod\"", "\"Normal\"", "scaled in to 2"})) == 3);
        // And by the scale subresource, as kubectl scale does.
        (co_await w.client().set_replicas<rd>(key("cache"), 3)).value();
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == first);
        co_await w.change("cache", {{"num", 0}});
        const auto live = co_await w.rolled_out("cache");
        BOOST_TEST(reason_of(*live, "Available") == "ScaledToZero");
        BOOST_TEST(co_await w.pods_in_short() == "");
    });
}

BOOST_AUTO_TEST_CASE(another_port_replaces_the_pods_one_at_a_time_each_ready_before_the_next) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 4))).value();
        co_await w.rolled_out("cache");
        co_await w.change("cache", {{"port", 6380}});
        std::vector<std::string> order;
        co_await w.async_eventually("all have the other port", [&]() -> awaitable<bool> {
            const auto pods = (co_await w.client().list<pod>()).value();
            int ready = 0, renewed = 0;
            for (const auto& p : pods) {
                const bool is_new = port_of(*p) == 6380;
                if (is_ready(*p) && !is_deleting(p->metadata)) ++ready, renewed += is_new;
                if (is_new && (order.empty() || order.back() != p->metadata.name.view()) &&
                    std::ranges::find(order, p->metadata.name.str()) == order.end())
                    order.push_back(p->metadata.name.str());
            }
            BOOST_TEST(ready >= 3);
            co_return renewed == 4;
        });
        BOOST_TEST(order == (std::vector<std::string>{"cache-3", "cache-2", "cache-1", "cache-0"}),
                   boost::test_tools::per_element());
        const auto live = co_await w.rolled_out("cache");
        BOOST_TEST(is_true(live->status.conditions, "Available"));
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told({"\"DeletePod\"", "port 6379 -> 6380"})) == 4);
    });
}

BOOST_AUTO_TEST_CASE(a_pod_deleted_by_hand_comes_back_and_so_does_one_that_was_evicted) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 3))).value();
        co_await w.rolled_out("cache");
        const std::string first = co_await w.uid_of_pod("cache-1");
        (co_await w.client().remove<pod>(key("cache-1"))).value();
        co_await w.async_until<pod>(key("cache-1"), "another pod",
                                    [&](const pod& p) { return p.metadata.uid != first && is_ready(p); });
        co_await w.rolled_out("cache");
        const std::string second = co_await w.uid_of_pod("cache-2");
        const auto failed = co_await w.async_ask("PATCH", "/api/v1/namespaces/default/pods/cache-2/status",
                                                 R"({"status":{"phase":"Failed","reason":"Evicted"}})",
                                                 "application/merge-patch+json");
        BOOST_TEST(failed.status == 200);
        co_await w.async_until<pod>(key("cache-2"), "replaced",
                                    [&](const pod& p) { return p.metadata.uid != second && is_ready(p); });
        co_await w.rolled_out("cache");
    });
}

BOOST_AUTO_TEST_CASE(the_pods_are_gone_before_the_redis_is) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 3))).value();
        co_await w.rolled_out("cache");
        (co_await w.client().remove<rd>(key("cache"))).value();
        int seen_deleting = 0;
        co_await w.async_eventually("the Redis is gone", [&]() -> awaitable<bool> {
            const auto r = co_await w.client().get<rd>(key("cache"));
            const auto pods = (co_await w.client().list<pod>()).value();
            if (r) seen_deleting += is_deleting((*r)->metadata);
            if (!r) BOOST_TEST(pods.empty());
            co_return !r;
        });
        BOOST_TEST(seen_deleting > 0);
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told({"\"DeletePod\"", "the Redis is being deleted"})) == 3);
    });
}

BOOST_AUTO_TEST_CASE(pods_of_a_redis_that_is_deleted_with_orphaning_stay_and_the_next_one_adopts_them) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 2))).value();
        co_await w.rolled_out("cache");
        const std::string first = co_await w.uid_of_pod("cache-0");
        delete_options leave;
        leave.how = propagation::orphan;
        (co_await w.client().remove<rd>(key("cache"), leave)).value();
        co_await w.async_until_gone<rd>(key("cache"));
        co_await w.async_until_idle();
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6379 cache-1:6379");
        const auto left = (co_await w.client().get<pod>(key("cache-0"))).value();
        BOOST_TEST(!controller_of(left->metadata));
        (co_await w.client().create(make("cache", 3))).value();
        const auto live = co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == first);
        const auto adopted = (co_await w.client().get<pod>(key("cache-0"))).value();
        BOOST_REQUIRE(controller_of(adopted->metadata));
        BOOST_TEST(controller_of(adopted->metadata)->uid == live->metadata.uid);
    });
}

BOOST_AUTO_TEST_CASE(a_steady_state_makes_no_calls) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 3))).value();
        co_await w.rolled_out("cache");
        const std::size_t calls = co_await w.async_until_idle();
        co_await w.patch_pod("cache-1", R"({"metadata":{"annotations":{"note":"hello"}}})");
        co_await w.foreign_pod("other-7");
        const std::size_t after = co_await w.async_until_idle(10min, 1h);
        BOOST_TEST(after == calls);
    });
}

BOOST_AUTO_TEST_CASE(the_role_allows_what_is_requested_and_hardly_more) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 2))).value();
        co_await w.rolled_out("cache");
        co_await w.patch_pod("cache-0", R"({"metadata":{"labels":{"app.kubernetes.io/name":null}}})");
        co_await w.change("cache", {{"num", 1}});
        co_await w.rolled_out("cache");
        (co_await w.client().remove<rd>(key("cache"))).value();
        co_await w.async_until_gone<rd>(key("cache"));
        co_await w.async_until_idle();
    });
    testing::role_difference d = w.requests().compare(w.m.roles({}));
    // What admission may ask for when an owner reference blocks deletion; what a repeated event makes.
    std::erase_if(d.not_used, [](const resource_access& a) {
        return a.subresource == "finalizers" || (a.resource == "events" && a.verb == "patch") ||
               a.verb == "get";
    });
    BOOST_TEST(d.text() == "");
}

BOOST_AUTO_TEST_SUITE_END()
