#include "unit/cache/cache_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(cache_test)

namespace {

using made = std::vector<made_gadget>;

std::string list_target(std::string_view ns) {
    return fmt::format("/apis/example.com/v1/namespaces/{}/gadgets?resourceVersion=0&limit=500", ns);
}
std::string watch_target(std::string_view ns, std::string_view version) {
    return fmt::format(
        "/apis/example.com/v1/namespaces/{}/gadgets?watch=true&allowWatchBookmarks=true&resourceVersion={}*",
        ns, version);
}
made_gadget in(std::string ns, std::string name, std::string version) {
    made_gadget g = thing(std::move(name), std::move(version));
    g.ns = std::move(ns);
    return g;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_same_kind_type_and_scope_give_the_same_view) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>();
    BOOST_CHECK(&w.c.watch<gadget>() == &v);
    BOOST_CHECK(&w.c.watch<gadget>(cache_scope{}) == &v);
    BOOST_CHECK(&w.c.watch<gadget_names>() != &v);
    BOOST_CHECK(&w.c.watch<gadget>(cache_scope{{"b", "a"}, "", ""}) != &v);
    BOOST_CHECK(&w.c.watch<gadget>(cache_scope{{"a", "b", "a"}, "", ""}) ==
                &w.c.watch<gadget>(cache_scope{{"b", "a"}, "", ""}));
    BOOST_CHECK(w.c.find(kind_of<gadget>()) == &v);
    BOOST_TEST(w.c.collections_of(kind_of<gadget>()).size() == 3u);
    BOOST_TEST(w.c.collections_of(kind_of<gadget_names>()).size() == 3u);
    BOOST_CHECK_THROW(w.c.watch<gadget>(cache_scope{{}, "a in (", ""}), fault);
}

// A controller that watches a part must not make another one's reads miss existing objects.
BOOST_AUTO_TEST_CASE(reads_prefer_a_view_without_selectors_whatever_the_order) {
    for (const bool narrow_first : {true, false}) {
        cache_world w;
        cached_collection* narrow = narrow_first ? &w.c.watch<gadget>(cache_scope{{}, "app=x", ""}) : nullptr;
        if (narrow) BOOST_CHECK(w.c.find(kind_of<gadget>()) == narrow);
        cached_collection& whole = w.c.watch<gadget>();
        if (!narrow) w.c.watch<gadget>(cache_scope{{}, "app=x", ""});
        BOOST_CHECK(w.c.find(kind_of<gadget>()) == &whole);
        BOOST_CHECK(w.c.find(kind_of<gadget>(), "default") == &whole);
    }
}

BOOST_AUTO_TEST_CASE(collections_of_one_kind_share_a_list_and_a_watch) {
    cache_world w;
    cached_collection& whole = w.c.watch<gadget>();
    cached_collection& names = w.c.watch<gadget_names>();
    script_answer& watch = w.go_live(whole, {thing("a", "2", 5)}, "10");
    BOOST_TEST(names.synced());
    BOOST_TEST(as_gadget(whole.find({"default", "a"})).spec.size == 5);
    BOOST_TEST(label_of<gadget_names>(names.find({"default", "a"})) == "default/a@2");
    BOOST_TEST(names.bytes() < whole.bytes());
    watch.push(frame("ADDED", thing("b", "11")));
    w.pass();
    BOOST_TEST(whole.size() == 2u);
    BOOST_TEST(names.size() == 2u);
    BOOST_TEST(w.net.sent().size() == 2u);
    BOOST_TEST(w.gauge("setpoint_informer_objects{namespace=\"\",resource=\"gadgets.example.com\",selector="
                       "\"\",view=\"partial\"") == 2);
}

BOOST_AUTO_TEST_CASE(a_late_view_makes_the_kind_list_again_without_events_for_the_others) {
    cache_world w;
    cached_collection& whole = w.c.watch<gadget>();
    change_log seen, seen_late;
    whole.subscribe(seen.handler());
    script_answer& first = w.go_live(whole, {thing("a", "2")}, "10");
    seen.take();
    w.pass(5s);
    w.net.expect("GET", gadgets + "?resourceVersion=10").delay(1s).json(list_json({thing("a", "2")}, "12"));
    script_answer& second = w.expect_watch("12");
    cached_collection& late = w.c.watch<gadget_names>();
    late.subscribe([&](const object_change& c) {
        seen_late.lines.push_back(label_of<gadget_names>(c.after) + (c.initial ? " initial" : ""));
    });
    w.pass(500ms);
    BOOST_TEST(first.streams() == 0);
    BOOST_TEST(!late.synced());
    BOOST_TEST(whole.synced());
    BOOST_TEST(w.held(whole, "a") == "default/a@2");
    w.pass(1s);
    BOOST_TEST(late.synced());
    BOOST_TEST(seen_late.take() == "default/a@2 initial");
    BOOST_TEST(seen.take() == "");
    second.push(frame("MODIFIED", thing("a", "13")));
    w.pass();
    BOOST_TEST(seen_late.take() == "default/a@13");
    BOOST_TEST(seen.take() == "updated default/a@13");
}

