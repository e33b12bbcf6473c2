// What a manager serves, over real sockets; the API it works with is made up.
#include "serving_world.hpp"
#include "setpoint/api/authentication_v1.hpp"
#include "setpoint/api/authorization_v1.hpp"
#include "support/fake_client.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

// Lets the bearer of "good" read metrics, knows the bearer of "guest", and nobody else.
struct made_up_api {
    explicit made_up_api(loop& l) : calls(l) {
        calls.on_write = [](const kind_info& kind, const call& c) -> result<object_ptr> {
            const auto spec = boost::json::parse(c.body).at("spec");
            if (kind.gvk.kind == "TokenReview") {
                auto t = std::make_shared<token_review>();
                t->status.emplace();
                t->status->user.username = std::string(spec.at("token").as_string());
                t->status->authenticated =
                    t->status->user.username == "good" || t->status->user.username == "guest";
                return t;
            }
            auto s = std::make_shared<subject_access_review>();
            s->status.emplace();
            s->status->allowed = spec.at("user").as_string() == "good";
            return s;
        };
    }
    fake_client calls;
};

// What a scraper would refuse in the text format 0.0.4: a sample that does not belong to the TYPE line above
// it, a series that comes twice, a metric that comes in two pieces, a value that is no number. "": nothing.
std::string wrong_with_exposition(const std::string& body) {
    std::istringstream in(body);
    std::set<std::string> metrics, series;
    std::string line, name, type;
    static const std::regex sample(
        R"(([a-zA-Z_][a-zA-Z0-9_]*)(\{([a-zA-Z_]\w*="([^"\\]|\\[\\n"])*",?)*\})? (\S+))");
    while (std::getline(in, line)) {
        if (line.starts_with("# HELP ")) continue;
        if (line.starts_with("# TYPE ")) {
            std::istringstream words(line.substr(7));
            words >> name >> type;
            if (!metrics.insert(name).second) return "in two pieces: " + line;
            continue;
        }
        std::smatch parts;
        if (!std::regex_match(line, parts, sample)) return "no sample: " + line;
        std::string rest = parts[1];
        if (!rest.starts_with(name)) return "without TYPE: " + line;
        rest.erase(0, name.size());
        const bool fits =
            type == "histogram" ? rest == "_bucket" || rest == "_sum" || rest == "_count" : rest.empty();
        if (!fits) return "another name than in TYPE: " + line;
        if (!series.insert(parts[1].str() + parts[2].str()).second) return "twice: " + line;
        const std::string value = parts[5];
        char* end = nullptr;
        std::strtod(value.c_str(), &end);
        if (*end != 0) return "no number: " + line;
    }
    return metrics.empty() ? "nothing in it" : "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(serving_test)

BOOST_AUTO_TEST_CASE(secure_metrics_are_for_those_whom_the_api_lets_read_them) {
    serving_world w;
    w.options.metrics_secure = true;
    made_up_api api(w.l);
    w.with_manager(api.calls, [&](manager& m) -> awaitable<void> {
        const std::uint16_t port = m.metrics_port();
        BOOST_TEST((co_await w.get(port, "/metrics", "any")).status == 401);
        BOOST_TEST((co_await w.get(port, "/metrics", "any", "bad")).status == 401);
        BOOST_TEST((co_await w.get(port, "/metrics", "any", "guest")).status == 403);
        const auto good = co_await w.get(port, "/metrics", "any", "good");
        BOOST_TEST(good.status == 200);
        BOOST_TEST(good.body.find("process_cpu_seconds_total") != std::string::npos);
        BOOST_TEST((co_await w.get(port, "/other", "any")).status == 404);
        // Not without TLS, and not in the clear beside it.
        BOOST_TEST((co_await w.get(port, "/metrics")).status == 0);
        // Probes are for the kubelet, which has no token.
        BOOST_TEST((co_await w.get(m.health_port(), "/healthz")).status == 200);
    });
    for (const char* token : {"good", "guest", "bad"})
        BOOST_TEST(w.log_text.str().find(token) == std::string::npos, token);
}

BOOST_AUTO_TEST_CASE(the_metrics_of_an_operator_are_served_beside_the_frameworks) {
    serving_world w;
    made_up_api api(w.l);
    metric_family<counter, 2> begun;
    w.set_up = [&](manager& m) {
        begun = m.metrics().counter("site_rollouts_total", "Rollouts that\nbegan.", {"namespace", "reason"});
        m.metrics().histogram("site_rollout_seconds", "Time of a rollout.", {1.0, 10.0}).observe(4s);
        m.metrics().gauge("site_backlog", "Sites that wait.", [] { return 3.0; });
    };
    w.with_manager(api.calls, [&](manager& m) -> awaitable<void> {
        begun.with("default", "a \"b\"").increment();
        const auto got = co_await w.get(m.metrics_port(), "/metrics");
        BOOST_TEST(got.status == 200);
        for (const std::string line :
             {"# HELP site_rollouts_total Rollouts that\\nbegan.", "# TYPE site_rollouts_total counter",
              "site_rollouts_total{namespace=\"default\",reason=\"a \\\"b\\\"\"} 1",
              "# TYPE site_rollout_seconds histogram", "site_rollout_seconds_bucket{le=\"1\"} 0",
              "site_rollout_seconds_bucket{le=\"10\"} 1", "site_rollout_seconds_bucket{le=\"+Inf\"} 1",
              "site_rollout_seconds_count 1", "site_rollout_seconds_sum 4", "site_backlog 3"})
            BOOST_TEST((("\n" + got.body).find("\n" + line + "\n") != std::string::npos), line);
        BOOST_TEST(got.body.find("\nprocess_open_fds ") != std::string::npos);
        BOOST_TEST(wrong_with_exposition(got.body) == "");
    });
}

BOOST_AUTO_TEST_CASE(a_metric_that_is_declared_twice_differently_ends_the_start) {
    serving_world w;
    made_up_api api(w.l);
    std::string why;
    w.set_up = [&](manager& m) {
        m.metrics().counter("x_total", "X.");
        m.metrics().gauge("x_total", "X.");
    };
    try {
        w.with_manager(api.calls, [&](manager&) -> awaitable<void> { co_return; });
    } catch (const fault& f) {
        why = f.what();
    }
    BOOST_TEST(why.find("declared as gauge \"x_total\" (help \"X.\"), and before as counter \"x_total\"") !=
                   std::string::npos,
               why);
}

BOOST_AUTO_TEST_CASE(a_certificate_that_is_replaced_on_disk_is_used_by_new_connections) {
    serving_world w;
    own_folder folder;
    test_ca first("first CA"), second("second CA");
    const auto put = [&](test_ca& ca) {
        const test_cert c = ca.issue({"metrics", {"IP:127.0.0.1"}});
        folder.write("tls.crt", c.cert_pem);
        folder.write("tls.key", c.key_pem);
    };
    put(first);
    w.options.metrics_secure = true;
    w.options.metrics_cert_dir = folder.path;
    made_up_api api(w.l);
    w.with_manager(api.calls, [&](manager& m) -> awaitable<void> {
        const std::uint16_t port = m.metrics_port();
        BOOST_TEST((co_await w.get(port, "/metrics", first.pem(), "good")).status == 200);
        BOOST_TEST((co_await w.get(port, "/metrics", second.pem(), "good")).status == 0);
        put(second);
        // Files are looked at every ten seconds.
        int status = 0;
        for (const time_point due = w.l.now() + 40s; status != 200 && w.l.now() < due;) {
            status = (co_await w.get(port, "/metrics", second.pem(), "good")).status;
            if (status != 200) co_await w.l.sleep(200ms);
        }
        BOOST_TEST(status == 200);
        BOOST_TEST((co_await w.get(port, "/metrics", first.pem(), "good")).status == 0);
    });
}

BOOST_AUTO_TEST_CASE(a_certificate_that_cannot_be_used_ends_the_start_with_the_name_of_its_flag) {
    serving_world w;
    w.options.metrics_secure = true;
    w.options.metrics_cert_file = "/nowhere/tls.crt";
    w.options.metrics_key_file = "/nowhere/tls.key";
    made_up_api api(w.l);
    std::string why;
    try {
        w.with_manager(api.calls, [&](manager&) -> awaitable<void> { co_return; });
    } catch (const fault& f) {
        BOOST_CHECK(f.why().code == errc::bad_config);
        why = f.what();
    }
    BOOST_TEST(why.find("--metrics-cert-file (/nowhere/tls.crt)") != std::string::npos, why);
}

BOOST_AUTO_TEST_CASE(the_debug_document_is_there_when_it_was_asked_for) {
    serving_world w;
    made_up_api api(w.l);
    w.with_manager(api.calls, [&](manager& m) -> awaitable<void> {
        BOOST_TEST((co_await w.get(m.health_port(), "/debug/setpoint")).status == 404);
    });
    w.options.debug_endpoint = true;
    w.set_up = [](manager& m) {
        m.add_debug_section("leaderElection", [] { return boost::json::value{{"holder", "me"}}; });
    };
    w.with_manager(api.calls, [&](manager& m) -> awaitable<void> {
        const auto said = co_await w.get(m.health_port(), "/debug/setpoint");
        BOOST_TEST(said.status == 200);
        const auto document = boost::json::parse(said.body);
        BOOST_TEST(document.at("program").as_string() == "test-operator");
        BOOST_TEST(document.at("ready").as_bool());
        BOOST_TEST(document.at("leaderElection").at("holder").as_string() == "me");
        BOOST_TEST(document.at("controllers").as_array().empty());
    });
}

BOOST_AUTO_TEST_CASE(the_debug_page_is_served_with_a_strict_policy) {
    serving_world w;
    made_up_api api(w.l);
    w.with_manager(api.calls, [&](manager& m) -> awaitable<void> {
        for (const char* const path : {"/debug", "/debug/setpoint/events"})
            BOOST_TEST((co_await w.get(m.health_port(), path)).status == 404, path);
    });
    w.options.debug_endpoint = true;
    w.with_manager(api.calls, [&](manager& m) -> awaitable<void> {
        http::https_pool pool(w.l, {"http", "127.0.0.1", std::to_string(m.health_port())}, {});
        http::request r;
        r.target = "/debug";
        const auto page = co_await pool.send(r, {});
        BOOST_REQUIRE(page.has_value());
        const std::string policy((*page)->head().find("Content-Security-Policy"));
        BOOST_TEST(policy.starts_with("default-src 'none'; style-src 'sha256-"), policy);
        BOOST_TEST(policy.find("unsafe") == std::string::npos, policy);
        const auto text = co_await http::read_all(**page, 1 << 20);
        BOOST_TEST((text.has_value() && text->starts_with("<!DOCTYPE html>")));
    });
}

BOOST_AUTO_TEST_CASE(events_of_the_debug_page_end_when_the_manager_stops) {
    serving_world w;
    made_up_api api(w.l);
    w.options.debug_endpoint = true;
    std::unique_ptr<http::https_pool> pool;
    std::vector<std::unique_ptr<http::response_stream>> viewers;
    time_point asked_to_stop{};
    w.with_manager(api.calls, [&](manager& m) -> awaitable<void> {
        http::origin at{"http", "127.0.0.1", std::to_string(m.health_port())};
        pool = std::make_unique<http::https_pool>(w.l, at, [] { return http::tls_context_ptr(); });
        http::request r;
        r.target = "/debug/setpoint/events";
        for (int i = 0; i < 4; ++i) {
            auto s = co_await pool->send(r, {});
            BOOST_REQUIRE(s.has_value());
            BOOST_TEST((*s)->head().find("Content-Type") == "text/event-stream");
            viewers.push_back(std::move(*s));
        }
        const auto first = co_await viewers.front()->read();
        BOOST_REQUIRE(first.has_value());
        BOOST_TEST(first->starts_with("data: {\"program\":\"test-operator\""), *first);
        const auto fifth = co_await pool->send(r, {});
        BOOST_REQUIRE(fifth.has_value());
        BOOST_TEST((*fifth)->head().status == 503);
        asked_to_stop = w.l.now();
    });
    BOOST_CHECK(w.l.now() - asked_to_stop < 1s);
    viewers.clear();
    pool.reset();
}

BOOST_AUTO_TEST_SUITE_END()
