// Reads after a write through the cache, before and after the watch delivers it.
#include "framework/cache/own_writes.hpp"
#include "unit/cache/cached_client_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(own_write_test)

BOOST_FIXTURE_TEST_CASE(own_writes_are_read_immediately_and_announced_only_by_the_watch,
                        cached_client_world) {
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

BOOST_FIXTURE_TEST_CASE(an_event_of_an_own_write_delivers_the_object_from_the_response, cached_client_world) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    expect_apply("a").json(thing("a", "12", 7).json());
    apply("a");
    const object_ptr answered = v.find({"default", "a"});
    // Not decoded again, as shown by something a server never sends: different content with the
    // same version.
    watch.push(frame("MODIFIED", thing("a", "12", 8)));
    pass();
    BOOST_TEST((v.find({"default", "a"}) == answered));
    BOOST_TEST(seen.take().ends_with("updated default/a@12"));
    // Another object of that name, or another version, is decoded.
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

BOOST_FIXTURE_TEST_CASE(a_response_slower_than_the_watch_returns_the_delivered_object, cached_client_world) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    const auto answered = [this](const made_gadget& answer) {
        expect_apply("a").json(answer.json());
        object_ptr got;
        run([&]() -> awaitable<std::string> {
            gadget g;
            g.metadata.ns = "default";
            g.metadata.name = "a";
            auto r = co_await reads.apply(g);
            if (r) got = *r;
            co_return "";
        });
        BOOST_TEST_REQUIRE((got != nullptr));
        return got;
    };
    watch.push(frame("MODIFIED", thing("a", "12", 7)));
    pass();
    const object_ptr held = v.find({"default", "a"});
    // Not decoded again, as shown by something a server never sends: different content with the
    // same version.
    BOOST_TEST((answered(thing("a", "12", 8)) == held));
    BOOST_TEST(get("a") == "default/a@12");
    // Another version, or another object of that name, is decoded.
    BOOST_TEST(as_gadget(answered(thing("a", "13", 8))).spec.size == 8);
    watch.push(frame("MODIFIED", thing("a", "14", 9)));
    pass();
    made_gadget other = thing("a", "14", 10);
    other.uid = "another";
    BOOST_TEST(as_gadget(answered(other)).spec.size == 10);
    // The version of another object that it mentions is not its own.
    watch.push(frame("MODIFIED", thing("a", "15", 11)));
    pass();
    made_gadget naming = thing("a", "16", 12);
    naming.node = "15";
    BOOST_TEST(as_gadget(answered(naming)).spec.size == 12);
    BOOST_TEST(get("a") == "default/a@16");
}

BOOST_FIXTURE_TEST_CASE(a_response_after_the_watch_reported_the_deletion_reports_nothing_again,
                        cached_client_world) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    seen.take();
    watch.push(frame("MODIFIED", thing("a", "12")) + frame("DELETED", thing("a", "13")));
    watch.push(frame("ADDED", thing("b", "14")) + frame("DELETED", thing("b", "15")));
    pass();
    BOOST_TEST(seen.take() ==
               "updated default/a@12, deleted default/a@12, added default/b@14, deleted default/b@14");
    own_writes(v).written(thing("a", "12").object());
    own_writes(v).written(thing("b", "14").object());
    BOOST_TEST(seen.take() == "");
    // Created and deleted while the watch was disconnected: only the response reports it.
    pass(5s);
    watch.push(error_frame(410, "Expired"));
    net.expect("GET", gadgets + "?resourceVersion=15").json(list_json({}, "30"));
    expect_watch("30");
    pass(2s);
    own_writes(v).written(thing("c", "20").object());
    BOOST_TEST(seen.take() == "deleted default/c@20 unknown");
}

BOOST_AUTO_TEST_CASE(a_view_without_labels_does_not_notice_writes_that_leave_its_scope) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget_names>(cache_scope{{}, "app=web", ""});
    std::size_t reported = 0;
    v.subscribe([&reported](const object_change&) { ++reported; });
    made_gadget a = thing("a", "2"), other = thing("a", "12");
    a.app = "web";
    w.net.expect("GET", gadgets + "?labelSelector=*").json(list_json({a}, "10"));
    script_answer& watch = w.net.expect("GET", gadgets + "?watch=true*").stays_open();
    w.c.start(w.tasks);
    w.pass();
    BOOST_TEST(reported == 1u);
    // Own writes: one removed the label, one created an object without it; the watch is past both.
    watch.push(frame("DELETED", other) + bookmark("20"));
    w.pass();
    BOOST_TEST(reported == 2u);
    own_writes(v).written(other.object<gadget_names>());
    own_writes(v).written(thing("b", "13").object<gadget_names>());
    BOOST_TEST(reported == 2u);
}

