#include "unit/cache/cache_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(cached_client_test)

namespace {

std::string object_target(std::string_view name) {
    return fmt::format("/apis/example.com/v1/namespaces/default/gadgets/{}", name);
}

struct fixture : cache_world {
    fixture() { v.subscribe(seen.handler()); }

    // Runs one call to its end, or for at most `limit`; "" when it has not ended.
    template <class F>
    std::string run(F call, duration limit = 1s) {
        std::string outcome;
        task_scope scope(l, "call");
        const auto body = [&]() -> awaitable<void> { outcome = co_await call(); };
        scope.spawn("call", body());
        l.run_until(l.now() + limit);
        scope.request_stop();
        l.run_until(l.now());
        return outcome;
    }
    template <class T = gadget>
    std::string get(std::string name, duration limit = 1s) {
        return run(
            [this, name]() -> awaitable<std::string> {
                auto r = co_await reads.get<T>({"default", name});
                co_return r ? label_of<T>(*r) : std::string(setpoint::to_string(r.error().code));
            },
            limit);
    }
    std::string list(list_options o = {}) {
        return run([this, o]() -> awaitable<std::string> {
            auto r = co_await reads.list_objects(kind_of<gadget>(), o);
            co_return r ? labels_of_all(*r) : std::string(setpoint::to_string(r.error().code));
        });
    }
    std::string apply(const std::string& name, write_options o = {}, duration limit = 1s) {
        return run(
            [this, name, o]() -> awaitable<std::string> {
                gadget g;
                g.metadata.ns = "default";
                g.metadata.name = name;
                auto r = co_await reads.apply(g, o);
                co_return r ? label_of(*r) : std::string(setpoint::to_string(r.error().code));
            },
            limit);
    }
    std::string remove(const std::string& name, delete_options o = {}) {
        return run([this, name, o]() -> awaitable<std::string> {
            auto r = co_await reads.remove<gadget>({"default", name}, o);
            co_return r ? "removed" : std::string(setpoint::to_string(r.error().code));
        });
    }
    script_answer& expect_apply(std::string_view name) {
        return net.expect("PATCH", object_target(name) + "*");
    }

