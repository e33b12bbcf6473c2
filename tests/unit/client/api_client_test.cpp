// The requests of api_client, and how it interprets responses.
#include "setpoint/api/coordination_v1.hpp"
#include "unit/client/api_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(api_client_test)

BOOST_AUTO_TEST_CASE(answer_is_decoded_piece_by_piece) {
    for (const std::size_t size : {1u, 7u, 10'000u}) {
        api_world w;
        w.net.expect("GET", widgets_url + "/a").in_pieces(widget_json("a", "blue"), size);
        w.run([&]() -> awaitable<void> {
            const auto r = co_await w.get();
            BOOST_REQUIRE(r);
            BOOST_TEST((*r)->spec.color == "blue");
            BOOST_TEST((*r)->metadata.resource_version == "7");
        });
        BOOST_TEST(w.header(0, "User-Agent") == "setpoint/" SETPOINT_VERSION " (widget-operator)");
        BOOST_TEST(w.header(0, "Accept") == "application/json");
        BOOST_TEST(w.header(0, "Accept-Encoding") == "");
        BOOST_TEST(w.header(0, "Authorization") == "");
    }
}

BOOST_AUTO_TEST_CASE(requests_for_a_lease_are_urgent) {
    api_world w;
    const std::string leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    w.net.expect("GET", leases + "/a").json(R"({"metadata":{"name":"a"}})");
    w.net.expect("GET", leases + "?limit=500").json(R"({"items":[]})");
    w.net.expect("GET", widgets_url + "/a").json(widget_json("a"));
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(!!(co_await w.api.get<lease>({"default", "a"})));
        list_options here;
        here.ns = "default";
        BOOST_TEST(!!(co_await w.api.list<lease>(here)));
        BOOST_TEST(!!(co_await w.get()));
    });
    BOOST_TEST(w.net.sent()[0].urgent);
    BOOST_TEST(!w.net.sent()[1].urgent);
    BOOST_TEST(!w.net.sent()[2].urgent);
}

BOOST_AUTO_TEST_CASE(path_prefix_comes_first) {
    api_world w;
    api_client_options o = api_world::options();
    o.path_prefix = "/k8s/c-1";
    api_client api(w.l, w.net, w.who, logger(w.sink, w.time), o);
    w.net.expect("GET", "/k8s/c-1" + widgets_url + "/a").json(widget_json("a"));
    w.run([&]() -> awaitable<void> { BOOST_TEST(!!(co_await api.get<widget>({"default", "a"}))); });
}

BOOST_AUTO_TEST_CASE(writes_send_their_body_and_return_the_answer) {
    api_world w;
    w.net.expect("PATCH", widgets_url + "/a?fieldManager=widget-operator&fieldValidation=Strict&force=true")
        .status(201)
        .json(widget_json("a", "blue"));
    w.net.expect("POST", widgets_url + "?fieldManager=widget-operator&fieldValidation=Strict")
        .json(widget_json("b"));
    w.run([&]() -> awaitable<void> {
        const auto applied = co_await w.apply();
        BOOST_REQUIRE(applied);
        BOOST_TEST((*applied)->spec.color == "blue");
        BOOST_TEST(!!(co_await w.api.create(make_widget("default", "b", "red"))));
    });
    BOOST_TEST(w.header(0, "Content-Type") == "application/apply-patch+yaml");
    BOOST_TEST(w.net.sent()[0].body.find("\"color\":\"red\"") != std::string::npos);
    BOOST_TEST(w.header(1, "Content-Type") == "application/json");
}

BOOST_AUTO_TEST_CASE(an_unneeded_response_is_not_decoded) {
    api_world w;
    w.net.expect("POST", widgets_url + "?fieldManager=widget-operator&fieldValidation=Strict")
        .json("no JSON");
    w.net.expect("POST", widgets_url + "?fieldManager=widget-operator&fieldValidation=Strict")
        .status(409)
        .json(failure_json(409, "AlreadyExists"));
    w.run([&]() -> awaitable<void> {
        const widget made = make_widget("default", "b", "red");
        call c = w.api.create_call(kind_of<widget>(), &made, {});
        c.answer_unread = true;
        const auto first = co_await w.api.write(kind_of<widget>(), c);
        BOOST_TEST((first && !*first));
        const auto again = co_await w.api.write(kind_of<widget>(), c);
        BOOST_REQUIRE(!again);
        BOOST_TEST((again.error().code == errc::already_exists));
    });
}

