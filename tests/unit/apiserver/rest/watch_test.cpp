// Watches and paged lists.

#include "api_fixture.hpp"
#include "apiserver/read/list_text.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

// "ADDED a 1 MODIFIED a 2 ": type, name and label x of each event.
std::string event_summary(std::string_view lines) {
    std::string out;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        const bj::object e = bj::parse(std::string(lines.substr(0, end))).as_object();
        lines.remove_prefix(std::min(end + 1, lines.size()));
        out += text_in(e, {"type"}) + " ";
        const bj::object& o = object_of(e, "object");
        for (const std::string& s :
             {text_in(o, {"metadata", "name"}), text_in(o, {"metadata", "labels", "x"})})
            if (!s.empty()) out += s + " ";
    }
    return out;
}

setpoint::awaitable<void> read_piece(std::shared_ptr<setpoint::http::body_source> from, std::string& to) {
    const auto piece = co_await from->read();
    to = piece ? std::string(*piece) : "";
}

struct watch_fixture : api_fixture {
    std::string now() const { return std::to_string(w->store.revision()); }
    void live() {
        tree("POST", maps, R"({"metadata":{"name":"a","labels":{"x":"1"}}})");
        tree("PATCH", std::string(maps) + "/a", R"({"data":{"k":"2"}})", merge_patch);
        tree("PATCH", std::string(maps) + "/a", R"({"metadata":{"labels":{"x":"2"}}})", merge_patch);
        tree("DELETE", std::string(maps) + "/a");
    }
    // What the watch sends without a wait.
    std::string read_some(const setpoint::http::response& watch) {
        std::string piece;
        setpoint::task_scope scope(l, "reader");
        scope.spawn("reader", read_piece(watch.stream, piece));
        l.run_until(l.now());
        scope.request_stop();
        l.run_until(l.now());
        return piece;
    }
    std::string see(const std::string& query) {
        return event_summary(read(ask("GET", std::string(maps) + "?watch=1&" + query)));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(reports_objects_that_enter_and_leave_a_selection, watch_fixture) {
    const std::string from = "resourceVersion=" + now();
    live();
    BOOST_TEST(see(from) == "ADDED a 1 MODIFIED a 1 MODIFIED a 2 DELETED a 2 ");
    BOOST_TEST(see(from + "&labelSelector=x=1") == "ADDED a 1 MODIFIED a 1 DELETED a 1 ");
    BOOST_TEST(see(from + "&labelSelector=x=2") == "ADDED a 2 DELETED a 2 ");
    BOOST_TEST(see(from + "&fieldSelector=metadata.name=b") == "");
}

BOOST_FIXTURE_TEST_CASE(events_that_never_cease_hold_up_neither_bookmarks_nor_the_end, watch_fixture) {
    tree("POST", maps, R"({"metadata":{"name":"a"}})");
    const auto watch = ask("GET", std::string(maps) +
                                      "?watch=1&allowWatchBookmarks=true&timeoutSeconds=150"
                                      "&resourceVersion=" +
                                      now());
    int bookmarks = 0, events = 0;
    bool ended = false;
    for (int i = 0; i < 30 && !ended; ++i) {
        tree("PATCH", std::string(maps) + "/a", R"({"data":{"k":")" + std::to_string(i) + R"("}})",
             merge_patch);
        l.run_until(l.now() + std::chrono::seconds(10));
        std::string piece = "none";
        setpoint::task_scope scope(l, "reader");
        scope.spawn("reader", read_piece(watch.stream, piece));
        l.run_until(l.now());
        ended = piece.empty();
        bookmarks += piece.find("BOOKMARK") != std::string::npos ? 1 : 0;
        events += piece.find("MODIFIED") != std::string::npos ? 1 : 0;
    }
    BOOST_TEST(ended);
    BOOST_TEST(bookmarks >= 2);
    BOOST_TEST(events > 5);
}

BOOST_FIXTURE_TEST_CASE(ends_the_initial_events_with_a_bookmark, watch_fixture) {
    tree("POST", maps, R"({"metadata":{"name":"a"}})");
    tree("POST", maps, R"({"metadata":{"name":"b"}})");
    BOOST_TEST(see("sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true") ==
               "ADDED a ADDED b BOOKMARK ");
    BOOST_TEST(see("") == "ADDED a ADDED b ");
}

BOOST_FIXTURE_TEST_CASE(shows_the_state_before_the_last_finalizer_was_removed, watch_fixture) {
    const std::string from = "resourceVersion=" + now();
    tree("POST", maps, R"({"metadata":{"name":"a","finalizers":["a/b"]}})");
    tree("DELETE", std::string(maps) + "/a");
    tree("PATCH", std::string(maps) + "/a", R"({"metadata":{"finalizers":null}})", merge_patch);
    const std::string lines = read(ask("GET", std::string(maps) + "?watch=1&" + from));
    BOOST_TEST(event_summary(lines) == "ADDED a MODIFIED a DELETED a ");
    BOOST_TEST(lines.substr(lines.find("DELETED")).find("\"finalizers\":[\"a/b\"]") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(returns_410_for_dropped_revisions, watch_fixture) {
    const std::string from = "resourceVersion=" + now();
    live();
    w->store.compact(w->now(), true);
    const std::string lines = read(ask("GET", std::string(maps) + "?watch=1&" + from));
    BOOST_TEST(lines.starts_with(R"({"type":"ERROR","object":{)"));
    BOOST_TEST(lines.find(R"("reason":"Expired")") != std::string::npos);
    BOOST_TEST(lines.find(R"("code":410)") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(an_idle_watch_outlives_the_changes_of_others, watch_fixture) {
    const auto watch = ask("GET", std::string(maps) + "?watch=1&resourceVersion=" + now());
    read_some(watch);
    tree("POST", "/api/v1/namespaces/kube-system/configmaps", R"({"metadata":{"name":"a"}})");
    w->store.compact(w->now(), true);
    BOOST_TEST(event_summary(read_some(watch)) == "");
    tree("POST", maps, R"({"metadata":{"name":"a"}})");
    BOOST_TEST(event_summary(read_some(watch)) == "ADDED a ");
    tree("DELETE", std::string(maps) + "/a");
    w->store.compact(w->now(), true);
    BOOST_TEST(event_summary(read_some(watch)) == "ERROR ");
}

BOOST_FIXTURE_TEST_CASE(watches_by_the_old_path, watch_fixture) {
    tree("POST", maps, R"({"metadata":{"name":"a"}})");
    tree("POST", maps, R"({"metadata":{"name":"b"}})");
    BOOST_TEST(event_summary(read(ask("GET", "/api/v1/watch/namespaces/default/configmaps"))) ==
               "ADDED a ADDED b ");
    BOOST_TEST(event_summary(read(ask("GET", "/api/v1/watch/namespaces/default/configmaps/b"))) ==
               "ADDED b ");
    // A single object is not watched by its own path: the response is the object.
    BOOST_TEST(text_in(tree("GET", std::string(maps) + "/b?watch=1"), {"kind"}) == "ConfigMap");
}

BOOST_FIXTURE_TEST_CASE(ends_at_its_timeout, watch_fixture) {
    const auto r = ask("GET", std::string(maps) + "?watch=1&timeoutSeconds=2&resourceVersion=" + now());
    const auto begin = l.now();
    BOOST_TEST(read(r, std::chrono::seconds(10)) == "");
    BOOST_TEST((l.now() - begin >= setpoint::duration(std::chrono::seconds(2))));
}

BOOST_FIXTURE_TEST_CASE(lists_in_pages_of_one_revision, watch_fixture) {
    for (const char* name : {"a", "b", "c", "d", "e"})
        tree("POST", maps, std::string(R"({"metadata":{"name":")") + name + "\"}}");
    const auto one = tree("GET", std::string(maps) + "?limit=2");
    BOOST_TEST(*number_at(object_of(one, "metadata"), "remainingItemCount") == 3);
    const std::string next = text_in(one, {"metadata", "continue"});
    tree("DELETE", std::string(maps) + "/c");
    tree("POST", maps, R"({"metadata":{"name":"cc"}})");
    const auto two = tree("GET", std::string(maps) + "?limit=2&continue=" + next);
    BOOST_TEST(text_in(list_of(two, "items").at(0).get_object(), {"metadata", "name"}) == "c");
    BOOST_TEST(text_in(two, {"metadata", "resourceVersion"}) ==
               text_in(one, {"metadata", "resourceVersion"}));
    w->store.compact(w->now(), true);
    const auto late = tree("GET", std::string(maps) + "?limit=2&continue=" + next);
    BOOST_TEST(text_in(late, {"reason"}) == "Expired");
    const auto rest = tree("GET", std::string(maps) + "?continue=" + text_in(late, {"metadata", "continue"}));
    BOOST_TEST(list_of(rest, "items").size() == 3);  // cc, d, e
    // Any version is acceptable: the list has no pages.
    BOOST_TEST(list_of(tree("GET", std::string(maps) + "?limit=2&resourceVersion=0"), "items").size() == 5);
}

BOOST_FIXTURE_TEST_CASE(rejects_tokens_that_it_did_not_create, watch_fixture) {
    BOOST_TEST(message(tree("GET", std::string(maps) + "?continue=x")) ==
               "invalid continue token: continue key is not valid: illegal base64 data at input byte 0");
}

BOOST_FIXTURE_TEST_CASE(sends_long_lists_in_pieces, watch_fixture) {
    for (std::size_t i = 0; i < 2 * list_piece + 1; ++i)
        tree("POST", maps, R"({"metadata":{"generateName":"m"}})");
    const auto r = ask("GET", maps);
    BOOST_REQUIRE(r.stream);
    const auto whole = bj::parse(read(r)).as_object();
    BOOST_TEST(list_of(whole, "items").size() == 2 * list_piece + 1);
}

BOOST_FIXTURE_TEST_CASE(rejects_initial_events_at_a_future_version, watch_fixture) {
    tree("POST", maps, R"({"metadata":{"name":"a"}})");
    const std::string future = "resourceVersion=999999&allowWatchBookmarks=true";
    const auto r =
        ask("GET", std::string(maps) + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&" +
                       future);
    BOOST_TEST(r.status == 200);
    const auto e = bj::parse(read(r)).as_object();
    BOOST_TEST(text_in(e, {"type"}) == "ERROR");
    BOOST_TEST(text_in(e, {"object", "message"}) ==
               "Timeout: Too large resource version: 999999, current: " + now());
    // A watch may wait for changes; no bookmark reports that the version was reached.
    BOOST_TEST(see(future + "&timeoutSeconds=1") == "");
}
