#include "framework/cache/own_writes.hpp"
#include "unit/cache/cached_client_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(cached_client_test)

BOOST_FIXTURE_TEST_CASE(declared_kinds_are_read_from_the_cache_and_misses_name_it, cached_client_world) {
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

// The caller's kind may be gone when the next object arrives; the view's own is not.
BOOST_FIXTURE_TEST_CASE(the_index_by_controller_uses_the_kind_of_the_view, cached_client_world) {
    kind_info kind = kind_of<gadget>();
    reads.index_by_controller(kind, "default");
    kind.full_meta = [](const void*) -> const object_meta* { return nullptr; };
    made_gadget owned = thing("a", "2");
    owned.owner = "box";
    go_live(v, {owned, thing("b", "3")}, "10");
    indexed_list_options of_box;
    of_box.index = controller_index;
    of_box.index_value = "box";
    BOOST_TEST(list(of_box) == "default/a@2");
}

BOOST_FIXTURE_TEST_CASE(undeclared_kinds_are_read_live_and_start_no_informer, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("GET", object_target("a")).json(thing("a", "9").json());
    BOOST_TEST(get<gadget_names>("a") == "default/a@9");
    BOOST_TEST(c.collections_of(kind_of<gadget>()).size() == 1u);
}

BOOST_AUTO_TEST_CASE(namespaces_outside_the_scope_are_read_live) {
    cache_world w(1, cache_scope{{"east"}, "", ""});
    w.c.watch<gadget>();
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

BOOST_FIXTURE_TEST_CASE(reads_wait_for_the_first_list_and_explain_a_timeout, cached_client_world) {
    expect_list({thing("a", "2")}, "10").delay(5s);
    expect_watch("10");
    c.start(tasks);
    BOOST_TEST(get("a", 4s) == "");
    BOOST_TEST(get("a", 4s) == "default/a@2");

    cache_world w;
    w.c.watch<gadget>();
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

BOOST_FIXTURE_TEST_CASE(dry_runs_leave_the_cache_alone, cached_client_world) {
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

BOOST_FIXTURE_TEST_CASE(a_status_that_a_uid_guards_is_one_request_under_the_cached_version,
                        cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    const auto report = [this]() {
        return run([this]() -> awaitable<std::string> {
            write_options o;
            o.uid = "uid-a";
            auto r = co_await reads.merge_patch<gadget>({"default", "a"}, {{"status", {{"size", 1}}}}, o,
                                                        "status");
            co_return r ? label_of(*r) : std::string(setpoint::to_string(r.error().code));
        });
    };
    const auto sent_under = [this](std::string_view version) {
        return net.sent().back().body.find(fmt::format(R"("resourceVersion":"{}")", version)) !=
               std::string::npos;
    };
    expect_apply("a").json(thing("a", "12").json());
    BOOST_TEST(report() == "default/a@12");
    BOOST_TEST(net.sent().size() == 3u);  // in addition to the list and the watch
    BOOST_TEST(sent_under("2"));
    // Its own writes, before the watch delivers them.
    expect_apply("a").json(thing("a", "13").json());
    BOOST_TEST(report() == "default/a@13");
    BOOST_TEST(net.sent().size() == 4u);
    BOOST_TEST(sent_under("12"));
}

BOOST_FIXTURE_TEST_CASE(other_collections_of_the_kind_ask_the_server_until_the_watch_catches_up,
                        cached_client_world) {
    cached_collection& names = c.watch<gadget_names>();
    script_answer& watch = go_live(v, {thing("a", "2"), thing("b", "3")}, "10");
    expect_apply("a").json(thing("a", "12").json());
    expect_apply("b").json(thing("b", "13").json());
    apply("a");
    apply("b");
    BOOST_TEST(own_writes(names).needs_live_read({"default", "a"}));
    net.expect("GET", object_target("a")).json(thing("a", "12").json());
    BOOST_TEST(get<gadget_names>("a") == "default/a@12");
    BOOST_TEST(get<gadget_names>("a") == "default/a@12");
    watch.push(bookmark("20"));
    pass();
    BOOST_TEST(!own_writes(names).needs_live_read({"default", "b"}));
}

BOOST_AUTO_TEST_SUITE_END()
