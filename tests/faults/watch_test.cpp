// Watches and lists that break, stall, lie or never end.
#include "faults/fault_world.hpp"
#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/custom_resource.hpp"

#include <fmt/format.h>

#include <regex>

using namespace fault_test;

BOOST_AUTO_TEST_SUITE(watch_faults)

namespace {

constexpr std::string_view retrying = "state=\"retrying\"} 1";

struct blob_spec {
    std::string data;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&blob_spec::data, "data", "Much of it."));
    }
};
struct blob : custom_resource<blob_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Blob", "A large object."); }
};
struct reader {
    client& api;
    std::size_t& seen;
    awaitable<outcome> reconcile(context&, object_key k) {
        const auto b = co_await api.get<blob>(k);
        if (b) seen = (*b)->spec.data.size();
        co_return outcome::done();
    }
};

// The list that an informer makes after a watch has told it that its version is gone.
void lists_again(operator_world& w) {
    w.network_faults().nth(verb::watch, 1, network_fault::error_event(410, "Expired"), "deployments");
    w.network_faults().cut_watches("deployments");
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_watch_that_is_reset_is_opened_again_where_it_was) {
    survive({.begin = [](auto& w) { w.network_faults().cut_watches(); },
             .says = {{"the watch broke"}},
             .minutes = 1});
}

BOOST_AUTO_TEST_CASE(a_watch_that_is_reset_at_any_byte_delivers_whole_events_only) {
    for (const std::size_t at : {0, 17, 700})
        survive({.begin =
                     [at](auto& w) {
                         w.network_faults().each(verb::watch, network_fault::cut(at));
                         w.network_faults().cut_watches();
                     },
                 .ready = {}});
}

BOOST_AUTO_TEST_CASE(a_watch_over_a_dead_connection_is_noticed_by_its_silence) {
    survive({.begin = [](auto& w) { w.network_faults().hold_watches(); },
             .says = {{"the watch was silent for too long: opening it again"}},
             .minutes = 5});
}

BOOST_AUTO_TEST_CASE(a_watch_that_trickles_without_an_event_is_silent) {
    survive({.begin =
                 [](auto& w) {
                     w.network_faults().each(verb::watch, network_fault::without_end("{", 5s));
                     w.network_faults().cut_watches();
                 },
             .says = {{"the watch was silent for too long: opening it again"}},
             .minutes = 5});
}

BOOST_AUTO_TEST_CASE(slow_bytes_are_bytes) {
    survive({.begin =
                 [](auto& w) {
                     w.network_faults().each(verb::watch, network_fault::slow(200, 100ms));
                     w.network_faults().each(verb::list, network_fault::slow(200, 100ms));
                     w.network_faults().cut_watches();
                 },
             .minutes = 2});
}

BOOST_AUTO_TEST_CASE(a_frame_without_an_end_is_given_up) {
    survive({.begin =
                 [](auto& w) {
                     w.network_faults().nth(verb::watch, 1,
                                            network_fault::without_end(std::string(256 * 1024, 'x'), 1ms));
                     w.network_faults().cut_watches("deployments");
                 },
             .says = {{"has more than 16777216 bytes"}}});
}

BOOST_AUTO_TEST_CASE(a_frame_of_garbage_lists_again) {
    for (const char* text : {"\xff<html>\n", "{\"type\":\"ADDED\",\"object\":{\"kind\":\n",
                             "{\"type\":\"MODIFIED\",\"object\":{\"metadata\":[]}}\n"})
        survive({.begin =
                     [text](auto& w) {
                         w.network_faults().nth(verb::watch, 1, network_fault::preceded_by(text),
                                                "deployments");
                         w.network_faults().cut_watches("deployments");
                     },
                 .says = {{"retrying", "cannot watch deployments"}}});
}

BOOST_AUTO_TEST_CASE(lists_of_garbage_are_tried_again_with_back_off) {
    survive({.begin =
                 [](auto& w) {
                     w.network_faults().each(verb::list, network_fault::text(200, "{\"items\":[{"),
                                             "deployments");
                     lists_again(w);
                 },
             .says = {{"retrying", "cannot list deployments"}},
             .metrics = {retrying},
             .ready = false});
}

