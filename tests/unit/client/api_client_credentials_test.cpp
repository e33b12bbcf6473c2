// Calls whose credentials are refused, are rotated or come from a plugin.
#include "framework/client/exec_plugin.hpp"
#include "unit/client/api_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(api_client_credentials_test)

namespace {

credential_settings token_file(std::string token) {
    credential_settings s;
    s.token = secret(std::move(token));
    s.token_file = "/token";
    return s;
}

std::string plugin_answer(const std::string& token, const std::string& more = {}) {
    return R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":")" +
           token + "\"" + more + "}}";
}

// An api_client whose credentials come from a scripted plugin.
struct plugin_world : virtual_world {
    explicit plugin_world(std::uint64_t seed = 1) : virtual_world(seed) { sink.level = log_level::trace; }

    static credential_settings by_plugin() {
        credential_settings s;
        s.exec.emplace();
        s.exec->command = "plug";
        s.exec->api_version = "client.authentication.k8s.io/v1";
        s.exec->origin = "/c: users[0] \"x\": exec";
        return s;
    }
    awaitable<result<secret>> play() {
        ++runs;
        if (takes > 0s) co_await l.sleep(takes);
        if (answer.empty()) co_return error(errc::failed, "ended with exit code 1");
        co_return secret(answer);
    }
    awaitable<result<snapshot<widget>>> get() { return api.get<widget>({"default", "a"}); }

    std::ostringstream out;
    text_sink sink{out};
    std::string answer = plugin_answer("first");
    duration takes = 0s;
    int runs = 0;
    script_transport net{l};
    exec_plugin plugin{l, *by_plugin().exec, [this](const command&) { return play(); },
                       [](const std::string&, const secret&) { return result<>(); }, logger(sink, time)};
    credentials who{by_plugin(), time, {}, logger(sink, time), &plugin};
    api_client api{l, net, who, logger(sink, time), api_world::options()};
};

}  // namespace

BOOST_AUTO_TEST_CASE(many_calls_that_are_refused_at_once_share_one_read_of_the_file) {
    api_world w(token_file("old"));
    w.files["/token"] = "new";
    // Each is refused once, all after the same time, so that all are in flight together.
    constexpr std::size_t calls = 50;
    for (std::size_t i = 0; i < calls; ++i)
        w.net.expect("GET", widgets_url + "/a").delay(1s).status(401).json(failure_json(401, "Unauthorized"));
    for (std::size_t i = 0; i < calls; ++i) w.net.expect("GET", widgets_url + "/a").json(widget_json("a"));
    std::size_t good = 0;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "calls");
        const auto one = [](api_world& at, std::size_t& n) -> awaitable<void> {
            const auto r = co_await at.get();
            n += r.has_value() ? 1 : 0;
        };
        for (std::size_t i = 0; i < calls; ++i) scope.spawn("call", one(w, good));
        co_await scope.join();
    });
    BOOST_TEST(good == calls);
    BOOST_TEST(w.reads == 1);
    BOOST_TEST(w.net.sent().size() == 2 * calls);
    for (std::size_t i = 0; i < 2 * calls; ++i)
        BOOST_TEST(w.header(i, "Authorization") == (i < calls ? "Bearer old" : "Bearer new"));
}

BOOST_AUTO_TEST_CASE(a_plugin_is_run_before_the_first_call_and_not_again) {
    plugin_world w;
    w.takes = 3s;
    w.net.expect("GET", widgets_url + "/a").json(widget_json("a")).repeats();
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(!!(co_await w.get()));
        BOOST_TEST(!!(co_await w.get()));
    });
    BOOST_TEST(w.runs == 1);
    BOOST_REQUIRE(w.net.sent().size() == 2u);
    BOOST_TEST(http::find_header(w.net.sent()[1].headers, "Authorization") == "Bearer first");
}

BOOST_AUTO_TEST_CASE(a_plugin_is_run_again_when_its_credentials_have_expired) {
    plugin_world w;
    w.answer = plugin_answer("first", R"(,"expirationTimestamp":"2026-01-01T00:10:00Z")");
    w.net.expect("GET", widgets_url + "/a").json(widget_json("a")).repeats();
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(!!(co_await w.get()));
        w.answer = plugin_answer("second");
        co_await w.l.sleep(10min - 1s);
        BOOST_TEST(!!(co_await w.get()));
        co_await w.l.sleep(1s);
        BOOST_TEST(!!(co_await w.get()));
    });
    BOOST_TEST(w.runs == 2);
    BOOST_TEST(http::find_header(w.net.sent()[1].headers, "Authorization") == "Bearer first");
    BOOST_TEST(http::find_header(w.net.sent()[2].headers, "Authorization") == "Bearer second");
}