BOOST_AUTO_TEST_CASE(delete_sends_its_options) {
    api_world w;
    w.net.expect("DELETE", widgets_url + "/a").json("{}");
    w.net.expect("DELETE", widgets_url + "/b?dryRun=All").status(202).json(failure_json(0, ""));
    w.run([&]() -> awaitable<void> {
        delete_options o;
        o.uid = "u-1";
        o.resource_version = "7";
        o.how = propagation::foreground;
        o.grace_period_seconds = 0;
        BOOST_TEST(!!(co_await w.api.remove<widget>({"default", "a"}, o)));
        delete_options dry;
        dry.dry_run = true;
        BOOST_TEST(!!(co_await w.api.remove<widget>({"default", "b"}, dry)));
    });
    BOOST_TEST(
        w.net.sent()[0].body ==
        R"({"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Foreground","gracePeriodSeconds":0,)"
        R"("preconditions":{"uid":"u-1","resourceVersion":"7"}})");
    BOOST_TEST(
        w.net.sent()[1].body ==
        R"({"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Background","dryRun":["All"]})");
}

BOOST_AUTO_TEST_CASE(a_delete_needs_no_more_than_the_status) {
    api_world w;
    w.net.expect("DELETE", widgets_url + "/a").body("{\"kind\":").cut(error(errc::connection_lost, "cut"));
    w.net.expect("DELETE", widgets_url + "/b").body("garbage");
    w.net.expect("DELETE", widgets_url + "/c").body(std::string(api_client::max_answer + 1, 'x'));
    w.run([&]() -> awaitable<void> {
        for (const char* name : {"a", "b", "c"})
            BOOST_TEST(!!(co_await w.api.remove<widget>({"default", name})));
    });
}

BOOST_AUTO_TEST_CASE(each_error_status_has_its_code) {
    struct row {
        int status;
        std::string_view reason;
        errc read, write;
    };
    const row rows[] = {
        {400, "BadRequest", errc::invalid, errc::invalid},
        {401, "Unauthorized", errc::unauthorized, errc::unauthorized},
        {403, "Forbidden", errc::forbidden, errc::forbidden},
        {404, "NotFound", errc::not_found, errc::not_found},
        {405, "MethodNotAllowed", errc::unsupported, errc::unsupported},
        {409, "AlreadyExists", errc::already_exists, errc::already_exists},
        {409, "Conflict", errc::conflict, errc::conflict},
        {410, "Expired", errc::gone, errc::gone},
        {413, "RequestEntityTooLarge", errc::invalid, errc::invalid},
        {415, "UnsupportedMediaType", errc::unsupported, errc::unsupported},
        {422, "Invalid", errc::invalid, errc::invalid},
        {429, "TooManyRequests", errc::too_many_requests, errc::too_many_requests},
        {500, "InternalError", errc::server_error, errc::unknown_outcome},
        {503, "ServiceUnavailable", errc::server_error, errc::unknown_outcome},
        {504, "Timeout", errc::server_error, errc::unknown_outcome},
        {301, "", errc::failed, errc::failed},
    };
    for (const row& r : rows) {
        api_world w;
        w.net.expect("GET", widgets_url + "/a").status(r.status).json(failure_json(r.status, r.reason));
        w.net.expect("PATCH", widgets_url + "/a*").status(r.status).json(failure_json(r.status, r.reason));
        w.run([&]() -> awaitable<void> {
            const auto read = co_await w.get();
            BOOST_REQUIRE(!read);
            BOOST_TEST((read.error().code == r.read), r.status << " " << to_string(read.error().code));
            BOOST_TEST(read.error().http_status == r.status);
            BOOST_TEST(read.error().server_text == "because");
            BOOST_TEST(read.error().message.starts_with("get widgets.example.com default/a: "),
                       read.error().message);
            const auto written = co_await w.apply();
            BOOST_REQUIRE(!written);
            BOOST_TEST((written.error().code == r.write), r.status << " " << to_string(written.error().code));
        });
        BOOST_TEST(w.time.now().time_since_epoch().count() == 0);  // without waiting
    }
}