BOOST_AUTO_TEST_CASE(a_version_that_is_gone_as_an_answer_or_as_an_event_lists_again) {
    for (const network_fault& f :
         {network_fault::answer(410, "Expired"), network_fault::error_event(410, "Expired"),
          network_fault::error_event(410, "Gone")})
        survive({.begin =
                     [&](auto& w) {
                         for (const char* what : {"webservers", "deployments", "services"})
                             w.network_faults().nth(verb::watch, 1, f, what);
                         w.network_faults().cut_watches();
                     },
                 .says = {{"has expired, listing again"}}});
}

BOOST_AUTO_TEST_CASE(versions_that_are_always_gone_are_listed_with_back_off) {
    survive({.begin =
                 [](auto& w) {
                     w.network_faults().each(verb::watch, network_fault::answer(410, "Expired"));
                     w.network_faults().each(verb::list, network_fault::answer(410, "Expired"));
                     w.network_faults().cut_watches();
                 },
             .says = {{"has expired, listing again"}},
             .metrics = {retrying},
             .ready = false,
             .minutes = 10});
}

BOOST_AUTO_TEST_CASE(a_version_that_the_server_has_not_reached_is_asked_for_anew) {
    survive({.begin =
                 [](auto& w) {
                     lists_again(w);
                     w.network_faults().nth(
                         verb::list, 1, network_fault::answer(504, "ResourceVersionTooLarge"), "deployments");
                 },
             .says = {{"has expired, listing again"}, {"watching again"}}});
}

BOOST_AUTO_TEST_CASE(a_watch_that_is_put_off_is_not_listed_again) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await w.async_eventually("ready", [&] { return w.m.ready(); });
        co_await w.event_loop().sleep(5s);  // a watch that breaks at once is a reason to list
        const std::size_t lists = w.network_faults().sent(verb::list);
        w.network_faults().each(verb::watch, network_fault::answer(429, "TooManyRequests", 3));
        w.network_faults().cut_watches();
        co_await w.event_loop().sleep(2min);
        BOOST_TEST(!w.m.ready());
        BOOST_TEST(w.network_faults().sent(verb::list) == lists);
        w.network_faults().clear();
        co_await w.async_eventually("ready again", [&] { return w.m.ready(); }, 3min);
        BOOST_TEST(w.network_faults().sent(verb::list) == lists);
    });
}

BOOST_AUTO_TEST_CASE(bookmarks_alone_keep_a_watch_and_its_version_is_served_much_later) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await w.async_eventually("ready", [&] { return w.m.ready(); });
        co_await w.async_until_idle();
        const std::size_t lists = w.network_faults().sent(verb::list);
        // Others write what the operator does not watch: versions go on, and bookmarks tell.
        config_map other;
        other.metadata.name = "other";
        other.metadata.ns = "default";
        for (int i = 0; i < 20; ++i) {
            other.data["i"] = std::to_string(i);
            (co_await w.client().apply(other)).value();
            co_await w.event_loop().sleep(1min);
        }
        co_await w.event_loop().sleep(1min);
        // What was there when they began is no longer served: the server keeps five minutes.
        w.network_faults().cut_watches();
        co_await w.event_loop().sleep(1min);
        BOOST_TEST(w.network_faults().sent(verb::list) == lists);
        BOOST_TEST(w.logged({"silent"}) == 0, w.log());
        BOOST_TEST(w.m.all_metrics().text().find("type=\"BOOKMARK\"") != std::string::npos);
        BOOST_TEST(w.m.ready());
    });
}

BOOST_AUTO_TEST_CASE(a_compaction_behind_a_late_watch_loses_nothing) {
    survive({.begin = [](auto& w) { w.network_faults().hold_watches(); },
             .end =
                 [](auto& w) {
                     w.server().compact();
                     w.network_faults().cut_watches();
                 },
             .minutes = 1});
}

