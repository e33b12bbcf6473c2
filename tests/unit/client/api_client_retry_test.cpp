// api_client on failures: retries, deadlines, tokens, cancellation.
#include "unit/client/api_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(api_client_retry_test)

namespace {

credential_settings token_file(std::string token) {
    credential_settings s;
    s.token = secret(std::move(token));
    s.token_file = "/token";
    return s;
}

// Seconds between the requests.
std::vector<double> gaps(const script_transport& net) {
    std::vector<double> all;
    for (std::size_t i = 1; i < net.sent().size(); ++i)
        all.push_back(std::chrono::duration<double>(net.sent()[i].at - net.sent()[i - 1].at).count());
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_verb_honours_retry_after) {
    for (const int status : {429, 503}) {
        for (const bool write : {false, true}) {
            api_world w;
            const std::string method = write ? "PATCH" : "GET";
            for (const char* seconds : {"1", "3"})
                w.net.expect(method, widgets_url + "/a*")
                    .status(status)
                    .header("Retry-After", seconds)
                    .json(failure_json(status, status == 503 ? "ServiceUnavailable" : ""));
            w.net.expect(method, widgets_url + "/a*").json(widget_json("a"));
            w.run([&]() -> awaitable<void> { BOOST_TEST(!!(co_await (write ? w.apply() : w.get()))); });
            const std::vector<double> waited = gaps(w.net);
            BOOST_REQUIRE(waited.size() == 2u);
            BOOST_TEST((waited[0] >= 1.0 && waited[0] <= 1.2));
            BOOST_TEST((waited[1] >= 3.0 && waited[1] <= 3.6));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_write_is_not_repeated_after_other_server_errors) {
    for (const int status : {500, 502, 504}) {
        api_world w;
        w.net.expect("PATCH", widgets_url + "/a*")
            .status(status)
            .header("Retry-After", "1")
            .json(failure_json(status, ""));
        w.net.expect("GET", widgets_url + "/a")
            .status(status)
            .header("Retry-After", "1")
            .json(failure_json(status, ""));
        w.net.expect("GET", widgets_url + "/a").json(widget_json("a"));
        w.run([&]() -> awaitable<void> {
            const auto written = co_await w.apply();
            BOOST_TEST((written.error().code == errc::unknown_outcome));
            BOOST_TEST(written.error().http_status == status);
            BOOST_TEST((written.error().retry_after == 1s));
            BOOST_TEST(!!(co_await w.get()));
        });
        BOOST_TEST(w.net.count("PATCH", "*") == 1u);
    }
}

BOOST_AUTO_TEST_CASE(retries_end_after_ten_or_before_the_deadline) {
    api_world w;
    w.net.expect("GET", widgets_url + "/a")
        .status(429)
        .header("Retry-After", "1")
        .json(failure_json(429, ""))
        .repeats();
    w.net.expect("GET", widgets_url + "/b")
        .status(429)
        .header("Retry-After", "25")
        .json(failure_json(429, ""))
        .repeats();
    w.net.expect("GET", widgets_url + "/c")
        .status(429)
        .header("Retry-After", "3600")
        .json(failure_json(429, ""))
        .repeats();
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(((co_await w.get("a")).error().code == errc::too_many_requests));
        BOOST_TEST(w.net.count("GET", widgets_url + "/a") == 11u);
        const time_point begin = w.l.now();
        const auto b = co_await w.get("b");
        BOOST_TEST((b.error().code == errc::too_many_requests));
        BOOST_TEST((b.error().retry_after == 25s));
        BOOST_TEST((w.l.now() - begin < 60s));
        BOOST_TEST(w.net.count("GET", widgets_url + "/b") < 4u);
        BOOST_TEST(((co_await w.get("c")).error().code == errc::too_many_requests));
        BOOST_TEST(w.net.count("GET", widgets_url + "/c") == 1u);
    });
}

BOOST_AUTO_TEST_CASE(a_read_without_response_is_retried) {
    api_world w;
    w.net.expect("GET", widgets_url + "/a").fails(error(errc::connection_lost, "reset"));
    w.net.expect("GET", widgets_url + "/a").body("{\"metadata\":").cut(error(errc::connection_lost, "cut"));
    w.net.expect("GET", widgets_url + "/a").json(widget_json("a"));
    w.run([&]() -> awaitable<void> {
        const auto r = co_await w.get();
        BOOST_REQUIRE(r);
        BOOST_TEST((*r)->metadata.name == "a");
    });
    const std::vector<double> waited = gaps(w.net);
    BOOST_REQUIRE(waited.size() == 2u);
    BOOST_TEST((waited[0] >= 0.2 && waited[0] <= 0.3));
    BOOST_TEST((waited[1] >= 0.4 && waited[1] <= 0.6));
}

BOOST_AUTO_TEST_CASE(a_page_that_was_cut_is_not_counted_twice) {
    api_world w;
    const std::string page = page_json({"a", "b"});
    w.net.expect("GET", widgets_url + "?limit=500")
        .body(page.substr(0, page.size() - 4))
        .cut(error(errc::connection_lost, "cut"));
    w.net.expect("GET", widgets_url + "?limit=500").json(page);
    w.run([&]() -> awaitable<void> {
        list_options o;
        o.ns = "default";
        BOOST_TEST((co_await w.api.list<widget>(o)).value().size() == 2u);
    });
}

BOOST_AUTO_TEST_CASE(a_write_without_response_has_an_unknown_outcome) {
    const errc lost[] = {errc::connection_lost, errc::timeout, errc::bad_data, errc::too_large};
    for (const errc code : lost) {
        api_world w;
        w.net.expect("PATCH", widgets_url + "/a*").fails(error(code, "lost"));
        w.net.expect("DELETE", widgets_url + "/a").fails(error(code, "lost"));
        w.run([&]() -> awaitable<void> {
            const auto written = co_await w.apply();
            BOOST_TEST((written.error().code == errc::unknown_outcome));
            BOOST_TEST(written.error().message.starts_with("apply widgets.example.com default/a: lost"),
                       written.error().message);
            BOOST_TEST(
                ((co_await w.api.remove<widget>({"default", "a"})).error().code == errc::unknown_outcome));
        });
        BOOST_TEST(w.net.sent().size() == 2u);
    }
}

BOOST_AUTO_TEST_CASE(a_write_that_was_never_sent_is_unreachable) {
    api_world w;
    w.net.expect("PATCH", widgets_url + "/a*").fails(error(errc::unreachable, "connection refused"));
    w.net.expect("GET", widgets_url + "/a").fails(error(errc::unreachable, "connection refused"));
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(((co_await w.apply()).error().code == errc::unreachable));
        BOOST_TEST(((co_await w.get()).error().code == errc::unreachable));
    });
}

