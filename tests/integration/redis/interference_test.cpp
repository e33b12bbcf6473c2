// What others do to pods and to a Redis, on a control plane with its own controllers.
#include "fixture.hpp"
#include "setpoint/api/core_v1/config_map.hpp"

#include <fmt/format.h>

using namespace redis_test;

BOOST_AUTO_TEST_SUITE(redis_interference,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

bool is_taken(const rd& r) {
    return reason_of(r, "Degraded") == "NameTaken";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_pod_that_is_edited_is_mended_and_one_that_is_released_is_adopted_again) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        const auto self = (co_await w.api.create(w.make("cache", 2))).value();
        co_await w.rolled_out("cache");
        const std::string uid = co_await w.uid_of_pod("cache-0");
        co_await w.patch_pod("cache-0", {{"metadata", {{"labels", nullptr}}}});
        co_await w.until<pod>(w.key("cache-0"), "labels are back",
                              [](const pod& p) { return p.metadata.labels.size() == 3; });
        co_await w.patch_pod("cache-0", {{"metadata", {{"ownerReferences", nullptr}}}});
        co_await w.until<pod>(w.key("cache-0"), "adopted",
                              [&](const pod& p) { return is_controlled_by(p.metadata, self->metadata.uid); });
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == uid);
        // Without labels and owner it is nobody's.
        co_await w.patch_pod("cache-0", {{"metadata", {{"ownerReferences", nullptr}, {"labels", nullptr}}}});
        co_await w.until<rd>(w.key("cache"), "the name is taken", is_taken);
        co_await w.settle();
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == uid);
        co_await w.remove_pod("cache-0");
        co_await w.rolled_out("cache");
    });
}

BOOST_AUTO_TEST_CASE(pods_of_others_are_left_alone_and_their_names_used_once_free) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        config_map thief;
        thief.metadata.name = "thief";
        thief.metadata.ns = w.ns;
        const auto other = (co_await w.api.create(thief)).value();
        co_await w.foreign_pod("cache-1");
        (co_await w.api.create(w.make("cache", 2))).value();
        co_await w.until<rd>(w.key("cache"), "the name is taken", is_taken);
        co_await w.remove_pod("cache-1");
        co_await w.rolled_out("cache");
        // Taken over by somebody else: theirs, until they go and the garbage collector takes it.
        const std::string uid = co_await w.uid_of_pod("cache-1");
        boost::json::array owners{{{"apiVersion", "v1"},
                                   {"kind", "ConfigMap"},
                                   {"name", "thief"},
                                   {"uid", other->metadata.uid.view()},
                                   {"controller", true}}};
        co_await w.patch_pod("cache-1", {{"metadata", {{"ownerReferences", std::move(owners)}}}});
        co_await w.until<rd>(w.key("cache"), "the name is taken", is_taken);
        co_await w.settle();
        BOOST_TEST(co_await w.uid_of_pod("cache-1") == uid);
        (co_await w.api.remove<config_map>(w.key("thief"))).value();
        co_await w.until<pod>(w.key("cache-1"), "the Redis' own",
                              [&](const pod& p) { return p.metadata.uid != uid && is_ready(p); });
        co_await w.rolled_out("cache");
    });
}

BOOST_AUTO_TEST_CASE(a_redis_deleted_while_it_scales_leaves_nothing) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        for (const std::int32_t num : {8, 1}) {
            (co_await w.api.create(w.make("cache", 4))).value();
            co_await w.rolled_out("cache");
            co_await w.change("cache", {{"num", num}});
            (co_await w.api.remove<rd>(w.key("cache"))).value();
            co_await w.until_gone<rd>(w.key("cache"));
            BOOST_TEST(co_await w.pods_in_short() == "");
            co_await w.settle();
            BOOST_TEST(co_await w.pods_in_short() == "");
        }
    });
}

BOOST_AUTO_TEST_CASE(pods_stay_when_the_redis_is_deleted_with_orphaning) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("cache", 2))).value();
        co_await w.rolled_out("cache");
        const std::string uid = co_await w.uid_of_pod("cache-1");
        delete_options leave;
        leave.how = propagation::orphan;
        (co_await w.api.remove<rd>(w.key("cache"), leave)).value();
        co_await w.until_gone<rd>(w.key("cache"));
        co_await w.settle();
        BOOST_TEST(co_await w.uid_of_pod("cache-1") == uid);
        (co_await w.api.create(w.make("cache", 2))).value();
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.uid_of_pod("cache-1") == uid);
    });
}

BOOST_AUTO_TEST_CASE(a_namespace_that_is_terminated_goes_with_all_that_is_in_it) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("cache", 3))).value();
        co_await w.rolled_out("cache");
        const std::size_t before = w.called(verb::create, "pods");
        (co_await w.api.remove<core_v1::namespace_>(object_key::cluster(w.ns))).value();
        co_await w.until_gone<core_v1::namespace_>(object_key::cluster(w.ns));
        BOOST_TEST(w.called(verb::create, "pods") - before < 10u);
    });
}

BOOST_AUTO_TEST_SUITE_END()