BOOST_AUTO_TEST_CASE(an_older_list_than_was_seen_is_refused) {
    // Another server, which is behind, answers the next list of deployments.
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 1))).value();
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
        co_await w.async_until_idle();
        const std::string old = std::to_string(w.server().revision());
        co_await w.change("web", {{"replicas", 2}});
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
        co_await w.async_until_idle();
        const std::string before = co_await state_of(w);
        w.network_faults().nth(verb::list, 1, network_fault::edited([old](http::request& r) {
                                   r.target = std::regex_replace(
                                       r.target, std::regex("resourceVersion=[0-9]+"),
                                       "resourceVersion=" + old + "&resourceVersionMatch=Exact");
                               }),
                               "deployments");
        lists_again(w);
        co_await w.async_eventually("refused",
                                    [&] { return w.logged({"older than", "that was seen: refused"}) == 1; });
        co_await w.async_until_idle(1min);
        const std::string after = co_await state_of(w);
        BOOST_TEST(after == before, w.log());
        BOOST_TEST(w.m.ready());
    });
    BOOST_TEST(w.network_faults().pending().empty());
}

BOOST_AUTO_TEST_CASE(a_restart_into_an_older_state_takes_nothing_back) {
    // The operator starts anew and its first lists come from a server that still has the state before the
    // last changes: a web server that is gone, one that was scaled.
    operator_world w;
    w.run([&]() -> awaitable<void> {
        for (const char* name : {"a", "b"}) (co_await w.client().create(make(name, 1))).value();
        for (const char* name : {"a", "b"})
            co_await w.async_until<ws>(key(name), "rolled out", is_rolled_out);
        co_await w.async_until_idle();
        const std::string old = std::to_string(w.server().revision());
        (co_await w.client().remove<ws>(key("a"))).value();
        co_await w.async_until_gone<deployment>(key("a"));
        co_await w.async_until_gone<service>(key("a-service"));
        co_await w.change("b", {{"replicas", 3}});
        co_await w.async_until<ws>(key("b"), "rolled out",
                                   [](const ws& x) { return x.status.ready_replicas == 3; });
        co_await w.async_until_idle();
        const std::string before = co_await state_of(w);
        co_await w.async_stopped(w.m);
        for (const char* what : {"webservers", "deployments", "services"})
            w.network_faults().nth(verb::list, 1, network_fault::edited([old](http::request& r) {
                                       r.target = std::regex_replace(
                                           r.target, std::regex("resourceVersion=0"),
                                           "resourceVersion=" + old + "&resourceVersionMatch=Exact");
                                   }),
                                   what);
        manager& again = w.start(::web_server::add_web_server_controller, named_as_the_program());
        co_await w.async_eventually("ready", [&] { return again.ready(); });
        co_await w.async_until_idle(3min);
        BOOST_TEST(co_await state_of(w) == before, w.log());
        BOOST_TEST(w.network_faults().created().at("/apis/apps/v1/namespaces/default/deployments/b") == 1);
    });
    BOOST_TEST(w.network_faults().pending().empty());
}

BOOST_AUTO_TEST_CASE(objects_of_a_megabyte_and_a_half_are_read) {
    testing::environment env;
    env.install<blob>();
    std::size_t seen = 0;
    manager& m = env.start(
        [&](manager& made) { made.controller<blob>().reconcile_keys(reader{made.client(), seen}); });
    constexpr std::size_t big = 1'400'000;  // etcd takes 1.5 MiB
    env.run([&]() -> awaitable<void> {
        blob b;
        b.metadata.name = "b";
        b.metadata.ns = "default";
        b.spec.data = std::string(big, 'x');
        (co_await env.client().create(b)).value();
        co_await env.async_eventually("it came by the watch", [&] { return seen == big; });
        co_await env.event_loop().sleep(5s);
        seen = 0;
        env.network_faults().nth(verb::watch, 1, network_fault::answer(410, "Expired"));
        env.network_faults().cut_watches();
        co_await env.event_loop().sleep(5s);
        (co_await env.client().merge_patch<blob>({"default", "b"},
                                                 {{"metadata", {{"labels", {{"a", "b"}}}}}}))
            .value();
        co_await env.async_eventually("it came again", [&] { return seen == big && m.ready(); });
    });
}

BOOST_AUTO_TEST_SUITE_END()
