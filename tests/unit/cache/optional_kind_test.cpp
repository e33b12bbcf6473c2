// Kinds that the server need not serve: nothing waits for them, and their watch starts once they
// are served.
#include "unit/cache/cached_client_world.hpp"
#include "unit/cache/reflector_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(optional_kind)

namespace {

struct fixture : cache_world {
    fixture() {
        v.subscribe(seen.handler());
        v.on_presence([this] { ++arrivals; });
    }
    void expect_missing() {
        net.expect("GET", gadgets + "?resourceVersion=0&limit=500").status(404).body("404 page not found\n");
    }
    // Whether those who wait for the cache may continue.
    bool settled() {
        bool done = false;
        task_scope scope(l, "wait");
        const auto body = [&]() -> awaitable<void> { done = co_await c.wait_synced({&v}); };
        scope.spawn("wait", body());
        pass();
        scope.request_stop();
        pass();
        return done;
    }
    std::string get() {
        std::string got;
        task_scope scope(l, "get");
        const auto body = [&]() -> awaitable<void> {
            auto r = co_await reads.get<gadget>({"default", "a"});
            got = r ? label_of<gadget>(*r)
                    : fmt::format("{} {}", setpoint::to_string(r.error().code), r.error().http_status);
        };
        scope.spawn("get", body());
        pass();
        scope.request_stop();
        pass();
        return got;
    }

    cached_collection& v = c.watch<gadget>({}, presence::optional);
    change_log seen;
    int arrivals = 0;
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_missing_one_is_not_a_problem_and_not_awaited, fixture) {
    c.start(tasks);
    BOOST_TEST(v.served());
    BOOST_TEST(c.problems().size() == 1u);  // not determined yet
    expect_missing();
    pass();
    BOOST_CHECK(v.state() == sync_state::not_served);
    BOOST_TEST(!v.served());
    BOOST_TEST(!v.synced());
    BOOST_TEST(!c.serves<gadget>());
    BOOST_TEST(c.problems().empty());
    BOOST_TEST(c.synced());
    BOOST_TEST(settled());
    BOOST_TEST(gauge(R"(setpoint_informer_state{namespace="",resource="gadgets.example.com",selector="",)"
                     R"(state="not_served"})") == 1);
    // As the server would answer, and immediately.
    BOOST_TEST(get() == "unsupported 404");
    BOOST_TEST(arrivals == 0);
    for (int i = 0; i < 7; ++i) expect_missing();
    pass(2min);
    BOOST_TEST(times_logged("INFO  the server does not serve gadgets.example.com, which is optional") == 1u);
    BOOST_TEST(times_logged("WARN") == 0u);
    // It has no content that could be old.
    BOOST_TEST(measured.sum("setpoint_informer_age_seconds").value_or(-1) == 0);
}

BOOST_FIXTURE_TEST_CASE(its_watch_starts_once_it_is_served, fixture) {
    c.start(tasks);
    expect_missing();
    pass();
    expect_list({thing("a", "2")}, "10");
    script_answer& watch = expect_watch("10");
    pass(5s);
    BOOST_TEST(v.synced());
    BOOST_TEST(v.served());
    BOOST_TEST(c.serves<gadget>());
    BOOST_TEST(arrivals == 1);
    BOOST_TEST(get() == "default/a@2");
    BOOST_TEST(seen.take() == "added default/a@2 initial");
    watch.push(frame("ADDED", thing("b", "11")));
    pass();
    BOOST_TEST(seen.take() == "added default/b@11");
    BOOST_TEST(arrivals == 1);
}

// The API server ends the watches of a deleted definition.
BOOST_FIXTURE_TEST_CASE(it_may_disappear_and_come_back, fixture) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    BOOST_TEST(arrivals == 0);  // it existed all the time
    pass(5s);
    watch.push(frame("DELETED", thing("a", "11")));
    watch.end();
    net.expect("GET", gadgets + "?watch=true&allowWatchBookmarks=true&resourceVersion=11&timeoutSeconds=*")
        .status(404)
        .body("404 page not found\n");
    pass();
    BOOST_TEST(!v.served());
    BOOST_TEST(c.problems().empty());
    BOOST_TEST(get() == "unsupported 404");
    BOOST_TEST(arrivals == 1);
    net.expect("GET", gadgets + "?resourceVersion=11").json(list_json({thing("a", "21")}, "30"));
    expect_watch("30");
    pass(5s);
    BOOST_TEST(v.served());
    BOOST_TEST(arrivals == 2);
    BOOST_TEST(get() == "default/a@21");
}

