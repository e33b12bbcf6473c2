// Long operations are split into short turns: other tasks are not delayed, and the responses are
// the same as in one go.

#include "api_fixture.hpp"
#include "apiserver/read/list_text.hpp"
#include "apiserver/read/scan.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* table = "application/json;as=Table;g=meta.k8s.io;v=v1";
constexpr const char* partial = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

struct many_maps : api_fixture {
    // Every second one has a=1.
    void fill(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i)
            tree("POST", maps,
                 std::string(R"({"metadata":{"generateName":"m","labels":{"a":")") +
                     (i % 2 == 0 ? "1" : "2") + R"("}},"data":{"k":"v"}})");
    }
    static awaitable<void> answer(router& paths, http::server_request r, http::response& to, bool& ended) {
        to = co_await paths.handle(r);
        if (to.stream)
            while (true) {
                const auto piece = co_await to.stream->read();
                if (!piece || piece->empty()) break;
                to.body += *piece;
            }
        ended = true;
    }
    // The number of turns of a request.
    std::size_t count_turns(const std::string& method, const std::string& target, http::response& to,
                            const std::string& accept = "application/json") {
        http::server_request r;
        r.method = method;
        r.target = target;
        r.headers = {{"Accept", accept}, {"User-Agent", "test/1"}};
        bool ended = false;
        turn_counter counter("the request");
        l.observe(&counter);
        task_scope scope(l, "test");
        scope.spawn("the request", answer(paths, r, to, ended));
        l.run_until(l.now());
        l.observe(nullptr);
        BOOST_REQUIRE(ended);
        return counter.turns;
    }
    static std::size_t items(const http::response& r, const char* field = "items") {
        return list_of(bj::parse(r.body).as_object(), field).size();
    }
};

awaitable<void> write_until(many_maps& c, const bool& over, std::size_t& written) {
    while (!over) {
        http::server_request r;
        r.method = "POST";
        r.target = maps;
        r.headers = {{"Content-Type", "application/json"}};
        r.body = R"({"metadata":{"generateName":"a"}})";
        co_await c.paths.handle(r);
        ++written;
        co_await c.l.yield();
    }
}

awaitable<void> read_lines(std::shared_ptr<http::body_source> from, std::ptrdiff_t lines, std::string& to,
                           bool& over) {
    while (std::count(to.begin(), to.end(), '\n') < lines) {
        const auto piece = co_await from->read();
        if (!piece || piece->empty()) break;
        to += *piece;
    }
    over = true;
}

awaitable<void> read_to_its_end(std::shared_ptr<http::body_source> from, std::string& to, bool& over) {
    while (true) {
        const auto piece = co_await from->read();
        if (!piece || piece->empty()) break;
        to += *piece;
    }
    over = true;
}