    view& v = c.declare<gadget>();
    change_log seen;
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(declared_kinds_are_read_from_the_cache_and_misses_say_so, fixture) {
    go_live(v, {thing("a", "2"), thing("b", "3")}, "10");
    BOOST_TEST(get("a") == "default/a@2");
    BOOST_TEST(list() == "default/a@2 default/b@3");
    const std::string text = run([this]() -> awaitable<std::string> {
        auto r = co_await reads.get<gadget>({"default", "none"});
        co_return r.error().to_string();
    });
    BOOST_TEST(text == "get gadgets.example.com default/none: not in the cache");
    BOOST_TEST(net.sent().size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(what_is_not_declared_is_read_live_and_starts_no_informer, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("GET", object_target("a")).json(thing("a", "9").json());
    BOOST_TEST(get<gadget_names>("a") == "default/a@9");
    BOOST_TEST(c.views_of(kind_of<gadget>()).size() == 1u);
}

BOOST_AUTO_TEST_CASE(namespaces_outside_the_scope_are_read_live) {
    cache_world w(1, cache_scope{{"east"}, "", ""});
    w.c.declare<gadget>();
    w.net.expect("GET", object_target("a")).json(thing("a", "9").json());
    w.net.expect("GET", in_default + "?limit=500").json(list_json({thing("a", "9")}, "10"));
    w.run([&]() -> awaitable<void> {
        auto r = co_await w.reads.get<gadget>({"default", "a"});
        BOOST_TEST(label_of(*r) == "default/a@9");
        list_options o;
        o.ns = "default";
        auto all = co_await w.reads.list<gadget>(o);
        BOOST_TEST(all->size() == 1u);
    });
}

BOOST_FIXTURE_TEST_CASE(reads_wait_for_the_first_list_and_say_why_when_it_does_not_come, fixture) {
    expect_list({thing("a", "2")}, "10").delay(5s);
    expect_watch("10");
    c.start(tasks);
    BOOST_TEST(get("a", 4s) == "");
    BOOST_TEST(get("a", 4s) == "default/a@2");

    cache_world w;
    w.c.declare<gadget>();
    w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .repeats()
        .status(403)
        .json(status_json(403, "Forbidden", "no"));
    w.c.start(w.tasks);
    task_scope scope(w.l, "call");
    std::string text;
    const auto body = [&]() -> awaitable<void> {
        auto r = co_await w.reads.get<gadget>({"default", "a"});
        BOOST_CHECK(r.error().code == errc::timeout);
        text = r.error().to_string();
    };
    scope.spawn("call", body());
    w.pass(29s);
    BOOST_TEST(text == "");
    w.pass(2s);
    BOOST_TEST(
        text.starts_with(
            "the cache of gadgets.example.com is not complete after 30 s: retrying: no permission (RBAC)"),
        text);
}

BOOST_FIXTURE_TEST_CASE(own_writes_are_read_at_once_and_told_only_by_the_watch, fixture) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    seen.take();
    expect_apply("a").json(thing("a", "12", 7).json());
    BOOST_TEST(apply("a") == "default/a@12");
    BOOST_TEST(get("a") == "default/a@12");
    BOOST_TEST(list() == "default/a@12");
    BOOST_TEST(seen.take() == "");
    BOOST_TEST(v.size() == 1u);
    expect_apply("new").status(201).json(thing("new", "13").json());
    BOOST_TEST(apply("new") == "default/new@13");
    BOOST_TEST(list() == "default/a@12 default/new@13");
    BOOST_TEST(v.size() == 1u);
    watch.push(frame("MODIFIED", thing("a", "11")));
    pass();
    BOOST_TEST(get("a") == "default/a@12");
    BOOST_TEST(seen.take() == "updated default/a@11");
    watch.push(frame("MODIFIED", thing("a", "12", 7)) + frame("ADDED", thing("new", "13")));
    pass();
    BOOST_TEST(seen.take() == "updated default/a@12, added default/new@13");
    watch.push(frame("MODIFIED", thing("a", "14")));
    pass();
    BOOST_TEST(get("a") == "default/a@14");
}

BOOST_FIXTURE_TEST_CASE(an_event_of_an_own_write_brings_the_object_that_was_answered, fixture) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    expect_apply("a").json(thing("a", "12", 7).json());
    apply("a");
    const object_ptr answered = v.find({"default", "a"});
    // Not decoded again: what the server never sends shows it, the same version with something else in it.
    watch.push(frame("MODIFIED", thing("a", "12", 8)));
    pass();
    BOOST_TEST((v.find({"default", "a"}) == answered));
    BOOST_TEST(seen.take().ends_with("updated default/a@12"));
    // Another object of that name, or another version, is.
    expect_apply("a").json(thing("a", "13", 7).json());
    apply("a");
    made_gadget other = thing("a", "13", 8);
    other.uid = "another";
    watch.push(frame("MODIFIED", other));
    pass();
    BOOST_TEST(static_cast<const gadget*>(v.find({"default", "a"}).get())->metadata.uid == "another");
    expect_apply("a").json(thing("a", "15", 7).json());
    apply("a");
    watch.push(frame("MODIFIED", thing("a", "16", 9)));
    pass();
    BOOST_TEST(get("a") == "default/a@16");
}

BOOST_FIXTURE_TEST_CASE(an_answer_that_comes_after_the_watch_told_of_the_end_tells_nothing_again, fixture) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    seen.take();
    watch.push(frame("MODIFIED", thing("a", "12")) + frame("DELETED", thing("a", "13")));
    watch.push(frame("ADDED", thing("b", "14")) + frame("DELETED", thing("b", "15")));
    pass();
    BOOST_TEST(seen.take() ==
               "updated default/a@12, deleted default/a@12, added default/b@14, deleted default/b@14");
    v.written(thing("a", "12").object());
    v.written(thing("b", "14").object());
    BOOST_TEST(seen.take() == "");
    // Made and gone while the watch was away: only the answer tells of it.
    pass(5s);
    watch.push(error_frame(410, "Expired"));
    net.expect("GET", gadgets + "?resourceVersion=15").json(list_json({}, "30"));
    expect_watch("30");
    pass(2s);
    v.written(thing("c", "20").object());
    BOOST_TEST(seen.take() == "deleted default/c@20 unknown");
}

BOOST_AUTO_TEST_CASE(a_view_without_labels_is_told_nothing_of_writes_that_leave_its_scope) {
    cache_world w;
    view& v = w.c.declare<gadget_names>(cache_scope{{}, "app=web", ""});
    std::size_t told = 0;
    v.subscribe([&told](const object_change&) { ++told; });
    made_gadget a = thing("a", "2"), other = thing("a", "12");
    a.app = "web";
    w.net.expect("GET", gadgets + "?labelSelector=*").json(list_json({a}, "10"));
    script_answer& watch = w.net.expect("GET", gadgets + "?watch=true*").stays_open();
    w.c.start(w.tasks);
    w.pass();
    BOOST_TEST(told == 1u);
    // Own writes: one took the label off, one made an object without it; the watch is past both.
    watch.push(frame("DELETED", other) + bookmark("20"));
    w.pass();
    BOOST_TEST(told == 2u);
    v.written(other.object<gadget_names>());
    v.written(thing("b", "13").object<gadget_names>());
    BOOST_TEST(told == 2u);
}

BOOST_FIXTURE_TEST_CASE(own_writes_show_in_lists_by_label_and_index, fixture) {
    BOOST_TEST(v.add_index("node", [](const void* o, std::vector<std::string>& values) {
                    values.push_back(static_cast<const gadget*>(o)->spec.node.str());
                }).has_value());
    made_gadget a = thing("a", "2"), b = thing("b", "3"), d = thing("d", "4");
    a.app = b.app = "web";
    go_live(v, {a, b, d}, "10");
    list_options web, n1, n2;
    web.label_selector = "app=web";
    n1.index = n2.index = "node";
    n1.index_value = "n1";
    n2.index_value = "n2";
    // b moves, c is new, a loses its label, d goes.
    b.version = "11";
    b.node = "n2";
    expect_apply("b").json(b.json());
    apply("b");
    made_gadget fresh = thing("c", "12");
    fresh.app = "web";
    expect_apply("c").json(fresh.json());
    apply("c");
    a.version = "13";
    a.app = "";
    expect_apply("a").json(a.json());
    apply("a");
    net.expect("DELETE", object_target("d")).json("{}");
    BOOST_TEST(remove("d") == "removed");
    BOOST_TEST(list(web) == "default/b@11 default/c@12");
    BOOST_TEST(list(n1) == "default/a@13 default/c@12");
    BOOST_TEST(list(n2) == "default/b@11");
    BOOST_TEST(list() == "default/a@13 default/b@11 default/c@12");
}

BOOST_AUTO_TEST_CASE(what_a_write_takes_out_of_the_scope_reads_as_absent) {
    cache_world w;
    view& v = w.c.declare<gadget>(cache_scope{{}, "app=web", "spec.size=1"});
    made_gadget a = thing("a", "2", 1), b = thing("b", "3", 1);
    a.app = b.app = "web";
    w.net.expect("GET", gadgets + "?labelSelector=*").json(list_json({a, b}, "10"));
    script_answer& watch = w.net.expect("GET", gadgets + "?watch=true*").stays_open();
    w.c.start(w.tasks);
    w.pass();
    made_gadget unlabelled = a, larger = b;
    unlabelled.version = "12";
    unlabelled.app = "other";
    larger.version = "13";
    larger.size = 2;
    v.written(unlabelled.object());
    v.written(larger.object());
    BOOST_TEST(w.all(v) == "");
    BOOST_TEST(w.held(v, "a") == "none");
    watch.push(frame("DELETED", unlabelled) + frame("DELETED", larger));
    w.pass();
    BOOST_TEST(w.all(v) == "");
    BOOST_TEST(v.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_deleted_object_reads_as_absent_until_another_takes_its_name, fixture) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    net.expect("DELETE", object_target("a")).json("{}");
    BOOST_TEST(remove("a") == "removed");
    BOOST_TEST(get("a") == "not_found");
    BOOST_TEST(list() == "");
    watch.push(frame("MODIFIED", thing("a", "11")));
    pass();
    BOOST_TEST(get("a") == "not_found");
    made_gadget again = thing("a", "15");
    again.uid = "another";
    expect_apply("a").status(201).json(again.json());
    apply("a");
    BOOST_TEST(get("a") == "default/a@15");
    watch.push(frame("DELETED", thing("a", "12")));
    pass();
    BOOST_TEST(get("a") == "default/a@15");
    watch.push(frame("ADDED", again));
    pass();
    BOOST_TEST(get("a") == "default/a@15");
}

BOOST_FIXTURE_TEST_CASE(a_deletion_of_what_is_gone_hides_what_the_cache_still_has, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("DELETE", object_target("a")).status(404).json(status_json(404, "NotFound"));
    BOOST_TEST(remove("a") == "not_found");
    BOOST_TEST(get("a") == "not_found");
}

BOOST_FIXTURE_TEST_CASE(a_deletion_of_what_was_not_shown_hides_nothing_that_comes_meanwhile, fixture) {
    script_answer& watch = go_live(v, {thing("b", "2")}, "10");
    const auto meanwhile = [&](const made_gadget& g) {
        watch.push(frame("ADDED", g));
        pass();
    };
    for (const bool found : {true, false}) {
        const std::string name = found ? "a" : "z";
        script_answer& answer = net.expect("DELETE", object_target(name)).delay(500ms);
        if (found)
            answer.json("{}");
        else
            answer.status(404).json(status_json(404, "NotFound"));
        std::string outcome;
        task_scope scope(l, "call");
        const auto call = [](fixture& f, std::string of, std::string& said) -> awaitable<void> {
            const auto r = co_await f.reads.remove<gadget>({"default", of}, {});
            said = r ? "removed" : std::string(setpoint::to_string(r.error().code));
        };
        scope.spawn("call", call(*this, name, outcome));
        pass(100ms);
        made_gadget other = thing(name, found ? "15" : "25");
        other.uid = "another";
        meanwhile(other);
        pass(1s);
        BOOST_TEST(outcome == (found ? "removed" : "not_found"));
        net.expect("GET", object_target(name)).json(other.json());
        BOOST_TEST(get(name) == label_of(other.object()));
        BOOST_TEST(get(name) == label_of(other.object()));
    }
}

BOOST_FIXTURE_TEST_CASE(a_deletion_is_of_what_any_view_of_the_kind_shows, fixture) {
    c.declare<gadget_names>();
    expect_list({}, "10");
    script_answer& watch = expect_watch("10");
    c.start(tasks);
    pass();
    // As the other view has it, from a read of ours.
    v.written(thing("a", "12").object());
    net.expect("DELETE", object_target("a")).json("{}");
    const std::string removed = run([this]() -> awaitable<std::string> {
        auto r = co_await reads.remove<gadget_names>({"default", "a"}, {});
        co_return r ? "removed" : "failed";
    });
    BOOST_TEST(removed == "removed");
    BOOST_TEST(get("a") == "not_found");
    watch.push(frame("ADDED", thing("a", "12")));
    pass();
    BOOST_TEST(get("a") == "not_found");
    BOOST_TEST(get<gadget_names>("a") == "not_found");
}

BOOST_FIXTURE_TEST_CASE(a_second_look_that_finds_nothing_hides_nothing_that_comes_meanwhile, fixture) {
    script_answer& watch = go_live(v, {thing("b", "2")}, "10");
    v.outcome_unknown({"default", "a"});
    net.expect("GET", object_target("a")).delay(500ms).status(404).json(status_json(404, "NotFound"));
    std::string outcome;
    task_scope scope(l, "call");
    const auto call = [](fixture& f, std::string& said) -> awaitable<void> {
        const auto r = co_await f.reads.get<gadget>({"default", "a"});
        said = r ? label_of(*r) : std::string(setpoint::to_string(r.error().code));
    };
    scope.spawn("call", call(*this, outcome));
    pass(100ms);
    watch.push(frame("ADDED", thing("a", "15")));
    pass(1s);
    BOOST_TEST(outcome == "default/a@15");
    // It may as well be what is about to go: asked for until that is known.
    net.expect("GET", object_target("a")).json(thing("a", "15").json());
    BOOST_TEST(get("a") == "default/a@15");
    BOOST_TEST(get("a") == "default/a@15");
}

BOOST_FIXTURE_TEST_CASE(a_list_for_many_doubtful_keys_hides_nothing_that_comes_meanwhile, fixture) {
    script_answer& watch = go_live(v, {thing("00", "3")}, "10");
    for (int i = 0; i < 20; ++i) v.outcome_unknown({"default", fmt::format("{:02}", i)});
    net.expect("GET", in_default + "?limit=500").delay(500ms).json(list_json({}, "12"));
    std::string outcome;
    task_scope scope(l, "call");
    const auto call = [](fixture& f, std::string& said) -> awaitable<void> {
        const auto r = co_await f.reads.list_objects(kind_of<gadget>(), {});
        said = r ? "\"" + labels_of_all(*r) + "\"" : "failed";
    };
    scope.spawn("call", call(*this, outcome));
    pass(100ms);
    watch.push(frame("ADDED", thing("05", "15")));
    pass(1s);
    BOOST_TEST(outcome == "\"default/05@15\"");
    // That one alone is doubtful still.
    net.expect("GET", object_target("05")).json(thing("05", "15").json());
    BOOST_TEST(list() == "default/05@15");
    BOOST_TEST(list() == "default/05@15");
}

BOOST_FIXTURE_TEST_CASE(a_refused_deletion_changes_nothing, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("DELETE", object_target("a")).status(409).json(status_json(409, "Conflict"));
    delete_options o;
    o.uid = "other";
    BOOST_TEST(remove("a", o) == "conflict");
    BOOST_TEST(get("a") == "default/a@2");
}

BOOST_FIXTURE_TEST_CASE(dry_runs_leave_the_cache_alone, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("PATCH", object_target("a") + "*").json(thing("a", "12").json());
    write_options w;
    w.dry_run = true;
    BOOST_TEST(apply("a", w) == "default/a@12");
    BOOST_TEST(get("a") == "default/a@2");
    net.expect("DELETE", object_target("a") + "*").json("{}");
    delete_options d;
    d.dry_run = true;
    BOOST_TEST(remove("a", d) == "removed");
    BOOST_TEST(get("a") == "default/a@2");
}

BOOST_FIXTURE_TEST_CASE(after_a_write_of_unknown_outcome_the_key_is_read_from_the_server_once, fixture) {
    go_live(v, {thing("a", "2"), thing("b", "3")}, "10");
    expect_apply("a").fails(error(errc::connection_lost, "reset"));
    BOOST_TEST(apply("a") == "unknown_outcome");
    BOOST_TEST(get("b") == "default/b@3");
    net.expect("GET", object_target("a")).json(thing("a", "12").json());
    BOOST_TEST(get("a") == "default/a@12");
    BOOST_TEST(get("a") == "default/a@12");
    BOOST_TEST(list() == "default/a@12 default/b@3");
}

BOOST_FIXTURE_TEST_CASE(a_list_reads_doubtful_keys_first, fixture) {
    go_live(v, {thing("a", "2"), thing("b", "3")}, "10");
    for (const char* name : {"a", "b", "new"}) {
        expect_apply(name).fails(error(errc::connection_lost, "reset"));
        apply(name);
    }
    net.expect("GET", object_target("a")).json(thing("a", "12").json());
    net.expect("GET", object_target("b")).status(404).json(status_json(404, "NotFound"));
    net.expect("GET", object_target("new")).json(thing("new", "13").json());
    BOOST_TEST(list() == "default/a@12 default/new@13");
    BOOST_TEST(list() == "default/a@12 default/new@13");
}

BOOST_FIXTURE_TEST_CASE(many_doubtful_keys_are_read_with_one_list, fixture) {
    go_live(v, {thing("a", "2"), thing("00", "3")}, "10");
    for (int i = 0; i < 20; ++i) v.outcome_unknown({"default", fmt::format("{:02}", i)});
    net.expect("GET", in_default + "?limit=500").json(list_json({thing("a", "2"), thing("05", "12")}, "20"));
    BOOST_TEST(list() == "default/05@12 default/a@2");
    BOOST_TEST(list() == "default/05@12 default/a@2");
}

BOOST_FIXTURE_TEST_CASE(a_creation_of_unknown_outcome_without_a_name_makes_lists_ask_the_server, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("POST", in_default + "*").fails(error(errc::connection_lost, "reset"));
    const std::string outcome = run([this]() -> awaitable<std::string> {
        gadget g;
        g.metadata.ns = "default";
        g.metadata.generate_name = "job-";
        auto r = co_await reads.create(g);
        co_return std::string(setpoint::to_string(r.error().code));
    });
    BOOST_TEST(outcome == "unknown_outcome");
    BOOST_TEST(get("a") == "default/a@2");
    net.expect("GET", in_default + "?limit=500")
        .json(list_json({thing("a", "2"), thing("job-x1", "11")}, "12"));
    BOOST_TEST(list() == "default/a@2 default/job-x1@11");
    BOOST_TEST(list() == "default/a@2 default/job-x1@11");
}

BOOST_FIXTURE_TEST_CASE(a_failed_second_look_is_an_error_and_not_an_old_answer, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    expect_apply("a").fails(error(errc::connection_lost, "reset"));
    apply("a");
    net.expect("GET", object_target("a")).status(403).json(status_json(403, "Forbidden"));
    BOOST_TEST(get("a") == "forbidden");
    net.expect("GET", object_target("a")).json(thing("a", "2").json());
    BOOST_TEST(get("a") == "default/a@2");
}

BOOST_FIXTURE_TEST_CASE(a_write_that_is_cancelled_under_way_is_of_unknown_outcome, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    expect_apply("a").delay(10s).json(thing("a", "12").json());
    BOOST_TEST(apply("a", {}, 1s) == "");
    net.expect("GET", object_target("a")).json(thing("a", "12").json());
    BOOST_TEST(get("a") == "default/a@12");
}

BOOST_FIXTURE_TEST_CASE(which_errors_of_a_write_cast_doubt, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    const struct {
        int status;
        const char* reason;
        bool doubt;
    } cases[] = {{409, "Conflict", false},     {422, "Invalid", false},      {403, "Forbidden", false},
                 {404, "NotFound", false},     {500, "InternalError", true}, {504, "Timeout", true},
                 {409, "AlreadyExists", false}};
    for (const auto& one : cases) {
        BOOST_TEST_CONTEXT(one.status << ' ' << one.reason) {
            expect_apply("a").status(one.status).json(status_json(one.status, one.reason));
            apply("a");
            BOOST_TEST(v.trustworthy({"default", "a"}) == !one.doubt);
            v.written(thing("a", "2").object());
        }
    }
}

BOOST_FIXTURE_TEST_CASE(other_views_of_the_kind_ask_the_server_until_the_watch_is_there, fixture) {
    view& names = c.declare<gadget_names>();
    script_answer& watch = go_live(v, {thing("a", "2"), thing("b", "3")}, "10");
    expect_apply("a").json(thing("a", "12").json());
    expect_apply("b").json(thing("b", "13").json());
    apply("a");
    apply("b");
    BOOST_TEST(!names.trustworthy({"default", "a"}));
    net.expect("GET", object_target("a")).json(thing("a", "12").json());
    BOOST_TEST(get<gadget_names>("a") == "default/a@12");
    BOOST_TEST(get<gadget_names>("a") == "default/a@12");
    watch.push(bookmark("20"));
    pass();
    BOOST_TEST(names.trustworthy({"default", "b"}));
}

BOOST_FIXTURE_TEST_CASE(the_answer_of_another_subresource_is_not_the_object, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("PATCH", object_target("a") + "/scale*").json(thing("a", "12").json());
    run([this]() -> awaitable<std::string> {
        auto r = co_await reads.merge_patch<gadget>({"default", "a"}, {}, {}, "scale");
        co_return r ? "done" : "failed";
    });
    BOOST_TEST(!v.trustworthy({"default", "a"}));
    net.expect("PATCH", object_target("a") + "/status*").json(thing("a", "13").json());
    run([this]() -> awaitable<std::string> {
        auto r = co_await reads.merge_patch<gadget>({"default", "a"}, {}, {}, "status");
        co_return r ? "done" : "failed";
    });
    BOOST_TEST(get("a") == "default/a@13");
}

BOOST_FIXTURE_TEST_CASE(own_writes_of_before_a_list_again_survive_it_when_it_is_older, fixture) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    pass(5s);
    expect_apply("a").json(thing("a", "30").json());
    apply("a");
    watch.push(error_frame(410, "Expired"));
    net.expect("GET", gadgets + "?resourceVersion=10").json(list_json({thing("a", "25")}, "25"));
    script_answer& next = expect_watch("25");
    pass(2s);
    BOOST_TEST(get("a") == "default/a@30");
    next.push(frame("MODIFIED", thing("a", "30")));
    pass();
    BOOST_TEST(get("a") == "default/a@30");
}

BOOST_AUTO_TEST_SUITE_END()