BOOST_AUTO_TEST_CASE(status_counts_when_the_error_body_is_unusable) {
    api_world w;
    w.net.expect("GET", widgets_url + "/a")
        .status(403)
        .body("{\"kind\":\"Stat")
        .cut(error(errc::connection_lost, "cut"));
    w.net.expect("GET", widgets_url + "/b")
        .status(403)
        .body(std::string(10 * api_client::max_error_body, 'x'));
    w.net.expect("GET", widgets_url + "/c").status(404).body("404 page not found\n");
    w.run([&]() -> awaitable<void> {
        const auto cut = co_await w.get("a");
        BOOST_TEST((cut.error().code == errc::forbidden));
        const auto endless = co_await w.get("b");
        BOOST_TEST((endless.error().code == errc::forbidden));
        BOOST_TEST(endless.error().server_text.size() < 1000u);
        const auto no_resource = co_await w.get("c");
        BOOST_TEST((no_resource.error().code == errc::unsupported));
    });
}

BOOST_AUTO_TEST_CASE(garbage_is_bad_data_and_a_write_reports_that_it_was_executed) {
    for (const char* body :
         {"", "garbage", "{\"metadata\":{\"name\":", "{\"spec\":{\"size\":\"big\"}}", "[]", "{} {}"}) {
        api_world w;
        w.net.expect("GET", widgets_url + "/a").json(body);
        w.net.expect("PATCH", widgets_url + "/a*").json(body);
        w.run([&]() -> awaitable<void> {
            const auto read = co_await w.get();
            BOOST_REQUIRE(!read);
            BOOST_TEST((read.error().code == errc::bad_data), body);
            const auto written = co_await w.apply();
            BOOST_REQUIRE(!written);
            BOOST_TEST((written.error().code == errc::bad_data), body);
            BOOST_TEST(written.error().http_status == 200);
            BOOST_TEST(written.error().message.find("it was executed (200)") != std::string::npos,
                       written.error().message);
        });
        BOOST_TEST(w.net.sent().size() == 2u);
    }
}

BOOST_AUTO_TEST_CASE(responses_over_the_limit_are_rejected) {
    api_world w;
    const std::string big = widget_json("a", std::string(api_client::max_answer, 'x'));
    w.net.expect("GET", widgets_url + "/a").in_pieces(big, 1024 * 1024);
    w.net.expect("PATCH", widgets_url + "/a*").in_pieces(big, 1024 * 1024);
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(((co_await w.get()).error().code == errc::too_large));
        const auto written = co_await w.apply();
        BOOST_TEST((written.error().code == errc::too_large));
        BOOST_TEST(written.error().http_status == 200);
    });
}

BOOST_AUTO_TEST_CASE(pages_are_followed_to_the_end) {
    api_world w;
    w.net.expect("GET", "/apis/example.com/v1/widgets?labelSelector=a%3Db&limit=2")
        .in_pieces(page_json({"a", "b"}, "t1"), 11);
    w.net.expect("GET", "/apis/example.com/v1/widgets?labelSelector=a%3Db&limit=2&continue=t1")
        .json(page_json({"c"}, "t2"));
    w.net.expect("GET", "/apis/example.com/v1/widgets?labelSelector=a%3Db&limit=2&continue=t2")
        .json(page_json({}));
    w.run([&]() -> awaitable<void> {
        list_options o;
        o.limit = 2;
        o.label_selector = "a=b";
        const auto all = co_await w.api.list<widget>(o);
        BOOST_REQUIRE(all);
        std::string names;
        for (const auto& x : *all) names += x->metadata.name.str();
        BOOST_TEST(names == "abc");
    });
}

