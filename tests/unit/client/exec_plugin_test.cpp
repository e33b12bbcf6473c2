// When and by whom a credential plugin is run, and how its output is used; the program itself is
// scripted.
#include "framework/client/exec_plugin.hpp"

#include "setpoint/core/race.hpp"
#include "support/test_certs.hpp"
#include "support/virtual_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <deque>
#include <sstream>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(exec_plugin_test)

namespace {

constexpr const char* v1 = "client.authentication.k8s.io/v1";

std::string answer_of(const std::string& status, const std::string& api_version = v1) {
    return R"({"kind":"ExecCredential","apiVersion":")" + api_version + R"(","status":)" + status + "}";
}
std::string token_answer(const std::string& token, const std::string& expires = {}) {
    return answer_of(R"({"token":")" + token + "\"" +
                     (expires.empty() ? "" : R"(,"expirationTimestamp":")" + expires + "\"") + "}");
}

struct world : virtual_world {
    std::ostringstream out;
    text_sink sink{out};
    std::deque<result<secret>> script;  // the last is repeated
    duration takes = 0s;
    std::vector<command> runs;
    std::vector<std::string> certificates;
    result<> certificate_verdict;
    exec_settings settings;
    std::unique_ptr<exec_plugin> made;

    world() {
        sink.level = log_level::trace;
        settings.command = "plug";
        settings.args = {"--secret-arg"};
        settings.env = {{"A", secret("hidden")}};
        settings.api_version = v1;
        settings.origin = "/c: users[0] \"x\": exec";
    }
    exec_plugin& plugin() {
        if (!made)
            made = std::make_unique<exec_plugin>(
                l, settings, [this](command c) { return play(std::move(c)); },
                [this](const std::string& cert, const secret&) {
                    certificates.push_back(cert);
                    return certificate_verdict;
                },
                logger(sink, time));
        return *made;
    }
    awaitable<result<secret>> play(command c) {
        runs.push_back(std::move(c));
        result<secret> outcome = script.front();
        if (script.size() > 1) script.pop_front();
        if (takes > 0s) co_await l.sleep(takes);
        co_return outcome;
    }
    void prints(std::string text) { script.emplace_back(secret(std::move(text))); }
    // The error's message, "" for none.
    std::string refresh() {
        std::string outcome;
        run([&]() -> awaitable<void> {
            const auto done = co_await plugin().refresh();
            outcome = done ? "" : done.error().message;
        });
        return outcome;
    }
    std::string_view token() { return plugin().answer().token.reveal(); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(it_is_run_with_its_arguments_environment_and_exec_info) {
    world w;
    w.settings.cluster = secret(R"({"server":"https://a:6443"})");
    w.prints(token_answer("abc"));
    BOOST_TEST(!w.plugin().fresh());
    BOOST_TEST(w.refresh() == "");
    BOOST_TEST(w.plugin().fresh());
    BOOST_TEST(w.token() == "abc");
    BOOST_REQUIRE(w.runs.size() == 1u);
    const command& c = w.runs[0];
    BOOST_TEST(c.program == "plug");
    BOOST_TEST((c.args == std::vector<std::string>{"--secret-arg"}));
    BOOST_REQUIRE(c.env.size() == 2u);
    BOOST_TEST(c.env[0].first == "A");
    BOOST_TEST(c.env[1].first == "KUBERNETES_EXEC_INFO");
    const boost::json::value expected = {
        {"kind", "ExecCredential"},
        {"apiVersion", v1},
        {"spec", boost::json::object{{"cluster", boost::json::object{{"server", "https://a:6443"}}},
                                     {"interactive", false}}},
    };
    BOOST_TEST((boost::json::parse(c.env[1].second.reveal()) == expected));
}

BOOST_AUTO_TEST_CASE(credentials_are_valid_until_they_expire_and_forever_without_an_expiry) {
    world w;
    w.prints(token_answer("first", "2026-01-01T01:00:00Z"));
    w.prints(token_answer("second", "9999-12-31T23:59:59Z"));
    BOOST_TEST(w.refresh() == "");
    w.time.advance(1h - 1s);
    BOOST_TEST(w.plugin().fresh());
    w.time.advance(1s);
    BOOST_TEST(!w.plugin().fresh());
    BOOST_TEST(w.refresh() == "");
    BOOST_TEST(w.token() == "second");
    BOOST_TEST(w.plugin().version() == 2u);
    w.time.advance(24h * 365);
    BOOST_TEST(w.plugin().fresh());

    world forever;
    forever.prints(token_answer("abc"));
    BOOST_TEST(forever.refresh() == "");
    forever.time.advance(24h * 365);
    BOOST_TEST(forever.plugin().fresh());
}

BOOST_AUTO_TEST_CASE(all_who_need_it_at_once_share_one_run) {
    world w;
    w.takes = 5s;
    w.prints(token_answer("abc"));
    int done = 0;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "callers");
        const auto call = [](world& at, int& n) -> awaitable<void> {
            const auto ok = co_await at.plugin().refresh();
            BOOST_TEST(ok.has_value());
            ++n;
        };
        for (int i = 0; i < 20; ++i) scope.spawn("caller", call(w, done));
        co_await scope.join();
    });
    BOOST_TEST(done == 20);
    BOOST_TEST(w.runs.size() == 1u);
}