BOOST_FIXTURE_TEST_CASE(own_writes_appear_in_lists_by_label_and_index, cached_client_world) {
    BOOST_TEST(v.add_index("node", [](const void* o, std::vector<std::string>& values) {
                    values.push_back(static_cast<const gadget*>(o)->spec.node.str());
                }).has_value());
    made_gadget a = thing("a", "2"), b = thing("b", "3"), d = thing("d", "4");
    a.app = b.app = "web";
    go_live(v, {a, b, d}, "10");
    indexed_list_options web, n1, n2;
    web.label_selector = "app=web";
    n1.index = n2.index = "node";
    n1.index_value = "n1";
    n2.index_value = "n2";
    // b moves, c is new, a loses its label, d is deleted.
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

BOOST_AUTO_TEST_CASE(an_object_that_a_write_moves_out_of_scope_reads_as_absent) {
    cache_world w;
    cached_collection& v = w.c.watch<gadget>(cache_scope{{}, "app=web", "spec.size=1"});
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
    own_writes(v).written(unlabelled.object());
    own_writes(v).written(larger.object());
    BOOST_TEST(w.all(v) == "");
    BOOST_TEST(w.held(v, "a") == "none");
    watch.push(frame("DELETED", unlabelled) + frame("DELETED", larger));
    w.pass();
    BOOST_TEST(w.all(v) == "");
    BOOST_TEST(v.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(the_response_of_another_subresource_is_not_the_object, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("PATCH", object_target("a") + "/scale*").json(thing("a", "12").json());
    run([this]() -> awaitable<std::string> {
        auto r = co_await reads.merge_patch<gadget>({"default", "a"}, {}, {}, "scale");
        co_return r ? "done" : "failed";
    });
    BOOST_TEST(own_writes(v).needs_live_read({"default", "a"}));
    net.expect("PATCH", object_target("a") + "/status*").json(thing("a", "13").json());
    run([this]() -> awaitable<std::string> {
        auto r = co_await reads.merge_patch<gadget>({"default", "a"}, {}, {}, "status");
        co_return r ? "done" : "failed";
    });
    BOOST_TEST(get("a") == "default/a@13");
}

BOOST_FIXTURE_TEST_CASE(own_writes_survive_an_older_list, cached_client_world) {
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

BOOST_FIXTURE_TEST_CASE(stale_reads_that_were_avoided_are_counted, cached_client_world) {
    script_answer& watch = go_live(v, {thing("a", "2"), thing("b", "3")}, "10");
    const auto avoided = [&] {
        return measured.sum("setpoint_stale_reads_avoided_total", {{"resource", "gadgets.example.com"}})
            .value_or(-1);
    };
    get("a");
    list();
    BOOST_TEST(avoided() == 0);
    expect_apply("a").json(thing("a", "12", 7).json());
    apply("a");
    BOOST_TEST(avoided() == 0);
    get("b");  // no own write concerns it
    BOOST_TEST(avoided() == 0);
    get("a");
    list();
    BOOST_TEST(avoided() == 2);
    indexed_list_options elsewhere;
    elsewhere.ns = "other";
    list(elsewhere);
    BOOST_TEST(avoided() == 2);
    watch.push(frame("MODIFIED", thing("a", "12", 7)));
    pass();
    get("a");
    list();
    BOOST_TEST(avoided() == 2);
    // After a write of unknown outcome the server is asked.
    own_writes(v).mark_stale({"default", "a"});
    net.expect("GET", object_target("a")).json(thing("a", "15").json());
    BOOST_TEST(get("a") == "default/a@15");
    BOOST_TEST(avoided() == 3);
}

BOOST_FIXTURE_TEST_CASE(lists_that_an_own_write_does_not_change_are_not_counted, cached_client_world) {
    BOOST_TEST(v.add_index("node", [](const void* o, std::vector<std::string>& values) {
                    values.push_back(static_cast<const gadget*>(o)->spec.node.str());
                }).has_value());
    made_gadget a = thing("a", "2"), b = thing("b", "3");
    b.node = "n2";
    go_live(v, {a, b}, "10");
    const auto avoided = [&] { return measured.sum("setpoint_stale_reads_avoided_total").value_or(-1); };
    indexed_list_options n1, n2, n3, web;
    n1.index = n2.index = n3.index = "node";
    n1.index_value = "n1";
    n2.index_value = "n2";
    n3.index_value = "n3";
    web.label_selector = "app=web";
    a.version = "12";
    a.node = "n3";
    expect_apply("a").json(a.json());
    apply("a");
    BOOST_TEST(list(n2) == "default/b@3");
    BOOST_TEST(list(web) == "");
    BOOST_TEST(avoided() == 0);
    BOOST_TEST(list(n1) == "");  // without the write: default/a@2
    BOOST_TEST(avoided() == 1);
    BOOST_TEST(list(n3) == "default/a@12");
    BOOST_TEST(avoided() == 2);
}

BOOST_AUTO_TEST_SUITE_END()
