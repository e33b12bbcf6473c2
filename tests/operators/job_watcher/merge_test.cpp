// Several JobWatchers and one Job.
#include "world.hpp"

#include <boost/json/serialize.hpp>

BOOST_AUTO_TEST_SUITE(job_watcher_merge)

using namespace job_watcher_test;

BOOST_AUTO_TEST_CASE(the_one_with_the_shortest_ttl_deletes_and_counts_and_the_first_by_name_of_equals) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("long", 10min, 1min))).value();
        (co_await w.client().create(make("short", 2min, 20min))).value();
        (co_await w.client().create(make("equal", 2min, 20min))).value();
        co_await w.ended("good", ending::completed, w.now());
        co_await w.ended("bad", ending::failed, w.now());
        co_await w.until_deleted("long", 0, 1);
        co_await w.until_deleted("equal", 1, 0);
        co_await w.event_loop().sleep(1h);
        co_await w.until_deleted("long", 0, 1);
        co_await w.until_deleted("equal", 1, 0);
        co_await w.until_deleted("short", 0, 0);
        BOOST_TEST(w.deletions() == 2u);
    });
}

BOOST_AUTO_TEST_CASE(when_a_watcher_goes_or_changes_the_others_take_over_its_jobs) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("short", 10min))).value();
        (co_await w.client().create(make("long", 30min))).value();
        for (const char* name : {"a", "b"}) co_await w.ended(name, ending::completed, w.now());
        co_await w.async_until_idle(1min);
        (co_await w.client().merge_patch<jw>(key("short"),
                                             {{"spec", {{"jobNamePatterns", boost::json::array{"a"}}}}}))
            .value();
        co_await w.until_deleted("short", 1, 0);
        co_await w.event_loop().sleep(5min);
        BOOST_TEST(co_await w.there(key("b")));
        (co_await w.client().merge_patch<jw>(key("short"),
                                             {{"spec", {{"jobNamePatterns", boost::json::array{"b"}}}}}))
            .value();
        co_await w.until_deleted("short", 2, 0);  // its time had come long ago
        co_await w.ended("c", ending::completed, w.now());
        co_await w.ended("b", ending::completed, w.now());
        (co_await w.client().remove<jw>(key("short"))).value();
        co_await w.event_loop().sleep(25min);
        BOOST_TEST(co_await w.there(key("b")));
        co_await w.event_loop().sleep(6min);
        co_await w.until_deleted("long", 2, 0);
        BOOST_TEST(w.deletions() == 4u);
    });
}

BOOST_AUTO_TEST_CASE(an_invalid_pattern_is_a_condition_and_stops_only_its_own_watcher) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        jw broken = make("broken", go_duration(0s));
        broken.spec.job_name_patterns = {"fine", "(("};
        (co_await w.client().create(broken)).value();
        jw huge = make("huge", go_duration(0s));
        huge.spec.namespace_patterns = {"((a{1,30}){1,30}){1,30}"};
        (co_await w.client().create(huge)).value();
        (co_await w.client().create(make("good", 1min))).value();
        const auto is_wrong = [](const jw& x) {
            const condition* c = find_condition(x.status.conditions, "Ready");
            return c && c->status == condition_status::false_ && c->reason == "InvalidPattern";
        };
        const auto live = co_await w.async_until<jw>(key("broken"), "InvalidPattern", is_wrong);
        BOOST_TEST(find_condition(live->status.conditions, "Ready")
                       ->message.view()
                       .find("spec.jobNamePatterns[1]") != std::string_view::npos);
        co_await w.async_until<jw>(key("huge"), "InvalidPattern", is_wrong);
        co_await w.ended("fine", ending::completed, w.now());
        co_await w.until_deleted("good", 1, 0);
        const std::size_t calls = co_await w.async_until_idle(10min, 1h);
        co_await w.event_loop().sleep(10h);
        BOOST_TEST(co_await w.async_until_idle() == calls);
        const auto warned = co_await w.told("InvalidPattern");
        BOOST_TEST(warned.size() == 2u);
        // Cured, it works.
        (co_await w.client().merge_patch<jw>(key("broken"),
                                             {{"spec", {{"jobNamePatterns", boost::json::array{"fine"}}}}}))
            .value();
        co_await w.ended("fine", ending::completed, w.now());
        co_await w.until_deleted("broken", 1, 0);
    });
}

BOOST_AUTO_TEST_CASE(the_schema_refuses_what_is_no_duration_and_too_long_patterns) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        for (const char* wrong : {"-1h", "1 hour", "", "1000000h", "5", "1h1h", "99999999999s"}) {
            boost::json::object spec{{"completedTTL", wrong}};
            const auto a = co_await w.async_ask(
                "POST", "/apis/batch.my.github.com/v1/namespaces/default/jobwatchers",
                boost::json::serialize(boost::json::object{{"apiVersion", "batch.my.github.com/v1"},
                                                           {"kind", "JobWatcher"},
                                                           {"metadata", {{"name", "wrong"}}},
                                                           {"spec", spec}}));
            BOOST_TEST(a.status == 422, wrong << ": " << a.body);
        }
        jw longest = make("long", 87600h);
        longest.spec.job_name_patterns = {std::string(257, 'a')};
        BOOST_TEST(!(co_await w.client().create(longest)).has_value());
        longest.spec.job_name_patterns = {std::string(256, 'a')};
        BOOST_TEST((co_await w.client().create(longest)).has_value());
        longest.metadata.name = "many";
        longest.spec.job_name_patterns.assign(17, "a");
        BOOST_TEST(!(co_await w.client().create(longest)).has_value());
    });
}

BOOST_AUTO_TEST_SUITE_END()