BOOST_AUTO_TEST_CASE(an_accepted_write_with_a_truncated_response_was_executed) {
    api_world w;
    w.net.expect("PATCH", widgets_url + "/a*")
        .status(201)
        .body("{\"metadata\":")
        .cut(error(errc::connection_lost, "cut"));
    w.run([&]() -> awaitable<void> {
        const auto r = co_await w.apply();
        BOOST_TEST((r.error().code == errc::unknown_outcome));
        BOOST_TEST(r.error().http_status == 201);
        BOOST_TEST(r.error().message.find("it was executed (201)") != std::string::npos);
    });
}

BOOST_AUTO_TEST_CASE(dry_runs_are_repeated_like_reads) {
    api_world w;
    w.net.expect("PATCH", widgets_url + "/a*").fails(error(errc::connection_lost, "reset"));
    w.net.expect("PATCH", widgets_url + "/a*").json(widget_json("a"));
    w.run([&]() -> awaitable<void> {
        write_options o;
        o.dry_run = true;
        BOOST_TEST(!!(co_await w.api.apply(make_widget("default", "a", "red"), o)));
    });
}

BOOST_AUTO_TEST_CASE(the_whole_call_has_a_deadline) {
    api_world w;
    api_client_options o = api_world::options();
    o.timeouts.first_byte = o.timeouts.idle = duration::zero();
    api_client api(w.l, w.net, w.who, logger(w.sink, w.time), o);
    w.net.expect("GET", widgets_url + "/a").delay(2h).json(widget_json("a"));
    w.net.expect("GET", widgets_url + "/b").body("{").stays_open();
    w.net.expect("PATCH", widgets_url + "/c*").delay(2h).json(widget_json("c"));
    w.net.expect("PATCH", widgets_url + "/d*").body("{").stays_open();
    w.net.expect("GET", widgets_url + "?limit=500").delay(4min).json(page_json({"a"}, "t1"));
    w.net.expect("GET", widgets_url + "?limit=500&continue=t1").delay(4min).json(page_json({"b"}));
    w.run([&]() -> awaitable<void> {
        const auto timed = [&w](auto& r, errc code, duration expected, time_point begin) {
            BOOST_REQUIRE(!r);
            BOOST_TEST((r.error().code == code), to_string(r.error().code));
            BOOST_TEST((w.l.now() - begin == expected), (w.l.now() - begin).count());
        };
        time_point begin = w.l.now();
        const auto a = co_await api.get<widget>({"default", "a"});
        timed(a, errc::timeout, 60s, begin);
        BOOST_TEST(a.error().message == "get widgets.example.com default/a: timed out after 60 s");
        begin = w.l.now();
        const auto b = co_await api.get<widget>({"default", "b"});
        timed(b, errc::timeout, 60s, begin);
        begin = w.l.now();
        const auto c = co_await api.apply(make_widget("default", "c", "red"));
        timed(c, errc::unknown_outcome, 60s, begin);
        begin = w.l.now();
        const auto d = co_await api.apply(make_widget("default", "d", "red"));
        timed(d, errc::unknown_outcome, 60s, begin);
        BOOST_TEST(d.error().http_status == 200);
        begin = w.l.now();
        list_options all;
        all.ns = "default";
        const auto list = co_await api.list<widget>(all);
        timed(list, errc::timeout, 5min, begin);
    });
}