awaitable<void> read_once(std::shared_ptr<http::body_source> from, std::string_view& to) {
    const auto piece = co_await from->read();
    if (piece) to = *piece;
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(yields_while_listing, many_maps) {
    fill(4 * collection_scan::batch);
    http::response all, few;
    BOOST_TEST(count_turns("GET", maps, all) >= 7U);  // four batches are read, and four sent
    BOOST_TEST(items(all) == 4 * collection_scan::batch);
    BOOST_TEST(count_turns("GET", std::string(maps) + "?labelSelector=a=1&limit=3", few) <= 3U);
    BOOST_TEST(items(few) == 3U);
}

BOOST_FIXTURE_TEST_CASE(yields_while_selecting, many_maps) {
    fill(4 * collection_scan::batch);
    http::response none;
    BOOST_TEST(count_turns("GET", std::string(maps) + "?labelSelector=a=3", none) >= 4U);
    BOOST_TEST(items(none) == 0U);
}

BOOST_FIXTURE_TEST_CASE(yields_while_building_a_table, many_maps) {
    fill(collection_scan::batch);
    http::response rows;
    BOOST_TEST(count_turns("GET", maps, rows, table) >= collection_scan::batch / shaped_list_piece);
    BOOST_TEST(items(rows, "rows") == collection_scan::batch);
}

BOOST_FIXTURE_TEST_CASE(yields_while_deleting_a_collection, many_maps) {
    fill(2 * collection_scan::batch);
    http::response gone;
    BOOST_TEST(count_turns("DELETE", std::string(maps) + "?labelSelector=a=1", gone) >= 4U);
    BOOST_TEST(items(gone) == collection_scan::batch);
    http::response rest;
    count_turns("GET", maps, rest);
    BOOST_TEST(items(rest) == collection_scan::batch);
}

BOOST_FIXTURE_TEST_CASE(lists_one_revision_despite_concurrent_writes, many_maps) {
    fill(3 * collection_scan::batch);
    const std::string at = std::to_string(w->store.revision());
    http::server_request r;
    r.method = "GET";
    r.target = maps;
    http::response out;
    bool ended = false;
    task_scope scope(l, "test");
    scope.spawn("request", answer(paths, r, out, ended));
    std::size_t writes = 0;
    scope.spawn("writer", write_until(*this, ended, writes));
    l.run_until(l.now());
    BOOST_REQUIRE(ended);
    BOOST_TEST(writes > 2U);
    const bj::object list = bj::parse(out.body).as_object();
    // The writer may have run first.
    const std::string said = apiserver::test::text_in(list, {"metadata", "resourceVersion"});
    BOOST_TEST(list_of(list, "items").size() ==
               3 * collection_scan::batch + std::stoul(said) - std::stoul(at));
}

BOOST_FIXTURE_TEST_CASE(sends_many_initial_objects_in_turns, many_maps) {
    fill(3 * collection_scan::batch);
    const auto from = ask("GET", std::string(maps) + "?watch=1&labelSelector=a=1").stream;
    BOOST_REQUIRE(from);
    bool ended = false;
    std::string seen;
    turn_counter counter("the watch");
    l.observe(&counter);
    task_scope scope(l, "test");
    scope.spawn("the watch", read_lines(from, 3 * collection_scan::batch / 2, seen, ended));
    l.run_until(l.now());
    l.observe(nullptr);
    BOOST_REQUIRE(ended);
    BOOST_TEST(counter.turns >= 3U);
    BOOST_TEST(std::count(seen.begin(), seen.end(), '\n') == 3 * collection_scan::batch / 2);
}

BOOST_FIXTURE_TEST_CASE(skips_many_changes_in_turns, many_maps) {
    const std::string from = std::to_string(w->store.revision());
    fill(3 * collection_scan::batch);
    const auto stream =
        ask("GET", std::string(maps) + "?watch=1&labelSelector=a=3&timeoutSeconds=1&resourceVersion=" + from)
            .stream;
    BOOST_REQUIRE(stream);
    bool ended = false;
    std::string seen;
    turn_counter counter("the watch");
    l.observe(&counter);
    task_scope scope(l, "test");
    scope.spawn("the watch", read_to_its_end(stream, seen, ended));
    l.run_until(l.now());
    BOOST_TEST(counter.turns >= 3U);  // before any time has passed
    BOOST_TEST(!ended);
    l.run_until(l.now() + std::chrono::seconds(2));
    l.observe(nullptr);
    BOOST_TEST(ended);
    BOOST_TEST(seen.empty());
}

namespace {

// A format, and how to parse it.
struct encoding {
    const char *accept, *query;
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(encodes_the_same_in_pieces_as_in_one, many_maps) {
    fill(shaped_list_piece);
    const encoding all[] = {{"application/json", ""}, {"application/json", "?pretty=1"},
                            {"application/yaml", ""}, {table, ""},
                            {table, "?pretty=1"},     {partial, ""},
                            {partial, "?pretty=1"},   {"application/yaml;as=Table;g=meta.k8s.io;v=v1", ""}};
    std::vector<std::string> whole;
    for (const encoding& e : all) whole.push_back(ask_whole(std::string(maps) + e.query, e.accept).body);
    // One more object makes it a stream; it is the last by name, and is removed from the text
    // again.
    tree("POST", maps, R"({"metadata":{"name":"zzz"}})");
    for (std::size_t i = 0; i < std::size(all); ++i) {
        const auto said = ask_whole(std::string(maps) + all[i].query, all[i].accept);
        const bool yaml = std::string_view(all[i].accept).starts_with("application/yaml");
        // Equal up to the resource version, and from the first item to the last common one.
        const std::string first_item = "generateName";
        const std::string &a = whole[i], &b = said.body;
        const std::size_t from_a = a.find(first_item), from_b = b.find(first_item), last = b.find("zzz");
        BOOST_REQUIRE(from_a != std::string::npos);
        BOOST_REQUIRE(from_b != std::string::npos);
        BOOST_REQUIRE(last != std::string::npos);
        const std::size_t same = a.rfind("generateName") - from_a;
        BOOST_TEST(a.substr(from_a, same) == b.substr(from_b, same));
        if (!yaml) {
            BOOST_TEST(bj::parse(b).is_object());
            BOOST_TEST(a.substr(a.size() - 3) == b.substr(b.size() - 3));
        }
    }
}

BOOST_FIXTURE_TEST_CASE(encodes_a_list_like_a_complete_tree, many_maps) {
    fill(3);
    const bj::value list = bj::parse(ask_whole(maps).body);
    BOOST_TEST(ask_whole(std::string(maps) + "?pretty=1").body == pretty_json(list));
    BOOST_TEST(ask_whole(maps, "application/yaml").body == yaml_text(list));
    const bj::value rows = bj::parse(ask_whole(maps, table).body);
    BOOST_TEST(ask_whole(std::string(maps) + "?pretty=1", table).body == pretty_json(rows));
    BOOST_TEST(ask_whole(maps, "application/yaml;as=Table;g=meta.k8s.io;v=v1").body == yaml_text(rows));
    for (const char* accept : {"application/json", "application/yaml"}) {
        const auto none = ask_whole("/api/v1/namespaces/default/secrets", accept).body;
        BOOST_TEST(none.find("items") != std::string::npos);
        BOOST_TEST(none.find("[]") != std::string::npos);
    }
    const bj::value empty = bj::parse(ask_whole("/api/v1/namespaces/default/secrets").body);
    BOOST_TEST(ask_whole("/api/v1/namespaces/default/secrets?pretty=1").body == pretty_json(empty));
    BOOST_TEST(ask_whole("/api/v1/namespaces/default/secrets", "application/yaml").body == yaml_text(empty));
    BOOST_TEST(
        bj::parse(ask_whole("/api/v1/namespaces/default/secrets", partial).body).at("items").is_null());
}

BOOST_FIXTURE_TEST_CASE(watchers_of_a_format_share_the_text_of_an_event, many_maps) {
    const std::string query =
        std::string(maps) + "?watch=1&resourceVersion=" + std::to_string(w->store.revision());
    const auto one = ask("GET", query).stream, two = ask("GET", query).stream;
    tree("POST", maps, R"({"metadata":{"name":"a"}})");
    std::string_view first, second;
    task_scope scope(l, "test");
    scope.spawn("one", read_once(one, first));
    scope.spawn("two", read_once(two, second));
    l.run_until(l.now());
    BOOST_TEST(first.starts_with(R"({"type":"ADDED","object":{"kind":"ConfigMap")"));
    BOOST_TEST(static_cast<const void*>(first.data()) == static_cast<const void*>(second.data()));
}

// Its time is up, and an event is left: a client that resumes at the last bookmark must get it.
BOOST_FIXTURE_TEST_CASE(a_bookmark_passes_over_no_event, many_maps) {
    const auto stream = ask("GET", std::string(maps) + "?watch=1&allowWatchBookmarks=1&timeoutSeconds=30" +
                                       "&resourceVersion=" + std::to_string(w->store.revision()))
                            .stream;
    tree("POST", maps, R"({"metadata":{"name":"a"}})");
    const std::uint64_t added = w->store.revision();
    std::string_view first;
    task_scope scope(l, "test");
    scope.spawn("first", read_once(stream, first));
    l.run_until(l.now());
    BOOST_TEST(first.starts_with(R"({"type":"ADDED")"));
    tree("DELETE", std::string(maps) + "/a");
    l.run_until(l.now() + std::chrono::seconds(31));
    std::string_view last, end = "more";
    scope.spawn("last", read_once(stream, last));
    l.run_until(l.now());
    BOOST_TEST(last.starts_with(R"({"type":"BOOKMARK")"));
    BOOST_TEST(last.find("\"resourceVersion\":\"" + std::to_string(added) + '"') != std::string_view::npos,
               last);
    scope.spawn("end", read_once(stream, end));
    l.run_until(l.now());
    BOOST_TEST(end.empty());
}

BOOST_AUTO_TEST_CASE(texts_of_events_are_bounded) {
    event_texts texts;
    const auto kind = std::make_shared<const resource>();
    const auto make = [] { return std::string(100, 'x'); };
    for (std::uint64_t i = 1; i <= event_texts::max_texts + 5; ++i) texts.get(kind, {i, "ADDED", 0}, make);
    BOOST_TEST(texts.size() == event_texts::max_texts);
    // A cached text is not encoded again; formats and types are separate.
    const auto again =
        texts.get(kind, {event_texts::max_texts, "ADDED", 0}, [] { return std::string("made again"); });
    BOOST_TEST(again->size() == 100U);
    const auto other =
        texts.get(kind, {event_texts::max_texts, "ADDED", 1}, [] { return std::string("other"); });
    BOOST_TEST(*other == "other");
    for (std::uint64_t i = 1; i <= 20; ++i)
        texts.get(kind, {1000 + i, "ADDED", 0}, [] { return std::string(event_texts::max_bytes / 8, 'y'); });
    BOOST_TEST(texts.bytes() <= event_texts::max_bytes);
    const auto large =
        texts.get(kind, {2000, "ADDED", 0}, [] { return std::string(event_texts::max_bytes, 'z'); });
    BOOST_TEST(large->size() == event_texts::max_bytes);
    BOOST_TEST(texts.bytes() <= event_texts::max_bytes);
}
