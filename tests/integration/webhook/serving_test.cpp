// The HTTPS server of the webhooks among callers of all kinds, without an API server.
#include "backup.hpp"
#include "integration/http/peers.hpp"
#include "integration/manager/serving_world.hpp"
#include "support/fake_client.hpp"

#include <boost/json/parse.hpp>

#include <filesystem>

using namespace setpoint;
using namespace setpoint::test;
using namespace std::chrono_literals;

namespace {

std::string review(std::string_view schedule, std::size_t padding = 0) {
    return fmt::format(
        R"({{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{{"uid":"u1","kind":)"
        R"({{"group":"hooks.example.com","version":"v1","kind":"Backup"}},"name":"a","operation":"CREATE",)"
        R"("object":{{"apiVersion":"hooks.example.com/v1","kind":"Backup","metadata":{{"name":"a"}},)"
        R"("spec":{{"schedule":"{}","padding":"{}"}}}}}}}})",
        schedule, std::string(padding, 'x'));
}

constexpr std::string_view webhook_path = "/validate-hooks-example-com-v1-backup";

struct webhook_serving_world : serving_world {
    fake_client api{l};
    test_ca ca{"webhook CA"}, client_ca{"client CA"};
    own_folder certs;

    webhook_serving_world() {
        options.metrics_address = "0";
        options.webhooks.address = "127.0.0.1:0";
        options.webhooks.cert_dir = certs.path;
        set_up = declare_webhooks;
        put(ca.issue({"webhook", {"IP:127.0.0.1"}}), "1");
    }
    // As the kubelet does: a new directory, and the link that all names go through is replaced.
    void put(const test_cert& pair, const std::string& generation) {
        namespace fs = std::filesystem;
        const fs::path folder(certs.path), data = folder / (".." + generation);
        fs::create_directory(data);
        std::ofstream(data / "tls.crt") << pair.cert_pem;
        std::ofstream(data / "tls.key") << pair.key_pem;
        fs::create_directory_symlink(".." + generation, folder / "..data_tmp");
        fs::rename(folder / "..data_tmp", folder / "..data");
        for (const char* name : {"tls.crt", "tls.key"})
            if (!fs::exists(fs::symlink_status(folder / name)))
                fs::create_symlink(std::string("..data/") + name, folder / name);
    }
    http::tls_context_ptr client(const std::string& ca_pem, const test_cert* own = nullptr,
                                 std::string server_name = {}) {
        http::tls_settings s;
        s.ca_pem = ca_pem;
        s.server_name = std::move(server_name);
        if (own) {
            s.client_cert_pem = own->cert_pem;
            s.client_key_pem = setpoint::secret(own->key_pem);
        }
        // Whether the client's own certificate has expired is for the server to find.
        const wall_time valid = wall_time(std::chrono::sys_days(std::chrono::year(2020) / 6 / 1));
        return http::make_client_tls(s, own ? valid : l.wall_now()).value();
    }
    http::https_pool pool(std::uint16_t port, http::tls_context_ptr tls) {
        return {l, {tls ? "https" : "http", "127.0.0.1", std::to_string(port)}, [tls] { return tls; }};
    }
    static http::request post(std::string body, std::string_view path = webhook_path) {
        http::request r{"POST", std::string(path), {{"Content-Type", "application/json"}}, std::move(body)};
        return r;
    }
    // The status, or 0 if there was no answer.
    static awaitable<int> status_of(http::https_pool& p, http::request r) {
        auto s = co_await p.send(std::move(r), {});
        if (!s) co_return 0;
        const int status = (*s)->head().status;
        const auto body = co_await http::read_all(**s, 1 << 20);
        co_return body ? status : 0;
    }
    // Whether a caller that behaves gets its answer.
    awaitable<bool> is_answered(std::uint16_t port) {
        http::https_pool p = pool(port, client(ca.pem()));
        auto s = co_await p.send(post(review("often")), {});
        if (!s) co_return false;
        const auto body = co_await http::read_all(**s, 1 << 20);
        co_return body && body->find("must have five fields") != std::string::npos;
    }
};

// Asks on and on, with a new connection now and then; counts what was not answered.
awaitable<void> load(webhook_serving_world& w, std::uint16_t port, std::string ca_pem, const bool& end,
                     int& asked, int& lost) {
    constexpr int on_one_connection = 50;
    while (!end) {
        http::https_pool p = w.pool(port, w.client(ca_pem));
        for (int i = 0; i < on_one_connection && !end; ++i) {
            const int status = co_await webhook_serving_world::status_of(
                p, webhook_serving_world::post(review("* * * * *")));
            ++asked;
            if (status != 200) ++lost;
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(webhook_serving)

BOOST_AUTO_TEST_CASE(a_certificate_is_replaced_under_load_and_no_request_is_lost) {
    webhook_serving_world w;
    test_ca second("second CA");
    w.with_manager(w.api, [&](manager& m) -> awaitable<void> {
        const std::uint16_t port = m.webhook_port();
        bool end = false;
        int asked = 0, lost = 0;
        task_scope callers(w.l, "callers");
        for (int i = 0; i < 4; ++i)
            callers.spawn("caller", load(w, port, w.ca.pem() + second.pem(), end, asked, lost));
        const bool under_load = co_await w.eventually([&] { return asked >= 200; });
        BOOST_TEST(under_load);
        w.put(second.issue({"webhook", {"IP:127.0.0.1"}}), "2");
        // The files are looked at every ten seconds.
        http::tls_context_ptr only_new = w.client(second.pem());
        int status = 0;
        for (const time_point due = w.l.now() + 30s; status != 200 && w.l.now() < due;) {
            http::https_pool p = w.pool(port, only_new);
            status = co_await webhook_serving_world::status_of(
                p, webhook_serving_world::post(review("* * * * *")));
        }
        BOOST_TEST(status == 200);
        end = true;
        co_await callers.join();
        BOOST_TEST(lost == 0);
        BOOST_TEST_MESSAGE(asked << " requests");

        // A pair that does not match: the old one stays, and the log says so.
        test_cert mixed = second.issue({"webhook", {"IP:127.0.0.1"}});
        mixed.key_pem = second.issue({"other", {}}).key_pem;
        w.put(mixed, "3");
        const auto said = [&] {
            return w.log_text.str().find("TLS files cannot be used; keeping the previous ones") !=
                   std::string::npos;
        };
        for (const time_point due = w.l.now() + 30s; !said() && w.l.now() < due;) {
            http::https_pool p = w.pool(port, only_new);
            status = co_await webhook_serving_world::status_of(
                p, webhook_serving_world::post(review("* * * * *")));
            BOOST_REQUIRE(status == 200);
        }
        BOOST_TEST(said());
        BOOST_TEST(w.measured.sum("certwatcher_read_certificate_errors_total", {}).value_or(0) >= 1);
        BOOST_TEST(w.measured.sum("certwatcher_read_certificate_total", {}).value_or(0) >= 3);
    });
}

BOOST_AUTO_TEST_CASE(what_is_not_a_review_is_refused_and_others_are_served) {
    webhook_serving_world w;
    w.with_manager(w.api, [&](manager& m) -> awaitable<void> {
        const std::uint16_t port = m.webhook_port();
        http::https_pool p = w.pool(port, w.client(w.ca.pem()));
        const auto asked = [&](http::request r) { return w.status_of(p, std::move(r)); };
        BOOST_TEST((co_await asked(w.post("garbage"))) == 400);
        BOOST_TEST((co_await asked(w.post(""))) == 400);
        BOOST_TEST((co_await asked(w.post("{}"))) == 400);
        BOOST_TEST((co_await asked(w.post(review("x").substr(0, 200)))) == 400);
        BOOST_TEST((co_await asked(w.post(review("x"), "/validate-hooks-example-com-v1-other"))) == 404);
        BOOST_TEST((co_await asked({"GET", std::string(webhook_path), {}, ""})) == 405);
        BOOST_TEST((co_await asked(
                       {"POST", std::string(webhook_path), {{"Content-Type", "text/xml"}}, "x"})) == 415);
        // 7 MiB are the limit: objects of 3 MiB, twice, and what is around them.
        BOOST_TEST((co_await asked(w.post(review("* * * * *", 6 << 20)))) == 200);
        const int too_large = co_await asked(w.post(review("* * * * *", 8 << 20)));
        BOOST_TEST((too_large == 413 || too_large == 0), too_large);  // or cut off while it was sending
        BOOST_TEST((co_await w.is_answered(port)));

        // Without TLS, and with a name that is not ours: neither harms the others.
        http::https_pool plain = w.pool(port, nullptr);
        BOOST_TEST((co_await w.status_of(plain, w.post(review("x")))) == 0);
        http::https_pool strange = w.pool(port, w.client(w.ca.pem(), nullptr, "other.example.com"));
        BOOST_TEST((co_await w.status_of(strange, w.post(review("x")))) == 0);
        BOOST_TEST((co_await w.is_answered(port)));
    });
}

BOOST_AUTO_TEST_CASE(slow_callers_do_not_keep_others_waiting) {
    webhook_serving_world w;
    w.with_manager(w.api, [&](manager& m) -> awaitable<void> {
        const std::uint16_t port = m.webhook_port();
        const http::origin at{"https", "127.0.0.1", std::to_string(port)};
        std::vector<std::unique_ptr<http::byte_stream>> slow;
        // As many as there is room for.
        for (int i = 0; i < 64; ++i) {
            auto c = co_await http::connect(w.l, at, w.client(w.ca.pem()), {});
            BOOST_REQUIRE_MESSAGE(c.has_value(), c.error().to_string());
            co_await http::say(**c,
                               fmt::format("POST {} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                                           "Content-Length: 1000\r\n\r\n{{",
                                           webhook_path));
            slow.push_back(std::move(*c));
        }
        bool answered = false;
        for (int i = 0; i < 5 && !answered; ++i) answered = co_await w.is_answered(port);
        BOOST_TEST(answered);
    });
}

BOOST_AUTO_TEST_CASE(only_callers_with_a_certificate_are_let_in) {
    webhook_serving_world w;
    w.options.webhooks.client_ca_file = w.certs.path + "/client-ca.crt";
    w.certs.write("client-ca.crt", w.client_ca.pem());
    test_ca strangers("strangers");
    cert_request expired{"api server", {}};
    expired.not_after = wall_time(std::chrono::sys_days(std::chrono::year(2021) / 1 / 1));
    const test_cert good = w.client_ca.issue({"api server", {}}), old = w.client_ca.issue(expired),
                    strange = strangers.issue({"api server", {}});
    w.with_manager(w.api, [&](manager& m) -> awaitable<void> {
        const std::uint16_t port = m.webhook_port();
        const auto as = [&](const test_cert* own) -> awaitable<int> {
            http::https_pool p = w.pool(port, w.client(w.ca.pem(), own));
            co_return co_await w.status_of(p, w.post(review("* * * * *")));
        };
        BOOST_TEST((co_await as(&good)) == 200);
        BOOST_TEST((co_await as(nullptr)) == 0);
        BOOST_TEST((co_await as(&old)) == 0);
        BOOST_TEST((co_await as(&strange)) == 0);
        BOOST_TEST((co_await as(&good)) == 200);
    });
}

BOOST_AUTO_TEST_CASE(callers_can_be_checked_by_a_function) {
    webhook_serving_world w;
    w.options.webhooks.authenticate = [](const http::server_request& r) -> awaitable<result<>> {
        if (r.find("Authorization") == "Bearer right") co_return result<>();
        co_return error(errc::unauthorized, "no token");
    };
    w.with_manager(w.api, [&](manager& m) -> awaitable<void> {
        http::https_pool p = w.pool(m.webhook_port(), w.client(w.ca.pem()));
        BOOST_TEST((co_await w.status_of(p, w.post(review("* * * * *")))) == 401);
        http::request with = w.post(review("* * * * *"));
        with.headers.add("Authorization", "Bearer right");
        const int status = co_await w.status_of(p, std::move(with));
        BOOST_TEST(status == 200);
    });
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_used_end_the_start_with_their_name) {
    const auto failure = [](auto set) {
        webhook_serving_world w;
        set(w);
        std::string what;
        try {
            w.with_manager(w.api, [](manager&) -> awaitable<void> { co_return; });
        } catch (const fault& f) {
            what = f.what();
        }
        return what;
    };
    BOOST_TEST(failure([](auto& w) { w.options.webhooks.cert_dir = "/nowhere"; }).find("/nowhere/tls.crt") !=
               std::string::npos);
    const std::string mismatch = failure([](auto& w) {
        test_cert pair = w.ca.issue({"webhook", {}});
        pair.key_pem = w.ca.issue({"other", {}}).key_pem;
        w.put(pair, "2");
    });
    BOOST_TEST(mismatch.find("does not belong to the certificate") != std::string::npos, mismatch);
    BOOST_TEST(mismatch.find("--webhook-cert-dir") != std::string::npos, mismatch);
    const std::string no_ca = failure([](auto& w) {
        w.options.webhooks.client_ca_file = w.certs.path + "/ca";
        w.certs.write("ca", "nothing");
    });
    BOOST_TEST(no_ca.find("--webhook-client-ca-file") != std::string::npos, no_ca);
}

BOOST_AUTO_TEST_SUITE_END()