BOOST_AUTO_TEST_CASE(a_view_added_during_a_list_gets_its_own_list) {
    cache_world w;
    cached_collection& whole = w.c.watch<gadget>();
    w.expect_list({thing("a", "2")}, "10").delay(1s);
    w.net.expect("GET", gadgets + "?resourceVersion=10")
        .json(list_json({thing("a", "2"), thing("b", "11")}, "12"));
    w.expect_watch("12");
    w.c.start(w.tasks);
    w.pass(500ms);
    cached_collection& late = w.c.watch<gadget_names>();
    w.pass(1s);
    BOOST_TEST(whole.size() == 2u);
    BOOST_TEST(late.size() == 2u);
    BOOST_TEST(w.c.synced());
}

BOOST_AUTO_TEST_CASE(a_kind_declared_after_the_start_begins_immediately) {
    cache_world w;
    w.c.start(w.tasks);
    w.pass(1s);
    w.expect_list({thing("a", "2")}, "10");
    w.expect_watch("10");
    cached_collection& v = w.c.watch<gadget>();
    BOOST_TEST(!w.c.synced());
    w.pass();
    BOOST_TEST(v.synced());
}

BOOST_AUTO_TEST_CASE(each_namespace_has_a_list_and_watch_and_reads_see_them_as_one) {
    cache_world w(1, cache_scope{{"west", "east"}, "", ""});
    cached_collection& v = w.c.watch<gadget>();
    change_log seen;
    v.subscribe(seen.handler());
    w.net.expect("GET", list_target("east"))
        .json(list_json({in("east", "b", "3"), in("east", "a", "2")}, "10"));
    w.net.expect("GET", list_target("west")).delay(1s).json(list_json({in("west", "a", "4")}, "11"));
    script_answer& east = w.net.expect("GET", watch_target("east", "10")).stays_open();
    script_answer& west = w.net.expect("GET", watch_target("west", "11")).stays_open();
    w.c.start(w.tasks);
    w.pass();
    BOOST_TEST(!v.synced());
    BOOST_CHECK(v.state() == sync_state::listing);
    BOOST_TEST_REQUIRE(w.c.problems().size() == 1u);
    BOOST_TEST(w.c.problems()[0] == "gadgets.example.com in west: listing");
    w.pass(2s);
    BOOST_TEST(v.synced());
    BOOST_TEST(w.all(v) == "east/a@2 east/b@3 west/a@4");
    list_options one;
    one.ns = "west";
    BOOST_TEST(w.all(v, one) == "west/a@4");
    west.push(frame("MODIFIED", in("west", "a", "20")));
    east.push(frame("DELETED", in("east", "b", "21")));
    w.pass();
    BOOST_TEST(w.all(v) == "east/a@2 west/a@20");
    BOOST_TEST(v.covers("east"));
    BOOST_TEST(!v.covers("north"));
    BOOST_TEST(v.size() == 2u);
}

BOOST_AUTO_TEST_CASE(selectors_of_the_scope_go_to_the_server) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>(cache_scope{{}, "app=web", "metadata.name!=x"});
    w.net
        .expect("GET",
                gadgets +
                    "?labelSelector=app%3Dweb&fieldSelector=metadata.name%21%3Dx&resourceVersion=0&limit=500")
        .json(list_json({thing("a", "2")}, "10"));
    w.net
        .expect("GET", gadgets +
                           "?watch=true&allowWatchBookmarks=true&labelSelector=app%3Dweb&fieldSelector="
                           "metadata.name%21%3Dx&resourceVersion=10*")
        .stays_open();
    w.c.start(w.tasks);
    w.pass();
    BOOST_TEST(v.synced());
}

