// The events of the page at /debug.
#include "framework/manager/debug_feed.hpp"

#include "support/virtual_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(debug_feed_test)

namespace {

// A document with these reconciles of one controller.
boost::json::object document_with(std::vector<int> numbers, int second = 0) {
    boost::json::array recent;
    for (const int n : numbers) recent.push_back({{"number", n}, {"key", "web/a"}});
    boost::json::object site{{"name", "site"}, {"active", 0}, {"recent", std::move(recent)}};
    boost::json::array controllers;
    controllers.push_back(std::move(site));
    return {{"program", "op"},
            {"time", "2026-01-01T00:00:0" + std::to_string(second) + "Z"},
            {"controllers", std::move(controllers)}};
}

boost::json::value content(const std::string& event) {
    BOOST_REQUIRE_MESSAGE(event.starts_with("data: ") && event.ends_with("\n\n"), event);
    return boost::json::parse(event.substr(6));
}

std::vector<int> numbers_in(const std::string& event) {
    std::vector<int> all;
    const boost::json::value document = content(event);
    for (const auto& r : document.at("controllers").at(0).at("recent").as_array())
        all.push_back(r.at("number").to_number<int>());
    return all;
}

struct feed_world : virtual_world {
    debug_feed feed{l, [this] { return ++made, document_with({made}); }};
    int made = 0;

    http::response open(const char* site = nullptr) {
        http::server_request r;
        r.method = "GET";
        if (site) r.headers.push_back({"Sec-Fetch-Site", site});
        return feed.open(r);
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_event_contains_only_new_reconciles) {
    debug_view v;
    const std::string first = v.next(document_with({1, 2}));
    BOOST_TEST(numbers_in(first) == (std::vector{1, 2}), boost::test_tools::per_element());
    BOOST_TEST(content(first).at("program") == "op");
    BOOST_TEST(content(first).at("time") == "2026-01-01T00:00:00Z");
    BOOST_TEST(numbers_in(v.next(document_with({1, 2, 3, 4}))) == (std::vector{3, 4}),
               boost::test_tools::per_element());
    // Those between were dropped from the history before this viewer read it.
    BOOST_TEST(numbers_in(v.next(document_with({9}))) == (std::vector{9}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_comment_replaces_an_event_when_nothing_changed) {
    debug_view v;
    (void)v.next(document_with({1}));
    (void)v.next(document_with({1}, 1));
    BOOST_TEST(v.next(document_with({1}, 2)).starts_with(":"));
    boost::json::object waiting = document_with({1}, 2);
    waiting["leaderElection"] = {{"leading", true}, {"leadsForSeconds", 1}};
    waiting["controllers"].at(0).as_object()["queue"] = {{"waiting", 1}, {"nextInSeconds", 9}};
    (void)v.next(waiting);
    waiting["leaderElection"].as_object()["leadsForSeconds"] = 2;
    waiting["controllers"].at(0).at("queue").as_object()["nextInSeconds"] = 8;
    BOOST_TEST(v.next(waiting).starts_with(":"));
    boost::json::object other = document_with({1}, 3);
    other["controllers"].at(0).at("active") = 1;
    BOOST_TEST(content(v.next(other)).at("time") == "2026-01-01T00:00:03Z");
}

BOOST_AUTO_TEST_CASE(viewers_share_one_document_a_second) {
    feed_world w;
    w.run([&]() -> awaitable<void> {
        const http::response a = w.open(), b = w.open();
        const time_point began = w.l.now();
        BOOST_TEST(w.made == 0);  // until somebody reads
        for (int second = 1; second <= 5; ++second) {
            BOOST_TEST(!(co_await a.stream->read()).value().empty());
            BOOST_TEST(!(co_await b.stream->read()).value().empty());
        }
        BOOST_TEST(w.made <= (w.l.now() - began) / 1s + 1);
        BOOST_TEST(w.made >= 5);
    });
    BOOST_TEST(w.feed.viewers() == 0u);
    const int before = w.made;
    w.l.run_until(w.l.now() + 1h);
    BOOST_TEST(w.made == before);
}

BOOST_AUTO_TEST_CASE(the_number_of_viewers_is_limited) {
    feed_world w;
    std::vector<http::response> all;
    for (std::size_t i = 0; i < debug_feed::max_viewers; ++i) all.push_back(w.open());
    for (const http::response& r : all) BOOST_TEST(r.status == 200);
    BOOST_TEST(w.open().status == 503);
    all.pop_back();
    BOOST_TEST(w.open().status == 200);
}

BOOST_AUTO_TEST_CASE(pages_of_other_sites_take_no_place) {
    feed_world w;
    for (const char* const site : {"cross-site", "same-site"}) BOOST_TEST(w.open(site).status == 403, site);
    for (const char* const site : {"same-origin", "none"}) BOOST_TEST(w.open(site).status == 200, site);
}

BOOST_AUTO_TEST_CASE(a_stream_ends_after_its_longest_time) {
    feed_world w;
    w.run([&]() -> awaitable<void> {
        const http::response r = w.open();
        const time_point began = w.l.now();
        while (!(co_await r.stream->read()).value().empty()) {
        }
        BOOST_TEST((w.l.now() - began == debug_feed::longest));
    });
}

BOOST_AUTO_TEST_SUITE_END()