BOOST_AUTO_TEST_CASE(an_expired_list_is_requested_without_pages_once) {
    api_world w;
    w.net.expect("GET", widgets_url + "?limit=1").json(page_json({"a"}, "t1"));
    w.net.expect("GET", widgets_url + "?limit=1&continue=t1").status(410).json(failure_json(410, "Expired"));
    w.net.expect("GET", widgets_url).json(page_json({"a", "b", "c"}));
    w.run([&]() -> awaitable<void> {
        list_options o;
        o.ns = "default";
        o.limit = 1;
        const auto all = co_await w.api.list<widget>(o);
        BOOST_REQUIRE(all);
        BOOST_TEST(all->size() == 3u);
    });

    // A 410 for something other than a page, or a second one, is an error.
    w.net.expect("GET", widgets_url + "?limit=500").status(410).json(failure_json(410, "Expired"));
    w.net.expect("GET", widgets_url + "?limit=1").json(page_json({"a"}, "t1"));
    w.net.expect("GET", widgets_url + "?limit=1&continue=t1").status(410).json(failure_json(410, "Expired"));
    w.net.expect("GET", widgets_url).json(page_json({"a"}, "t2"));
    w.net.expect("GET", widgets_url + "?continue=t2").status(410).json(failure_json(410, "Expired"));
    w.run([&]() -> awaitable<void> {
        list_options o;
        o.ns = "default";
        BOOST_TEST(((co_await w.api.list<widget>(o)).error().code == errc::gone));
        o.limit = 1;
        BOOST_TEST(((co_await w.api.list<widget>(o)).error().code == errc::gone));
    });
}

BOOST_AUTO_TEST_CASE(items_of_a_dynamic_list_contain_their_kind) {
    api_world w;
    w.net.expect("GET", widgets_url + "?limit=500")
        .json(R"({"metadata":{},"items":[{"metadata":{"name":"a"}}]})");
    w.run([&]() -> awaitable<void> {
        list_options o;
        o.ns = "default";
        const auto all = co_await w.api.list(kind_of<widget>(), o);
        BOOST_REQUIRE(all);
        BOOST_REQUIRE(all->size() == 1u);
        BOOST_TEST(all->at(0)->gvk() == kind_of<widget>().gvk);
        BOOST_TEST(all->at(0)->name() == "a");
    });
}

BOOST_AUTO_TEST_CASE(metadata_only_kinds_request_nothing_else) {
    api_world w;
    w.net.expect("GET", widgets_url + "/a").json(widget_json("a"));
    w.net.expect("GET", widgets_url + "?limit=500").json(page_json({"a", "b"}));
    w.run([&]() -> awaitable<void> {
        const auto one = co_await w.api.get<metadata_only<widget>>({"default", "a"});
        BOOST_REQUIRE(one);
        BOOST_TEST((*one)->metadata.name == "a");
        list_options o;
        o.ns = "default";
        const auto all = co_await w.api.list<metadata_only<widget>>(o);
        BOOST_REQUIRE(all);
        BOOST_TEST(all->size() == 2u);
    });
    BOOST_TEST(w.header(0, "Accept").starts_with("application/json;as=PartialObjectMetadata;"));
    BOOST_TEST(w.header(1, "Accept").starts_with("application/json;as=PartialObjectMetadataList;"));
}

BOOST_AUTO_TEST_CASE(invalid_calls_are_not_sent) {
    api_world w;
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(((co_await w.api.remove<widget>({"default", ""})).error().code == errc::invalid));
        BOOST_TEST(((co_await w.api.get<widget>({"", "a"})).error().code == errc::invalid));
        BOOST_TEST(((co_await w.api.create(make_widget("", "a", "red"))).error().code == errc::invalid));
        call c;
        c.op = verb::get;
        BOOST_TEST(((co_await w.api.open(c)).error().code == errc::invalid));
    });
    BOOST_TEST(w.net.sent().empty());
}

BOOST_AUTO_TEST_CASE(open_returns_the_stream) {
    api_world w;
    script_answer& watch = w.net.expect("GET", "/apis/example.com/v1/widgets?watch=true").stays_open();
    w.run([&]() -> awaitable<void> {
        call c;
        c.op = verb::watch;
        c.resource = kind_of<widget>().resource();
        auto s = co_await w.api.open(c);
        BOOST_REQUIRE(s);
        watch.push("one");
        BOOST_TEST((co_await (*s)->read()).value() == "one");
        co_await w.l.sleep(std::chrono::hours(1));
        watch.end();
        BOOST_TEST((co_await (*s)->read()).value() == "");
    });
    BOOST_TEST((w.net.sent()[0].timeouts.idle == duration::zero()));
    BOOST_TEST((w.net.sent()[0].timeouts.first_byte > duration::zero()));
    BOOST_TEST(watch.abandoned() == 0);
}

