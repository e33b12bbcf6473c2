// Clients whose credentials others vouch for: OpenID providers, a webhook, and keys of service accounts.

#include "apiserver/rest/client_authentication.hpp"

#include "../authentication/certificates.hpp"
#include "../resources/web_keys.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/web_token.hpp"
#include "hook_answers.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;
namespace bj = boost::json;

struct quiet final : log_sink {
    void write(const log_record& r) override { errors.emplace_back(r.message); }
    std::vector<std::string> errors;
};

struct identity_world {
    explicit identity_world(access_options options = {})
        : l(time, random),
          state(std::make_shared<server_state>(l, logger(sink, time), versioned_store::window{})),
          clients(*state, with_defaults(std::move(options)), network()) {}
    ~identity_world() { state->stop(); }

    static access_options with_defaults(access_options o) {
        o.authorizers = {"RBAC"};
        return o;
    }
    identity_network network() {
        return {.getter =
                    [this](const std::string&) {
                        return [this](std::string url) { return get(std::move(url)); };
                    },
                .connect = [this](const cluster_config&) { return std::make_unique<hook_transport>(*this); }};
    }
    awaitable<result<web_answer>> get(std::string url) {
        fetched.push_back(url);
        co_await l.sleep(1s);
        const auto found = pages.find(url);
        if (found == pages.end()) co_return error(errc::unreachable, "nobody is there");
        co_return web_answer{200, found->second};
    }
    struct hook_transport final : http::transport {
        explicit hook_transport(identity_world& in) : w(in) {}
        awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                       http::timeouts) override {
            w.posted.push_back(std::move(r.body));
            const web_answer now = w.answer;
            co_await w.l.sleep(1s);
            auto out = std::make_unique<apiserver::test::whole_response>();
            out->is.status = now.status;
            out->body = now.body;
            co_return std::unique_ptr<http::response_stream>(std::move(out));
        }
        identity_world& w;
    };
    // "" without a user.
    awaitable<void> ask_into(std::string token, std::string& to) {
        http::server_request r;
        r.method = "GET";
        r.target = "/api";
        r.headers = {{"Authorization", "Bearer " + token}};
        std::vector<std::string> warnings;
        api_result<user_ptr> found = api_error{};
        if (clients.waits())
            found = co_await clients.authenticate_waiting(r, warnings);
        else
            found = clients.authenticate(r, warnings);
        to = found ? (*found)->name : std::to_string(found.error().code);
    }
    std::string ask(const std::string& token) {
        std::string out;
        task_scope scope(l, "test");
        scope.spawn("ask", ask_into(token, out));
        l.run_until(l.now() + 60s);
        return out;
    }

    virtual_clock time;
    random_source random{1};
    quiet sink;
    loop l;
    server_state_ptr state;
    std::map<std::string, std::string> pages;
    std::vector<std::string> fetched, posted;
    web_answer answer{};
    client_authentication clients;
};

access_options provider_options() {
    access_options o;
    o.authentication_config =
        R"({"apiVersion":"apiserver.config.k8s.io/v1","kind":"AuthenticationConfiguration",)"
        R"("jwt":[{"issuer":{"url":"https://issuer.example","audiences":["a"]},)"
        R"("claimMappings":{"username":{"claim":"sub","prefix":""}}}]})";
    return o;
}

access_options webhook_options() {
    access_options o;
    o.token_webhook.kubeconfig = setpoint::secret(apiserver::test::hook_kubeconfig);
    o.token_webhook.version = "v1";
    return o;
}