BOOST_AUTO_TEST_CASE(lists_support_selectors_and_indexes) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>();
    BOOST_TEST(v.add_index("node", [](const void* o, std::vector<std::string>& values) {
                    values.push_back(static_cast<const gadget*>(o)->spec.node.str());
                }).has_value());
    const auto twice = v.add_index("node", [](const void*, std::vector<std::string>&) {});
    BOOST_REQUIRE(!twice);
    BOOST_TEST(twice.error().message == "gadgets.example.com have an index named \"node\" already");
    made_gadget a = thing("a", "2", 1), b = thing("b", "3", 2), d = in("east", "d", "4");
    a.app = "web";
    b.node = "n2";
    w.go_live(v, {a, b, d}, "10");
    const auto list = [&](auto set) {
        indexed_list_options o;
        set(o);
        return w.all(v, o);
    };
    BOOST_TEST(list([](auto&) {}) == "default/a@2 default/b@3 east/d@4");
    BOOST_TEST(list([](auto& o) { o.ns = "default"; }) == "default/a@2 default/b@3");
    BOOST_TEST(list([](auto& o) { o.ns = "none"; }) == "");
    BOOST_TEST(list([](auto& o) { o.label_selector = "app=web"; }) == "default/a@2");
    BOOST_TEST(list([](auto& o) { o.label_selector = "!app"; }) == "default/b@3 east/d@4");
    BOOST_TEST(list([](auto& o) { o.field_selector = "metadata.name=b"; }) == "default/b@3");
    BOOST_TEST(list([](auto& o) { o.field_selector = "metadata.namespace!=default"; }) == "east/d@4");
    BOOST_TEST(list([](auto& o) { o.field_selector = "spec.size=2"; }) == "default/b@3");
    BOOST_TEST(list([](auto& o) {
                   o.index = "node";
                   o.index_value = "n1";
               }) == "default/a@2 east/d@4");
    BOOST_TEST(list([](auto& o) {
                   o.index = "node";
                   o.index_value = "n1";
                   o.ns = "east";
               }) == "east/d@4");
    BOOST_TEST(list([](auto& o) {
                   o.index = "node";
                   o.index_value = "n9";
               }) == "");
    BOOST_TEST(list([](auto& o) { o.index = "size"; }) ==
               "error: list cached gadgets.example.com: there is no index named \"size\"");
    BOOST_TEST(list([](auto& o) { o.field_selector = "spec.colour=red"; }) ==
               "error: list cached gadgets.example.com: the type describes no scalar at spec.colour");
    BOOST_TEST(list([](auto& o) {
                   o.label_selector = "a in (";
               }).starts_with("error: list cached gadgets.example.com: "));
}

BOOST_AUTO_TEST_CASE(an_index_added_during_a_list_is_complete_with_the_list) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>();
    w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .json(list_json({thing("a", "1"), thing("b", "2")}, "10", "t1"));
    w.net.expect("GET", gadgets + "?limit=500&continue=t1")
        .delay(1s)
        .json(list_json({thing("c", "3")}, "10"));
    w.expect_watch("10");
    w.c.start(w.tasks);
    w.pass(500ms);
    std::size_t asked = 0;
    BOOST_TEST(v.add_index("node", [&asked](const void* o, std::vector<std::string>& values) {
                    ++asked;
                    values.push_back(static_cast<const gadget*>(o)->spec.node.str());
                }).has_value());
    w.pass(1s);
    BOOST_TEST_REQUIRE(v.synced());
    BOOST_TEST(asked == 3u);
    indexed_list_options o;
    o.index = "node";
    o.index_value = "n1";
    BOOST_TEST(w.all(v, o) == "default/a@1 default/b@2 default/c@3");
    BOOST_TEST(asked == 3u);  // an incomplete index visits every object
}

BOOST_AUTO_TEST_CASE(a_view_without_labels_rejects_label_selectors) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget_names>();
    w.go_live(v, {thing("a", "2")}, "10");
    list_options o;
    o.label_selector = "app=web";
    auto r = v.list(o);
    BOOST_REQUIRE(!r);
    BOOST_CHECK(r.error().code == errc::invalid);
    BOOST_TEST(r.error().message ==
               "list cached gadgets.example.com: the type does not describe metadata.labels");
}

