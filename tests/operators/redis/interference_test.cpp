// What others do to pods and to a Redis, and what comes of it.
#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "world.hpp"

using namespace redis_test;

BOOST_AUTO_TEST_SUITE(redis_interference)

namespace {

bool is_taken(const rd& r) {
    return reason_of(r, "Degraded") == "NameTaken";
}
const char* const no_owner = R"({"metadata":{"ownerReferences":null}})";
const char* const no_owner_and_labels = R"({"metadata":{"ownerReferences":null,"labels":null}})";

}  // namespace

BOOST_AUTO_TEST_CASE(labels_and_image_are_put_back_without_a_new_pod) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 2))).value();
        co_await w.rolled_out("cache");
        const std::string uid = co_await w.uid_of_pod("cache-0");
        co_await w.patch_pod("cache-0", R"({"metadata":{"labels":null}})");
        co_await w.async_until<pod>(key("cache-0"), "labels are back",
                                    [](const pod& p) { return p.metadata.labels.size() == 3; });
        co_await w.patch_pod("cache-0",
                             R"({"metadata":{"labels":{"team":"blue"}},)"
                             R"("spec":{"containers":[{"name":"redis","image":"redis:6"}]}})",
                             "application/strategic-merge-patch+json");
        const auto p = co_await w.async_until<pod>(key("cache-0"), "the image is back", [](const pod& x) {
            return x.spec.containers.at(0).image == "redis:5-alpine";
        });
        BOOST_TEST(p->metadata.uid == uid);
        BOOST_TEST(p->metadata.labels.at("team") == "blue");  // what others add stays
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told({"\"RepairPod\"", "cache-0"})) == 1);
    });
}

BOOST_AUTO_TEST_CASE(a_pod_whose_owner_reference_was_removed_is_adopted_again_if_it_kept_its_labels) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        const auto self = (co_await w.client().create(make("cache", 2))).value();
        co_await w.rolled_out("cache");
        const std::string uid = co_await w.uid_of_pod("cache-1");
        co_await w.patch_pod("cache-1", no_owner);
        const auto p = co_await w.async_until<pod>(key("cache-1"), "adopted", [&](const pod& x) {
            return is_controlled_by(x.metadata, self->metadata.uid);
        });
        BOOST_TEST(p->metadata.uid == uid);
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told({"\"AdoptPod\"", "cache-1"})) == 1);
    });
}

BOOST_AUTO_TEST_CASE(a_pod_that_lost_labels_and_owner_is_nobodys_it_is_left_and_its_name_is_used_when_free) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 2))).value();
        co_await w.rolled_out("cache");
        co_await w.patch_pod("cache-1", no_owner_and_labels);
        const auto r = co_await w.async_until<rd>(key("cache"), "the name is taken", is_taken);
        BOOST_TEST(r->status.replicas == 1);
        co_await w.async_until_idle();
        const auto left = (co_await w.client().get<pod>(key("cache-1"))).value();
        BOOST_TEST(left->metadata.owner_references.empty());
        BOOST_TEST(left->metadata.labels.empty());
        // The port of the others can still be changed, and the Redis scaled in over it.
        co_await w.change("cache", {{"port", 6371}});
        co_await w.async_until<pod>(key("cache-0"), "replaced",
                                    [](const pod& p) { return port_of(p) == 6371 && is_ready(p); });
        (co_await w.client().remove<pod>(key("cache-1"))).value();
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6371 cache-1:6371");
    });
}