struct provider_world : identity_world {
    explicit provider_world(access_options o = provider_options()) : identity_world(std::move(o)) {}
    static std::string key_set(const web_key& k) {
        return bj::serialize(bj::object{{"keys", bj::array{k.to_json()}}});
    }
    std::string token(const web_key& by) {
        const std::int64_t exp =
            std::chrono::floor<std::chrono::seconds>(l.wall_now().time_since_epoch()).count() + 86400;
        const bj::object claims{
            {"iss", "https://issuer.example"}, {"aud", "a"}, {"sub", "jane"}, {"exp", exp}};
        const bj::object header{{"alg", by.algorithm()}, {"kid", by.id()}};
        const std::string text =
            base64url_encode(bj::serialize(header)) + "." + base64url_encode(bj::serialize(claims));
        return text + "." + base64url_encode(by.sign(text));
    }
    void publish(const web_key& k) {
        pages["https://issuer.example/.well-known/openid-configuration"] =
            R"({"issuer":"https://issuer.example","jwks_uri":"https://issuer.example/keys"})";
        pages["https://issuer.example/keys"] = key_set(k);
    }
    const web_key first = test_keys::read(test_keys::ec("P-256")), second = test_keys::read(test_keys::rsa());
};

struct webhook_world : identity_world {
    webhook_world() : identity_world(webhook_options()) {}
    void answers(const std::string& status) {
        answer = {
            200, R"({"kind":"TokenReview","apiVersion":"authentication.k8s.io/v1","status":)" + status + "}"};
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(clients_others_vouch_for)

BOOST_FIXTURE_TEST_CASE(keys_of_providers_are_fetched, provider_world) {
    publish(first);
    BOOST_TEST(clients.has_tasks());
    BOOST_TEST(!clients.waits());
    task_scope scope(l, "test");
    scope.spawn("run", clients.run());
    BOOST_TEST(ask(token(first)) == "401");  // not ready
    BOOST_TEST(ask(token(first)) == "jane");
    BOOST_TEST(ask(token(second)) == "401");
    scope.request_stop();
    l.run_until(l.now());
}

struct flagged_world : provider_world {
    flagged_world() : provider_world(options()) {}
    static access_options options() {
        access_options o;
        o.open_id.emplace();
        o.open_id->issuer_url = "https://issuer.example";
        o.open_id->client_id = "a";
        o.open_id->signing_algorithms = {"ES256"};
        return o;
    }
};

BOOST_FIXTURE_TEST_CASE(provider_of_flags_is_asked_for_keys, flagged_world) {
    publish(first);
    task_scope scope(l, "test");
    scope.spawn("run", clients.run());
    l.run_until(l.now() + 15s);
    BOOST_TEST(ask(token(first)) == "https://issuer.example#jane");
    scope.request_stop();
    l.run_until(l.now());
}

BOOST_FIXTURE_TEST_CASE(provider_that_is_down_is_tried_again, provider_world) {
    task_scope scope(l, "test");
    scope.spawn("run", clients.run());
    l.run_until(l.now() + 25s);
    BOOST_TEST(fetched.size() == 3);
    BOOST_TEST(sink.errors.at(0) == "oidc authenticator: cannot load the keys of the provider");
    publish(first);
    l.run_until(l.now() + 15s);
    BOOST_TEST(ask(token(first)) == "jane");
    scope.request_stop();
    l.run_until(l.now());
}

BOOST_FIXTURE_TEST_CASE(new_keys_are_fetched_when_used, provider_world) {
    publish(first);
    task_scope scope(l, "test");
    scope.spawn("run", clients.run());
    l.run_until(l.now() + 15s);
    BOOST_TEST(fetched.size() == 2);
    publish(second);
    BOOST_TEST(ask(token(second)) == "401");
    BOOST_TEST(fetched.size() == 3);
    BOOST_TEST(ask(token(second)) == "jane");
    BOOST_TEST(ask(token(first)) == "401");
    scope.request_stop();
    l.run_until(l.now());
}

BOOST_FIXTURE_TEST_CASE(webhook_answers_are_kept, webhook_world) {
    answers(R"({"authenticated":true,"user":{"username":"jane"}})");
    BOOST_TEST(clients.waits());
    BOOST_TEST(ask("t") == "jane");
    BOOST_TEST(ask("t") == "jane");
    BOOST_TEST(posted.size() == 1);
    answers("{}");
    BOOST_TEST(ask("other") == "401");
    BOOST_TEST(posted.size() == 2);
}

BOOST_FIXTURE_TEST_CASE(equal_questions_are_asked_once, webhook_world) {
    answers(R"({"authenticated":true,"user":{"username":"jane"}})");
    std::string a, b, c;
    task_scope scope(l, "test");
    scope.spawn("a", ask_into("t", a));
    scope.spawn("b", ask_into("t", b));
    scope.spawn("c", ask_into("u", c));
    l.run_until(l.now() + 10s);
    BOOST_TEST(posted.size() == 2);
    BOOST_TEST(a == "jane");
    BOOST_TEST(b == "jane");
    BOOST_TEST(c == "jane");
}

BOOST_FIXTURE_TEST_CASE(questions_under_way_are_limited, webhook_world) {
    answers(R"({"authenticated":true,"user":{"username":"jane"}})");
    std::vector<std::string> found(token_webhook::most_flights + 1);
    task_scope scope(l, "test");
    for (std::size_t i = 0; i < found.size(); ++i)
        scope.spawn("client", ask_into("t" + std::to_string(i), found[i]));
    l.run_until(l.now() + 10s);
    BOOST_TEST(posted.size() == token_webhook::most_flights);
    BOOST_TEST(std::ranges::count(found, "401") == 1);
    BOOST_TEST(std::ranges::count(found, "jane") == std::ptrdiff_t{token_webhook::most_flights});
    BOOST_TEST(ask("later") == "jane");
}

BOOST_FIXTURE_TEST_CASE(failing_webhook_is_asked_again, webhook_world) {
    answer = {500, ""};
    BOOST_TEST(ask("t") == "401");
    BOOST_TEST(posted.size() == 5);
    answer = {403, ""};
    BOOST_TEST(ask("t") == "401");
    BOOST_TEST(posted.size() == 6);
    answers(R"({"authenticated":true,"user":{"username":"jane"}})");
    BOOST_TEST(ask("t") == "jane");
}

BOOST_FIXTURE_TEST_CASE(cancelled_question_does_not_block_others, webhook_world) {
    answers(R"({"authenticated":true,"user":{"username":"jane"}})");
    std::string a, b;
    task_scope gone(l, "gone"), scope(l, "test");
    gone.spawn("a", ask_into("t", a));
    l.run_until(l.now() + 500ms);
    scope.spawn("b", ask_into("t", b));
    gone.request_stop();
    l.run_until(l.now() + 10s);
    BOOST_TEST(a == "");
    BOOST_TEST(b == "jane");
}

BOOST_AUTO_TEST_CASE(headers_count_only_from_a_proxy) {
    using namespace authentication;
    const auto valid_now = [now = virtual_clock().wall_now()](authentication::shape s) {
        s.from = now - 1h;
        s.until = now + 1h;
        return s;
    };
    const issued ca(valid_now(ca_shape("proxies"))), proxy(valid_now(client_shape("front")), &ca),
        foreign_ca(valid_now(ca_shape("others"))), foreign(valid_now(client_shape("front")), &foreign_ca);
    access_options o;
    o.front_proxy.client_ca_pem = ca.pem();
    o.front_proxy.allowed_names = {"front"};
    o.front_proxy.username_headers = {" X-Remote-User "};
    o.front_proxy.group_headers = {"X-Remote-Group"};
    identity_world w(o);
    http::server_request r;
    r.method = "GET";
    r.target = "/api";
    r.headers = {{"X-Remote-User", "jane"}, {"X-Remote-Group", "system:masters"}};
    const auto asks = [&](const issued* by) {
        if (by != nullptr) r.peer = std::make_shared<const http::peer_certificates>(presented({by}));
        std::vector<std::string> warnings;
        const auto found = w.clients.authenticate(r, warnings);
        return found ? (*found)->name : std::to_string(found.error().code);
    };
    BOOST_TEST(asks(nullptr) == "system:anonymous");
    BOOST_TEST(asks(&foreign) == "401");
    BOOST_TEST(asks(&proxy) == "jane");
}

// Each client could claim to be anyone otherwise.
BOOST_AUTO_TEST_CASE(ca_of_clients_is_not_that_of_proxies) {
    using namespace authentication;
    const issued shared(ca_shape("shared")), other(ca_shape("other"));
    access_options o;
    o.client_ca_pem = other.pem() + shared.pem();
    o.front_proxy.client_ca_pem = shared.pem();
    o.front_proxy.username_headers = {"X-Remote-User"};
    BOOST_CHECK_EXCEPTION(identity_world{o}, fault, [](const fault& f) {
        return f.why().message.starts_with(
            "--requestheader-client-ca-file and --client-ca-file contain overlapping certificates; ");
    });
    o.front_proxy.allowed_names = {"front"};
    BOOST_CHECK_NO_THROW(identity_world{o});
    o.front_proxy.allowed_names.clear();
    o.client_ca_pem = other.pem();
    BOOST_CHECK_NO_THROW(identity_world{o});
}

BOOST_AUTO_TEST_CASE(public_keys_are_served) {
    identity_world w;
    http::server_request r;
    r.method = "GET";
    r.target = "/openid/v1/jwks";
    r.headers = {{"Host", "127.0.0.1:6443"}};
    const auto keys = w.clients.open_id_document(r);
    BOOST_REQUIRE(keys.has_value());
    BOOST_TEST(keys->status == 200);
    BOOST_TEST(keys->headers.at(0).value == "application/jwk-set+json");
    BOOST_TEST(keys->headers.at(1).value == "public, max-age=3600");
    r.target = "/.well-known/openid-configuration";
    const bj::value about = bj::parse(w.clients.open_id_document(r)->body);
    BOOST_TEST(text_at(about.as_object(), "jwks_uri") == "https://127.0.0.1:6443/openid/v1/jwks");
    r.headers.push_back({"Accept", "text/html"});
    BOOST_TEST(w.clients.open_id_document(r)->status == 406);
    r.method = "POST";
    BOOST_TEST(w.clients.open_id_document(r)->status == 405);
    r.target = "/openid";
    BOOST_TEST(!w.clients.open_id_document(r));
}

BOOST_AUTO_TEST_CASE(bad_options_are_faults) {
    const auto message_of = [](const access_options& o) {
        try {
            const identity_world w(o);
        } catch (const fault& f) {
            return std::string(f.what());
        }
        return std::string();
    };
    access_options config;
    config.authentication_config = "x";
    config.authentication_config_name = "file";
    BOOST_TEST(message_of(config).find("file") != std::string::npos);
    access_options version = webhook_options();
    version.token_webhook.version = "v2";
    BOOST_TEST(message_of(version).find("unsupported authentication webhook version") != std::string::npos);
    access_options both = provider_options();
    both.anonymous = false;
    both.authentication_config = both.authentication_config.substr(0, both.authentication_config.size() - 1) +
                                 R"(,"anonymous":{"enabled":true}})";
    BOOST_TEST(message_of(both).find("--anonymous-auth flag cannot be set") != std::string::npos);
    both = provider_options();
    both.open_id.emplace();
    BOOST_TEST(message_of(both).find("authentication-config file and oidc-* flags are mutually exclusive") !=
               std::string::npos);
    both.authentication_config.clear();
    BOOST_TEST(message_of(both).find("must be specified together") != std::string::npos);
    both.open_id->issuer_url = "http://x";
    both.open_id->client_id = "a";
    BOOST_TEST(message_of(both).find("--oidc-...: invalid authentication configuration: jwt[0].issuer.url: "
                                     "Invalid value: \"http://x\": URL scheme must be https") !=
               std::string::npos);
    access_options proxies;
    proxies.front_proxy.client_ca_pem = "x";
    BOOST_TEST(message_of(proxies).find("--requestheader-client-ca-file") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