BOOST_AUTO_TEST_CASE(a_rotated_token_is_read_again_after_401) {
    api_world w(token_file("old"));
    w.files["/token"] = "new";
    w.net.expect("PATCH", widgets_url + "/a*").status(401).json(failure_json(401, "Unauthorized"));
    w.net.expect("PATCH", widgets_url + "/a*").json(widget_json("a"));
    w.run([&]() -> awaitable<void> { BOOST_TEST(!!(co_await w.apply())); });
    BOOST_TEST(w.header(0, "Authorization") == "Bearer old");
    BOOST_TEST(w.header(1, "Authorization") == "Bearer new");
    BOOST_TEST((w.net.sent()[1].at == w.net.sent()[0].at));
}

BOOST_AUTO_TEST_CASE(a_401_is_final_when_the_token_stays_the_same_or_is_refused_again) {
    api_world w(token_file("old"));
    w.files["/token"] = "old";
    w.net.expect("GET", widgets_url + "/a").status(401).json(failure_json(401, "Unauthorized")).repeats();
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(((co_await w.get()).error().code == errc::unauthorized));
        BOOST_TEST(w.net.sent().size() == 1u);
        w.files["/token"] = "new";
        BOOST_TEST(((co_await w.get()).error().code == errc::unauthorized));
        BOOST_TEST(w.net.sent().size() == 3u);
    });
    api_world fixed;
    fixed.net.expect("GET", widgets_url + "/a").status(401).json(failure_json(401, "Unauthorized"));
    fixed.run([&]() -> awaitable<void> {
        BOOST_TEST(((co_await fixed.get()).error().code == errc::unauthorized));
    });
}

BOOST_AUTO_TEST_CASE(watches_are_opened_with_the_new_token_too) {
    api_world w(token_file("old"));
    w.files["/token"] = "new";
    w.net.expect("GET", "/apis/example.com/v1/widgets?watch=true")
        .status(401)
        .json(failure_json(401, "Unauthorized"));
    w.net.expect("GET", "/apis/example.com/v1/widgets?watch=true");
    w.run([&]() -> awaitable<void> {
        call c;
        c.op = verb::watch;
        c.resource = kind_of<widget>().resource();
        BOOST_TEST(!!(co_await w.api.open(c)));
    });
    BOOST_TEST(w.header(1, "Authorization") == "Bearer new");
}

BOOST_AUTO_TEST_CASE(cancellation_ends_a_call_wherever_it_waits) {
    api_world w;
    w.net.expect("GET", widgets_url + "/head").delay(30s).json(widget_json("a"));
    script_answer& body = w.net.expect("GET", widgets_url + "/body").body("{").stays_open();
    w.net.expect("GET", widgets_url + "/wait").status(429).header("Retry-After", "30").json("{}");
    script_answer& failed = w.net.expect("GET", widgets_url + "/error").status(500).body("{").stays_open();
    w.run([&]() -> awaitable<void> {
        for (const char* name : {"head", "body", "wait", "error"}) {
            bool threw = false;
            const time_point begin = w.l.now();
            task_scope scope(w.l, "calls");
            const auto one = [](api_world& world, std::string of, bool& cancelled_) -> awaitable<void> {
                try {
                    (void)co_await world.get(of);
                } catch (const cancelled&) {
                    cancelled_ = true;
                    throw;
                }
            };
            scope.spawn(name, one(w, name, threw));
            co_await w.l.sleep(5s);
            scope.request_stop();
            co_await scope.join();
            BOOST_TEST(threw, name);
            BOOST_TEST((w.l.now() - begin == 5s), name);
        }
    });
    BOOST_TEST(body.abandoned() == 1);
    BOOST_TEST(failed.abandoned() == 1);
}

BOOST_AUTO_TEST_CASE(tokens_stay_out_of_errors_and_logs) {
    api_world w(token_file("s3cr3t"));
    w.sink.level = log_level::trace;
    w.net.expect("GET", widgets_url + "/a").status(429).header("Retry-After", "1").json("{}");
    w.net.expect("GET", widgets_url + "/a").status(401).json(failure_json(401, "Unauthorized"));
    w.run([&]() -> awaitable<void> {
        const auto r = co_await w.get();
        BOOST_TEST(r.error().to_string().find("s3cr3t") == std::string::npos);
    });
    BOOST_TEST(w.header(0, "Authorization") == "Bearer s3cr3t");
    BOOST_TEST(w.log_lines() >= 1u);
    BOOST_TEST(w.out.str().find("s3cr3t") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