BOOST_AUTO_TEST_CASE(a_pod_of_somebody_else_is_not_taken_over_and_all_goes_on_when_it_is_gone) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await w.foreign_pod("cache-1");
        (co_await w.client().create(make("cache", 3))).value();
        const auto r = co_await w.async_until<rd>(key("cache"), "the name is taken", is_taken);
        BOOST_TEST(find_condition(r->status.conditions, "Degraded")->message ==
                   "Pod \"cache-1\" exists and has no controller; it is not taken over");
        co_await w.async_until<rd>(key("cache"), "the others run",
                                   [](const rd& x) { return x.status.ready_replicas == 2; });
        const std::size_t calls = co_await w.async_until_idle(10min, 1h);
        BOOST_TEST(calls < 40u);
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6379 cache-1:80 cache-2:6379");
        BOOST_TEST((co_await w.told({"\"NameTaken\"", "\"Warning\""})) == 1);
        (co_await w.client().remove<pod>(key("cache-1"))).value();
        const auto well = co_await w.rolled_out("cache");
        BOOST_TEST(reason_of(*well, "Degraded") == "AsExpected");
        // Neither is one that is in the way of nothing: beyond num, or left when the Redis goes.
        co_await w.foreign_pod("cache-7");
        (co_await w.client().remove<rd>(key("cache"))).value();
        co_await w.async_until_gone<rd>(key("cache"));
        BOOST_TEST(co_await w.pods_in_short() == "cache-7:80");
    });
}

BOOST_AUTO_TEST_CASE(a_pod_that_somebody_else_adopts_is_theirs_and_comes_back_when_they_let_it_go) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        config_map thief;
        thief.metadata.name = "thief";
        thief.metadata.ns = "default";
        const auto other = (co_await w.client().create(thief)).value();
        (co_await w.client().create(make("cache", 2))).value();
        co_await w.rolled_out("cache");
        const std::string uid = co_await w.uid_of_pod("cache-0");
        co_await w.patch_pod(
            "cache-0",
            fmt::format(R"({{"metadata":{{"ownerReferences":[{{"apiVersion":"v1","kind":"ConfigMap",)"
                        R"("name":"thief","uid":"{}","controller":true}}]}}}})",
                        other->metadata.uid));
        const auto r = co_await w.async_until<rd>(key("cache"), "the name is taken", is_taken);
        BOOST_TEST(find_condition(r->status.conditions, "Degraded")->message ==
                   "Pod \"cache-0\" exists and belongs to ConfigMap \"thief\"; it is not taken over");
        co_await w.change("cache", {{"num", 0}});
        co_await w.async_until_gone<pod>(key("cache-1"));
        co_await w.async_until_idle();
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == uid);  // not ours any more: not deleted
        co_await w.change("cache", {{"num", 1}});
        co_await w.async_until<rd>(key("cache"), "taken again", is_taken);
        co_await w.patch_pod("cache-0", no_owner);
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == uid);
    });
}

BOOST_AUTO_TEST_CASE(a_pod_that_is_held_by_a_foreign_finalizer_is_waited_for) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 2))).value();
        co_await w.rolled_out("cache");
        co_await w.patch_pod("cache-1", R"({"metadata":{"finalizers":["example.com/hold"]}})");
        const std::string uid = co_await w.uid_of_pod("cache-1");
        (co_await w.client().remove<pod>(key("cache-1"))).value();
        co_await w.async_until_idle(1min);
        BOOST_TEST(co_await w.uid_of_pod("cache-1") == uid);
        (co_await w.client().remove<rd>(key("cache"))).value();
        co_await w.async_until_idle(1min);
        const auto waiting = (co_await w.client().get<rd>(key("cache"))).value();
        BOOST_TEST(reason_of(*waiting, "Progressing") == "Deleting");
        BOOST_TEST(co_await w.pods_in_short() == "cache-1:6379*");
        co_await w.patch_pod("cache-1", R"({"metadata":{"finalizers":null}})");
        co_await w.async_until_gone<rd>(key("cache"));
        BOOST_TEST(co_await w.pods_in_short() == "");
    });
}

BOOST_AUTO_TEST_CASE(a_finalizer_that_was_removed_is_put_back_and_those_of_others_are_respected) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("cache", 1))).value();
        co_await w.rolled_out("cache");
        (co_await w.client().merge_patch<rd>(
             key("cache"), {{"metadata", {{"finalizers", boost::json::array{"example.com/hold"}}}}}))
            .value();
        co_await w.async_until<rd>(key("cache"), "it is back",
                                   [](const rd& r) { return has_finalizer(r.metadata, ::redis::finalizer); });
        (co_await w.client().remove<rd>(key("cache"))).value();
        co_await w.async_until<rd>(key("cache"), "ours is off", [](const rd& r) {
            return !has_finalizer(r.metadata, ::redis::finalizer) && r.metadata.finalizers.size() == 1;
        });
        BOOST_TEST(co_await w.pods_in_short() == "");
        const std::size_t calls = co_await w.async_until_idle();
        BOOST_TEST(co_await w.async_until_idle(10min, 1h) == calls);
        (co_await w.client().merge_patch<rd>(key("cache"), {{"metadata", {{"finalizers", nullptr}}}}))
            .value();
        co_await w.async_until_gone<rd>(key("cache"));
    });
}