BOOST_AUTO_TEST_CASE(a_late_handler_first_gets_existing_objects_in_slices_while_changes_continue) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>();
    made many;
    for (int i = 0; i < 1000; ++i) many.push_back(thing(fmt::format("{:04}", i), "2"));
    script_answer& watch = w.go_live(v, many, "10");
    w.pass(5s);
    std::map<std::string, std::vector<std::string>> seen;  // by object
    const auto name = [](const object_ptr& o) { return as_gadget(o).metadata.name.str(); };
    v.subscribe([&](const object_change& c) {
        const object_ptr& o = c.after ? c.after : c.before;
        seen[name(o)].push_back(c.initial                                ? "initial"
                                : c.what == object_change::kind::deleted ? "deleted"
                                                                         : "changed");
        BOOST_TEST(c.initial == (c.what == object_change::kind::added));
    });
    BOOST_TEST(seen.size() == 256u);
    watch.push(frame("MODIFIED", thing("0001", "11")) + frame("DELETED", thing("0002", "12")) +
               frame("MODIFIED", thing("0998", "13")) + frame("DELETED", thing("0999", "14")));
    w.pass();
    BOOST_TEST((seen["0000"] == std::vector<std::string>{"initial"}));
    BOOST_TEST((seen["0001"] == std::vector<std::string>{"initial", "changed"}));
    BOOST_TEST((seen["0002"] == std::vector<std::string>{"initial", "deleted"}));
    for (const auto& [key, changes] : seen) BOOST_TEST(changes.front() == "initial");
    BOOST_TEST(seen.size() >= 999u);
}

BOOST_AUTO_TEST_CASE(a_handler_that_throws_is_logged_and_does_not_affect_others) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>();
    change_log seen;
    v.subscribe([](const object_change&) { throw std::runtime_error("bad mapping"); });
    v.subscribe(seen.handler());
    w.go_live(v, {thing("a", "2")}, "10");
    BOOST_TEST(seen.take() == "added default/a@2 initial");
    BOOST_TEST(w.times_logged("bad mapping") == 1u);
}

BOOST_AUTO_TEST_CASE(waiting_ends_when_all_are_complete_or_in_time) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>();
    w.expect_list({thing("a", "2")}, "10").delay(10s);
    w.expect_watch("10");
    w.c.start(w.tasks);
    task_scope waiting(w.l, "waiting");
    std::string order;
    const auto wait = [&](std::string name, duration limit) -> awaitable<void> {
        const bool done = co_await w.c.wait_synced(saturating_add(w.l.now(), limit));
        order += name + (done ? "+ " : "- ");
    };
    const auto wait_one = [&]() -> awaitable<void> {
        std::vector<const cached_collection*> views(1, &v);
        const bool done = co_await w.c.wait_synced(std::move(views));
        order += done ? "view+ " : "view- ";
    };
    waiting.spawn("short", wait("short", 5s));
    waiting.spawn("one", wait_one());
    w.pass(6s);
    BOOST_TEST(order == "short- ");
    w.pass(5s);
    BOOST_TEST(order == "short- view+ ");
    waiting.spawn("again", wait("again", 0s));
    w.pass();
    BOOST_TEST(order == "short- view+ again+ ");
}

BOOST_AUTO_TEST_CASE(informers_end_with_their_scope_and_nothing_starts_afterwards) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>();
    w.expect_list({thing("a", "2")}, "10");
    script_answer& watch = w.expect_watch("10");
    {
        task_scope scope(w.l, "caches");
        w.c.start(scope);
        w.pass();
        BOOST_TEST(watch.streams() == 1);
        scope.request_stop();
        w.pass();
        BOOST_TEST(scope.size() == 0u);
    }
    BOOST_TEST(watch.streams() == 0);
    BOOST_TEST(w.held(v, "a") == "default/a@2");
    w.c.watch<gadget>(cache_scope{{"late"}, "", ""});
    w.pass(1h);
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_trace) {
    const auto run = [](std::uint64_t seed) {
        cache_world w(seed);
        cached_collection& whole = w.c.watch<gadget>();
        w.c.watch<gadget_names>();
        change_log seen;
        whole.subscribe(seen.handler());
        for (int i = 0; i < 3; ++i)
            w.net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
                .fails(error(errc::unreachable, "refused"));
        w.expect_list({thing("a", "2"), thing("b", "3")}, "10");
        script_answer& first = w.expect_watch("10");
        w.c.start(w.tasks);
        w.pass(20s);
        first.push(frame("MODIFIED", thing("a", "11")) + error_frame(410, "Expired"));
        w.net.expect("GET", gadgets + "?resourceVersion=11").json(list_json({thing("b", "12")}, "20"));
        w.expect_watch("20");
        w.pass(10s);
        std::string trace = w.logged() + seen.take();
        for (const auto& r : w.net.sent())
            trace += fmt::format("{} {}\n", r.at.time_since_epoch().count(), r.target);
        return std::pair(trace, w.l.trace_hash());
    };
    BOOST_CHECK(run(5) == run(5));
    BOOST_CHECK(run(5) != run(6));
}

BOOST_AUTO_TEST_SUITE_END()
