// What a manager serves, over real sockets; the API it works with is made up.
#include "serving_world.hpp"
#include "support/fake_client.hpp"
#include <setpoint/api/authentication_v1.hpp>
#include <setpoint/api/authorization_v1.hpp>

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
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

BOOST_AUTO_TEST_SUITE_END()