BOOST_AUTO_TEST_CASE(a_redis_deleted_while_it_scales_or_rolls_leaves_nothing) {
    for (const auto& [what, spec] : std::initializer_list<std::pair<const char*, boost::json::object>>{
             {"scaling out", {{"num", 8}}}, {"scaling in", {{"num", 1}}}, {"rolling", {{"port", 6370}}}}) {
        for (const duration after : {0ms, 100ms, 350ms}) {
            operator_world w;
            w.run([&]() -> awaitable<void> {
                (co_await w.client().create(make("cache", 4))).value();
                co_await w.rolled_out("cache");
                co_await w.change("cache", spec);
                co_await w.event_loop().sleep(after);
                (co_await w.client().remove<rd>(key("cache"))).value();
                co_await w.async_until_gone<rd>(key("cache"));
                BOOST_TEST(co_await w.pods_in_short() == "", what);
                co_await w.async_until_idle();
                BOOST_TEST(co_await w.pods_in_short() == "", what);
            });
        }
    }
}

BOOST_AUTO_TEST_CASE(a_redis_deleted_by_force_and_made_again_waits_for_the_old_pods_to_go) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        const auto old = (co_await w.client().create(make("cache", 2))).value();
        co_await w.rolled_out("cache");
        w.network_faults().hold_watches("redis");  // the operator does not see it go
        (co_await w.client().remove<rd>(key("cache"))).value();
        (co_await w.client().merge_patch<rd>(key("cache"), {{"metadata", {{"finalizers", nullptr}}}}))
            .value();
        (co_await w.client().create(make("cache", 2, 6372))).value();
        w.network_faults().release_watches();
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6372 cache-1:6372");
        for (const auto& p : (co_await w.client().list<pod>()).value())
            BOOST_TEST(controller_of(p->metadata)->uid != old->metadata.uid);
    });
}

BOOST_AUTO_TEST_CASE(a_namespace_that_is_terminated_goes_with_all_that_is_in_it) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        core_v1::namespace_ space;
        space.metadata.name = "doomed";
        (co_await w.client().create(space)).value();
        rd r = make("cache", 3);
        r.metadata.ns = "doomed";
        (co_await w.client().create(r)).value();
        co_await w.async_until<rd>({"doomed", "cache"}, "rolled out", whole_cache_rolled_out);
        const std::size_t before = w.requests().count(verb::create, "pods");
        (co_await w.client().remove<core_v1::namespace_>(object_key::cluster("doomed"))).value();
        co_await w.async_until_gone<core_v1::namespace_>(object_key::cluster("doomed"));
        BOOST_TEST(w.requests().count(verb::create, "pods") - before < 10u);
    });
}

BOOST_AUTO_TEST_CASE(a_refused_creation_is_told_and_tried_again_now_and_then) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        error full(errc::forbidden, "creating a pod");
        full.server_text = "exceeded quota: pods";
        w.request_faults().fail_each(verb::create, full, "pods");
        (co_await w.client().create(make("cache", 5))).value();
        const auto r = co_await w.async_until<rd>(
            key("cache"), "it is told", [](const rd& x) { return reason_of(x, "Degraded") == "Forbidden"; });
        BOOST_TEST(find_condition(r->status.conditions, "Degraded")->message.view().find("exceeded quota") !=
                   std::string_view::npos);
        const std::size_t before = w.requests().count(verb::create, "pods");
        co_await w.event_loop().sleep(10min);
        BOOST_TEST(w.requests().count(verb::create, "pods") - before <= 25u);
        w.request_faults().clear();
        co_await w.rolled_out("cache");
    });
}

BOOST_AUTO_TEST_SUITE_END()