BOOST_AUTO_TEST_CASE(a_plugin_is_run_again_after_401_and_the_call_retried_once_with_new_credentials) {
    plugin_world w;
    w.net.expect("PATCH", widgets_url + "/a*").status(401).json(failure_json(401, "Unauthorized"));
    w.net.expect("PATCH", widgets_url + "/a*").json(widget_json("a"));
    w.run([&]() -> awaitable<void> {
        // A 401 triggers a refresh while the call waits.
        const auto other = [](plugin_world& at) -> awaitable<void> {
            co_await at.l.sleep(1s);
            at.answer = plugin_answer("second");
        };
        task_scope scope(w.l, "rotation");
        scope.spawn("rotate", other(w));
        const auto first = co_await w.who.prepare();
        BOOST_TEST(first.has_value());
        co_await scope.join();
        BOOST_TEST(!!(co_await w.api.apply(make_widget("default", "a", "red"))));
    });
    BOOST_TEST(w.runs == 2);
    BOOST_TEST(http::find_header(w.net.sent()[0].headers, "Authorization") == "Bearer first");
    BOOST_TEST(http::find_header(w.net.sent()[1].headers, "Authorization") == "Bearer second");
}

BOOST_AUTO_TEST_CASE(unchanged_credentials_after_401_are_not_retried) {
    plugin_world w;
    w.net.expect("GET", widgets_url + "/a").status(401).json(failure_json(401, "Unauthorized"));
    w.run([&]() -> awaitable<void> {
        const auto r = co_await w.get();
        BOOST_REQUIRE(!r);
        BOOST_TEST((r.error().code == errc::unauthorized));
        BOOST_TEST(r.error().http_status == 401);
    });
    BOOST_TEST(w.runs == 2);
}

BOOST_AUTO_TEST_CASE(without_credentials_nothing_is_sent_and_a_write_is_certainly_not_executed) {
    plugin_world w;
    w.answer.clear();
    w.run([&]() -> awaitable<void> {
        for (int i = 0; i < 2; ++i) {
            const auto r = co_await w.api.apply(make_widget("default", "a", "red"));
            BOOST_REQUIRE(!r);
            BOOST_TEST((r.error().code == errc::unauthorized));
            BOOST_TEST(r.error().http_status == 0);
            BOOST_TEST(
                r.error().message ==
                "apply widgets.example.com default/a: /c: users[0] \"x\": exec: command \"plug\" ended "
                "with exit code 1");
        }
        call c;
        c.op = verb::watch;
        c.resource = kind_of<widget>().resource();
        const auto watch = co_await w.api.open(c);
        BOOST_TEST((watch.error().code == errc::unauthorized));
    });
    BOOST_TEST(w.net.sent().empty());
    BOOST_TEST(w.runs == 1);
}

BOOST_AUTO_TEST_CASE(a_call_that_waits_for_the_plugin_ends_with_its_deadline_and_the_next_one_runs_it_again) {
    plugin_world w;
    w.takes = 10min;
    w.run([&]() -> awaitable<void> {
        const time_point begin = w.l.now();
        const auto r = co_await w.get();
        BOOST_TEST((r.error().code == errc::timeout));
        BOOST_TEST((w.l.now() - begin == 60s));
        w.takes = 1s;
        w.net.expect("GET", widgets_url + "/a").json(widget_json("a"));
        BOOST_TEST(!!(co_await w.get()));
    });
    BOOST_TEST(w.runs == 2);
}

BOOST_AUTO_TEST_CASE(calls_do_not_wait_for_a_plugin_that_is_run_ahead_of_the_expiry) {
    plugin_world w;
    w.answer = plugin_answer("first", R"(,"expirationTimestamp":"2026-01-01T00:10:00Z")");
    w.net.expect("GET", widgets_url + "/a").json(widget_json("a")).repeats();
    w.run([&]() -> awaitable<void> {
        task_scope keeper(w.l, "keeper");
        keeper.spawn("serve", w.plugin.serve());
        BOOST_TEST(!!(co_await w.get()));
        w.answer = plugin_answer("second");
        w.takes = 30s;
        co_await w.l.sleep(8min + 10s);
        const time_point begin = w.l.now();
        BOOST_TEST(!!(co_await w.get()));
        BOOST_TEST((w.l.now() == begin));
        co_await w.l.sleep(30s);
        BOOST_TEST(!!(co_await w.get()));
        keeper.request_stop();
        co_await keeper.join();
    });
    BOOST_TEST(w.runs == 2);
    BOOST_REQUIRE(w.net.sent().size() == 3u);
    BOOST_TEST(http::find_header(w.net.sent()[1].headers, "Authorization") == "Bearer first");
    BOOST_TEST(http::find_header(w.net.sent()[2].headers, "Authorization") == "Bearer second");
}

BOOST_AUTO_TEST_SUITE_END()