BOOST_FIXTURE_TEST_CASE(a_kind_that_any_declaration_requires_is_awaited, fixture) {
    BOOST_TEST(&c.watch<gadget>() == &v);
    BOOST_TEST(&c.watch<gadget>({}, presence::optional) == &v);
    c.start(tasks);
    expect_missing();
    pass();
    BOOST_CHECK(v.state() == sync_state::retrying);
    BOOST_TEST(c.problems().size() == 1u);
    BOOST_TEST(!c.synced());
    BOOST_TEST(!settled());
    BOOST_TEST(times_logged("is the CustomResourceDefinition installed?") == 1u);
}

BOOST_FIXTURE_TEST_CASE(other_failures_of_an_optional_one_are_problems, fixture) {
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .status(403)
        .json(status_json(403, "Forbidden"));
    c.start(tasks);
    pass();
    BOOST_CHECK(v.state() == sync_state::retrying);
    BOOST_TEST(c.problems().size() == 1u);
    BOOST_TEST(!c.synced());
}

BOOST_AUTO_TEST_CASE(a_best_effort_kind_is_not_awaited_whatever_fails) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>({}, presence::best_effort);
    int changes = 0;
    v.on_presence([&] { ++changes; });
    w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .status(403)
        .json(status_json(403, "Forbidden"));
    w.c.start(w.tasks);
    w.pass();
    BOOST_CHECK(v.state() == sync_state::not_served);
    BOOST_TEST(w.c.problems().empty());
    BOOST_TEST(w.c.synced());
    BOOST_TEST(!w.c.serves<gadget>());
    const std::optional<error> why = w.c.why_not_served<gadget>();
    BOOST_REQUIRE(why.has_value());
    BOOST_CHECK(why->code == errc::forbidden);
    BOOST_TEST(w.times_logged("WARN  retrying: ") == 1u);
    w.expect_list({thing("a", "2")}, "10");
    script_answer& watch = w.expect_watch("10");
    w.pass(5s);
    BOOST_TEST(w.c.serves<gadget>());
    BOOST_TEST(!w.c.why_not_served<gadget>().has_value());
    BOOST_TEST(changes == 1);
    // Later failures leave the cache as it is, unless the kind is gone.
    watch.end();
    w.net.expect("GET", gadgets + "?watch=true&allowWatchBookmarks=true&resourceVersion=10&timeoutSeconds=*")
        .status(403)
        .json(status_json(403, "Forbidden"));
    w.pass();
    BOOST_CHECK(v.state() == sync_state::retrying);
    BOOST_TEST(w.c.serves<gadget>());
    BOOST_TEST(w.c.problems().empty());
    BOOST_TEST(w.times_logged("WARN  retrying: ") == 2u);
}

BOOST_AUTO_TEST_CASE(the_strictest_presence_of_a_kind_counts) {
    reflector_fixture f(1, false);
    for (const presence need : {presence::best_effort, presence::optional, presence::required}) {
        f.fsm.set_presence(need);
        BOOST_CHECK(f.fsm.needed() == need);
    }
    cache_world w;
    cached_collection& v = w.c.watch<gadget>({}, presence::best_effort);
    w.c.watch<gadget>({}, presence::optional);
    w.c.watch<gadget>({}, presence::best_effort);
    w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .status(403)
        .json(status_json(403, "Forbidden"));
    w.c.start(w.tasks);
    w.pass();
    BOOST_CHECK(v.state() == sync_state::retrying);
    BOOST_TEST(!w.c.synced());
}

// A server without the kind has not refused streamed lists.
BOOST_AUTO_TEST_CASE(streamed_lists_are_requested_again_once_it_is_served) {
    reflector_fixture f(1, true);
    f.fsm.set_presence(presence::optional);
    BOOST_TEST(f.step().initial_events);
    error missing(errc::unsupported, "404 page not found");
    missing.http_status = 404;
    f.fsm.watch_refused(f.now, missing);
    BOOST_CHECK(f.fsm.state() == sync_state::not_served);
    BOOST_TEST(f.lines().find("does not stream") == std::string::npos);
    f.pass_wait();
    f.expect_list("0", 500);
    BOOST_REQUIRE(f.fsm.page_read("10", "") == reflector_fsm::list_decision::accept);
    BOOST_CHECK(f.fsm.state() == sync_state::listing);
    f.expect_watch("10");
    f.fsm.watch_opened(f.now);
    f.fsm.relist();
    BOOST_TEST(f.step().initial_events);
}

BOOST_AUTO_TEST_SUITE_END()