// A watch has no idle limit; its refusal must have one, or the informer waits forever.
BOOST_AUTO_TEST_CASE(a_stalled_error_response_to_a_watch_is_abandoned) {
    api_world w;
    script_answer& stalled = w.net.expect("GET", "/apis/example.com/v1/widgets?watch=true")
                                 .status(503)
                                 .body("upstream")
                                 .stays_open();
    const time_point begin = w.l.now();
    w.run([&]() -> awaitable<void> {
        call c;
        c.op = verb::watch;
        c.resource = kind_of<widget>().resource();
        const auto s = co_await w.api.open(c);
        BOOST_REQUIRE(!s);
        BOOST_TEST((s.error().code == errc::server_error));
    });
    BOOST_TEST((w.l.now() - begin == api_world::options().timeouts.idle));
    BOOST_TEST(stalled.abandoned() == 1);
}

BOOST_AUTO_TEST_CASE(open_makes_one_attempt_and_other_statuses_are_errors) {
    struct row {
        int status;
        errc expected;
    };
    const row rows[] = {{410, errc::gone},
                        {429, errc::too_many_requests},
                        {503, errc::server_error},
                        {404, errc::not_found},
                        {204, errc::failed}};
    for (const row& r : rows) {
        api_world w;
        w.net.expect("GET", "/apis/example.com/v1/widgets?watch=true")
            .status(r.status)
            .header("Retry-After", "1")
            .json(failure_json(r.status, r.status == 404 ? "NotFound" : ""));
        w.run([&]() -> awaitable<void> {
            call c;
            c.op = verb::watch;
            c.resource = kind_of<widget>().resource();
            const auto s = co_await w.api.open(c);
            BOOST_REQUIRE(!s);
            BOOST_TEST((s.error().code == r.expected), r.status);
            BOOST_TEST((s.error().retry_after == std::chrono::seconds(1)));
        });
    }
}

BOOST_AUTO_TEST_CASE(warnings_of_the_server_are_logged_once) {
    api_world w;
    for (int i = 0; i < 3; ++i)
        w.net.expect("GET", widgets_url + "/a")
            .header("Warning", R"(299 - "v1 is deprecated")")
            .json(widget_json("a"));
    w.net.expect("GET", widgets_url + "/b")
        .status(404)
        .header("warning", R"(299 - "other")")
        .json(failure_json(404, "NotFound"));
    w.run([&]() -> awaitable<void> {
        for (int i = 0; i < 3; ++i) BOOST_TEST(!!(co_await w.get("a")));
        BOOST_TEST(!(co_await w.get("b")));
    });
    BOOST_TEST(w.log_lines() == 2u);
    BOOST_TEST(w.out.str().find("v1 is deprecated") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_attempt_is_shown_to_the_observer) {
    api_world w;
    w.net.expect("GET", widgets_url + "/a").delay(30ms).status(429).header("Retry-After", "1").json("{}");
    w.net.expect("GET", widgets_url + "/a").json(widget_json("a"));
    w.net.expect("PATCH", widgets_url + "/a*").fails(error(errc::unreachable, "refused"));
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(!!(co_await w.get()));
        BOOST_TEST(!(co_await w.apply()));
    });
    BOOST_TEST(w.seen.codes() == (std::vector<int>{429, 200, 0}), boost::test_tools::per_element());
    BOOST_TEST(w.seen.entries[0].method == "GET");
    BOOST_TEST(w.seen.entries[0].host == "10.0.0.1:6443");
    BOOST_TEST((w.seen.entries[0].took == 30ms));
    BOOST_TEST(w.seen.entries[0].call == "get widgets.example.com default/a");
    BOOST_TEST(w.seen.entries[2].call == "apply widgets.example.com default/a");
}

BOOST_AUTO_TEST_SUITE_END()