BOOST_AUTO_TEST_CASE(when_the_one_that_runs_it_is_cancelled_another_one_takes_over) {
    world w;
    w.takes = 5s;
    w.prints(token_answer("abc"));
    bool second = false;
    w.run([&]() -> awaitable<void> {
        task_scope first(w.l, "first"), other(w.l, "other");
        const auto call = [](world& at, bool* ok) -> awaitable<void> {
            const auto r = co_await at.plugin().refresh();
            if (ok) *ok = r.has_value();
        };
        first.spawn("caller", call(w, nullptr));
        co_await w.l.sleep(1s);
        other.spawn("caller", call(w, &second));
        co_await w.l.sleep(1s);
        first.request_stop();
        co_await first.join();
        co_await other.join();
    });
    BOOST_TEST(second);
    BOOST_TEST(w.runs.size() == 2u);
    BOOST_TEST(w.token() == "abc");
}

BOOST_AUTO_TEST_CASE(a_failing_plugin_is_paused_and_logged_once) {
    world w;
    w.script.emplace_back(error(errc::failed, "ended with exit code 3"));
    const std::string expected = "/c: users[0] \"x\": exec: command \"plug\" ended with exit code 3";
    BOOST_TEST(w.refresh() == expected);
    BOOST_TEST(w.refresh() == expected);
    BOOST_TEST(w.runs.size() == 1u);
    w.time.advance(1s);
    BOOST_TEST(w.refresh() == expected);
    BOOST_TEST(w.runs.size() == 2u);
    w.time.advance(1s);
    BOOST_TEST(w.refresh() == expected);
    BOOST_TEST(w.runs.size() == 2u);
    w.time.advance(1s);
    w.script = {result<secret>(secret(token_answer("abc")))};
    BOOST_TEST(w.refresh() == "");
    BOOST_TEST(w.runs.size() == 3u);
    const std::string log = w.out.str();
    const std::size_t first = log.find("exit code 3");
    BOOST_TEST(first != std::string::npos);
    BOOST_TEST(log.find("exit code 3", first + 1) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_failure_keeps_the_previous_credentials) {
    world w;
    w.prints(token_answer("abc"));
    w.script.emplace_back(error(errc::timeout, "took longer than 30 s"));
    BOOST_TEST(w.refresh() == "");
    BOOST_TEST(w.refresh() != "");
    BOOST_TEST(w.token() == "abc");
    BOOST_TEST(w.plugin().version() == 1u);
    BOOST_TEST(w.plugin().fresh());
}

BOOST_AUTO_TEST_CASE(a_command_that_is_not_there_comes_with_its_install_hint) {
    world w;
    w.settings.install_hint = "brew install plug\nor see example.com";
    w.script.emplace_back(error(errc::not_found, "is not there"));
    BOOST_TEST(w.refresh() ==
               "/c: users[0] \"x\": exec: command \"plug\" is not there; install it, or set command to its "
               "path (PATH was searched) (installHint: \"brew install plug\\nor see example.com\")");
    world absolute;
    absolute.settings.command = "/opt/plug";
    absolute.script.emplace_back(error(errc::not_found, "is not there"));
    BOOST_TEST(absolute.refresh() ==
               "/c: users[0] \"x\": exec: command \"/opt/plug\" is not there; install it, or set command to "
               "its path");
}

BOOST_AUTO_TEST_CASE(a_changed_certificate_is_used_and_an_unusable_one_is_an_error) {
    world w;
    w.prints(answer_of(R"({"clientCertificateData":"CERT1","clientKeyData":"KEY1"})"));
    w.prints(answer_of(R"({"clientCertificateData":"CERT1","clientKeyData":"KEY1","token":"t"})"));
    w.prints(answer_of(R"({"clientCertificateData":"CERT2","clientKeyData":"KEY2"})"));
    BOOST_TEST(w.refresh() == "");
    BOOST_TEST(w.refresh() == "");
    BOOST_TEST((w.certificates == std::vector<std::string>{"CERT1"}));
    BOOST_TEST(w.token() == "t");
    BOOST_TEST(w.plugin().version() == 2u);
    w.certificate_verdict = error(errc::bad_config, "client-key: does not belong to the client-certificate");
    BOOST_TEST(w.refresh() ==
               "/c: users[0] \"x\": exec: command \"plug\" returned an unusable certificate: client-key: "
               "does not belong to the client-certificate");
    BOOST_TEST(w.plugin().answer().cert_pem == "CERT1");
    // The next response has none.
    w.certificate_verdict = {};
    w.script = {result<secret>(secret(token_answer("only")))};
    w.time.advance(1min);
    BOOST_TEST(w.refresh() == "");
    BOOST_TEST(w.certificates.back() == "");
}

BOOST_AUTO_TEST_CASE(invalid_output_is_rejected_without_being_quoted) {
    const std::string not_one = "/c: users[0] \"x\": exec: command \"plug\" printed no credentials: ";
    const std::pair<std::string, std::string> rows[] = {
        {"", "not a JSON object"},
        {"hunter2", "not a JSON object"},
        {R"(["hunter2"])", "not a JSON object"},
        {token_answer("hunter2") + "hunter2", "not a JSON object"},
        {R"({"kind":"hunter2"})", "kind is not ExecCredential"},
        {answer_of(R"({"token":"hunter2"})", "client.authentication.k8s.io/v1beta1"),
         "apiVersion is not client.authentication.k8s.io/v1, as set in the kubeconfig"},
        {answer_of("null"), "there is no status"},
        {answer_of(R"("hunter2")"), "there is no status"},
        {answer_of("{}"), "status has neither a token nor a client certificate"},
        {answer_of(R"({"token":["hunter2"]})"), "token is not a string"},
        {answer_of(R"({"token":"hunter2\nX-Evil: 1"})"),
         "status.token contains characters that are invalid in a token"},
        {answer_of(R"({"clientKeyData":"hunter2"})"),
         "status has clientKeyData without clientCertificateData"},
        {answer_of(R"({"token":"hunter2","clientCertificateData":"x"})"),
         "status has clientCertificateData without clientKeyData"},
        {token_answer("hunter2", "hunter2"),
         "status.expirationTimestamp is not a time such as 2026-01-31T12:00:00Z"},
    };
    for (const auto& [printed, expected] : rows) {
        world w;
        w.prints(printed);
        BOOST_TEST(w.refresh() == not_one + expected);
        BOOST_TEST(w.out.str().find("hunter2") == std::string::npos, w.out.str());
    }
}

BOOST_AUTO_TEST_CASE(both_versions_are_supported) {
    world w;
    w.settings.api_version = "client.authentication.k8s.io/v1beta1";
    w.prints(answer_of(R"({"token":"abc"})", "client.authentication.k8s.io/v1beta1"));
    BOOST_TEST(w.refresh() == "");
    BOOST_TEST(w.runs[0].env[1].second.reveal().find("v1beta1") != std::string_view::npos);
}

BOOST_AUTO_TEST_CASE(expired_credentials_are_used_and_logged) {
    world w;
    w.prints(token_answer("old", "2020-01-01T00:00:00Z"));
    BOOST_TEST(w.refresh() == "");
    BOOST_TEST(w.token() == "old");
    BOOST_TEST(!w.plugin().fresh());
    BOOST_TEST(w.out.str().find("returned expired credentials") != std::string::npos);
}

namespace {

// A caller that needs it for at most `limit`.
struct caller {
    static awaitable<void> call(world& w, caller& c, duration limit) {
        const time_point begin = w.l.now();
        const auto done = co_await with_timeout(w.l, limit, "call", w.plugin().refresh());
        c.outcome = done ? "done" : done.error().code == errc::timeout ? "timed out" : "failed";
        c.after = w.l.now() - begin;
    }
    std::string outcome = "waits";
    duration after{};
};

struct served_world : world {
    task_scope keeper{l, "keeper"}, callers{l, "callers"};
    void serve() { keeper.spawn("serve", plugin().serve()); }
    void pass(duration d) { l.run_until(l.now() + d); }
    void need(caller& c, duration limit = 10min) { callers.spawn("call", caller::call(*this, c, limit)); }
    ~served_world() {
        keeper.request_stop();
        callers.request_stop();
        l.run_until(l.now());
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(no_deadline_cuts_a_run_that_serve_started, served_world) {
    takes = 5s;
    prints(token_answer("abc"));
    serve();
    pass(1min);
    BOOST_TEST(runs.size() == 0u);  // not needed yet
    caller hasty, patient, late;
    need(hasty, 2s);
    need(patient);
    pass(4s);
    need(late);
    pass(2s);
    BOOST_TEST(hasty.outcome == "timed out");
    BOOST_TEST(patient.outcome == "done");
    BOOST_CHECK(patient.after == 5s);
    BOOST_TEST(late.outcome == "done");
    BOOST_CHECK(late.after == 1s);
    BOOST_TEST(runs.size() == 1u);
    BOOST_TEST(token() == "abc");
}

BOOST_FIXTURE_TEST_CASE(it_is_run_ahead_of_the_expiry_so_that_credentials_are_always_valid, served_world) {
    takes = 5s;
    prints(token_answer("first", "2026-01-01T01:00:00Z"));
    prints(token_answer("second", "2026-01-01T02:00:00Z"));
    prints(token_answer("third", "2026-01-01T02:10:00Z"));
    prints(token_answer("last"));
    serve();
    caller first;
    need(first);
    pass(6s);
    BOOST_TEST(token() == "first");
    const auto expect_at = [&](duration since_midnight, std::string_view old, std::string_view renewed) {
        while (l.now() < time_point(since_midnight)) {
            BOOST_TEST_REQUIRE(plugin().fresh());
            pass(1s);
        }
        BOOST_TEST(token() == old);
        pass(6s);
        BOOST_TEST(token() == renewed);
    };
    expect_at(55min, "first", "second");
    expect_at(1h + 55min, "second", "third");
    expect_at(2h + 7min + 1s, "third", "last");
    pass(1000h);
    BOOST_TEST(runs.size() == 4u);
}

BOOST_FIXTURE_TEST_CASE(a_plugin_with_unchanged_output_is_run_a_few_times_until_the_expiry, served_world) {
    prints(token_answer("first", "2026-01-01T01:00:00Z"));
    serve();
    caller first;
    need(first);
    pass(1h - 1s);
    BOOST_TEST(plugin().fresh());
    BOOST_TEST(runs.size() > 3u);
    BOOST_TEST(runs.size() < 12u);
    script = {result<secret>(secret(token_answer("second", "2026-01-01T02:00:00Z")))};
    pass(1s + 1ms);
    BOOST_TEST(token() == "second");
    BOOST_TEST(plugin().fresh());
    // Credentials that have expired on arrival are refreshed only on demand.
    script = {result<secret>(secret(token_answer("old", "2025-12-31T00:00:00Z")))};
    pass(1h);
    const std::size_t so_far = runs.size();
    BOOST_TEST(token() == "old");
    pass(10h);
    BOOST_TEST(runs.size() == so_far);
    caller again;
    need(again);
    pass(1s);
    BOOST_TEST(again.outcome == "done");
    BOOST_TEST(runs.size() == so_far + 1);
}

BOOST_FIXTURE_TEST_CASE(
    a_plugin_that_fails_ahead_of_the_expiry_is_retried_while_the_old_credentials_are_valid, served_world) {
    prints(token_answer("first", "2026-01-01T01:00:00Z"));
    script.emplace_back(error(errc::failed, "ended with exit code 3"));
    serve();
    caller first;
    need(first);
    pass(58min);
    BOOST_TEST(plugin().fresh());
    BOOST_TEST(runs.size() > 5u);
    BOOST_TEST(runs.size() < 12u);
    script = {result<secret>(secret(token_answer("second")))};
    pass(1min);
    BOOST_TEST(token() == "second");
    const std::string log = out.str();
    const std::size_t logged = log.find("exit code 3");
    BOOST_TEST(logged != std::string::npos);
    BOOST_TEST(log.find("exit code 3", logged + 1) == std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_plugin_that_never_succeeded_is_run_only_on_demand, served_world) {
    script.emplace_back(error(errc::failed, "ended with exit code 3"));
    serve();
    caller first, second;
    need(first);
    pass(1ms);
    BOOST_TEST(first.outcome == "failed");
    need(second);
    pass(10h);
    BOOST_TEST(second.outcome == "failed");
    BOOST_CHECK(second.after == 0s);
    BOOST_TEST(runs.size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_waiter_takes_over_when_serve_has_ended, served_world) {
    takes = 5s;
    prints(token_answer("abc"));
    // Begun earlier by a waiter: there is no second run in parallel.
    caller before, during;
    need(before);
    pass(1s);
    serve();
    need(during);
    pass(5s);
    BOOST_TEST(before.outcome == "done");
    BOOST_TEST(during.outcome == "done");
    BOOST_TEST(runs.size() == 1u);
    caller left;
    need(left);
    pass(1s);
    BOOST_TEST(runs.size() == 2u);
    keeper.request_stop();
    pass(6s);
    BOOST_TEST(left.outcome == "done");
    BOOST_TEST(runs.size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
