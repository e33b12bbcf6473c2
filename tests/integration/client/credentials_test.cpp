// Every way of saying who we are and how to get there, over real TLS.
#include "setpoint/client/credentials.hpp"

#include "integration/client/stub_api.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

const std::string service_account = "/var/run/secrets/kubernetes.io/serviceaccount/";

// A pod's view of the machine: the folder's files stand where the kubelet mounts them.
struct pod_world : stub_world {
    std::map<std::string, std::string> mounted;

    config_sources pod_sources() {
        config_sources s = sources();
        s.read_file = [this](const std::string& path) -> result<std::string> {
            const auto at = mounted.find(path);
            if (at == mounted.end()) return error(errc::not_found, "No such file or directory");
            return at->second;
        };
        return s;
    }
    std::unique_ptr<api_connection> connect_pod() {
        auto c = load_config({}, pod_sources(), time.wall_now());
        if (!c) throw fault(c.error());
        api_client_options o;
        o.name = "test";
        return std::make_unique<api_connection>(l, std::move(*c), pod_sources(), log, o);
    }
    void mount(const std::string& host, const std::string& port) {
        environment = {{"KUBERNETES_SERVICE_HOST", host}, {"KUBERNETES_SERVICE_PORT", port}};
        mounted[service_account + "token"] = "pod-token\n";
        mounted[service_account + "ca.crt"] = ca.pem();
        mounted[service_account + "namespace"] = "default";
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(credentials_test)

BOOST_AUTO_TEST_CASE(a_pod_reaches_the_api_server_with_its_service_account) {
    pod_world w;
    w.with_api([&](stub_api& api) -> awaitable<void> {
        w.mount("127.0.0.1", api.port());
        api.accepts = "Bearer pod-token";
        const auto c = w.connect_pod();
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        // The token is rotated; the server refuses the old one before we have looked.
        w.mounted[service_account + "token"] = "next-token";
        api.accepts = "Bearer next-token";
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        BOOST_TEST(api.requests.size() == 3u);

        test_ca other("other CA");
        w.mounted[service_account + "ca.crt"] = other.pem();
        const auto untrusting = w.connect_pod();
        BOOST_TEST((co_await w.ask(*untrusting))
                       .starts_with("bad_config: " + service_account +
                                    "ca.crt: get namespaces default: the "
                                    "certificate of 127.0.0.1:"));
        // The new authority arrives.
        w.mounted[service_account + "ca.crt"] = other.pem() + w.ca.pem();
        BOOST_TEST((co_await w.ask(*untrusting)) == "ok");
    });
}

BOOST_AUTO_TEST_CASE(a_pod_reaches_an_api_server_by_its_ipv6_address) {
    pod_world w;
    stub_api api(w.l, w.log, w.local, "::1");
    if (!api.started()) {
        BOOST_TEST_MESSAGE("no IPv6 here: " << api.started().error().message);
        return;
    }
    w.mount("::1", api.port());
    w.run([&]() -> awaitable<void> {
        const auto c = w.connect_pod();
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        BOOST_TEST(api.requests.at(0).find("Host") == "[::1]:" + api.port());
        co_await api.stop();
    });
}

BOOST_AUTO_TEST_CASE(a_token_file_is_followed_by_401) {
    stub_world w;
    w.with_api([&](stub_api& api) -> awaitable<void> {
        const std::string file = w.folder.write("token", "first\n");
        auto config = w.config(w.cluster(api.url()), R"("tokenFile":"token")");
        BOOST_REQUIRE(config.has_value());
        BOOST_TEST(config->credentials.token_file == file);
        const auto c = w.connect(std::move(*config));
        api.accepts = "Bearer first";
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        api.accepts = "Bearer second";
        BOOST_TEST((co_await w.ask(*c))
                       .starts_with("unauthorized: " + w.folder.at("kubeconfig") +
                                    ": users[0] \"x\": tokenFile: get namespaces default: "));
        w.folder.write("token", "second");
        BOOST_TEST((co_await w.ask(*c)) == "ok");
    });
}

BOOST_AUTO_TEST_CASE(a_plugin_gives_a_token_and_is_run_again_when_it_is_refused) {
    stub_world w;
    w.with_api([&](stub_api& api) -> awaitable<void> {
        w.folder.write("answer", exec_answer("first"));
        // Relative to the kubeconfig's folder, as is where it runs its errand.
        w.folder.script("plugin", "echo run >> " + w.folder.at("runs") +
                                      "\nprintf '%s' \"$KUBERNETES_EXEC_INFO\" > " + w.folder.at("info") +
                                      "\ncat \"$ANSWER\"\n");
        const std::string user =
            exec_user("./plugin", R"(,"provideClusterInfo":true,"env":[{"name":"ANSWER","value":")" +
                                      w.folder.at("answer") + "\"}]");
        auto config = w.config(w.cluster(api.url()), user);
        BOOST_REQUIRE_MESSAGE(config.has_value(), (config ? "" : config.error().message));
        const auto c = w.connect(std::move(*config));
        api.accepts = "Bearer first";
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        BOOST_TEST(w.folder.read("runs") == "run\n");
        BOOST_TEST(w.folder.read("info").find(api.url()) != std::string::npos);
        w.folder.write("answer", exec_answer("second"));
        api.accepts = "Bearer second";
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        BOOST_TEST(w.folder.read("runs") == "run\nrun\n");
    });
}

BOOST_AUTO_TEST_CASE(a_plugin_that_cannot_help_is_named_with_its_field) {
    stub_world w;
    w.with_api([&](stub_api& api) -> awaitable<void> {
        const std::string begin = "unauthorized: get namespaces default: " + w.folder.at("kubeconfig") +
                                  ": users[0] \"x\": exec: command ";
        BOOST_TEST((co_await w.ask(w.cluster(api.url()),
                                   exec_user("no-such-plugin", R"(,"installHint":"see example.com")"))) ==
                   begin +
                       "\"no-such-plugin\" is not there; install it, or set command to its path (PATH was "
                       "searched) (installHint: \"see example.com\")");
        const std::string plugin = w.folder.script("plugin", "exit 7");
        BOOST_TEST((co_await w.ask(w.cluster(api.url()), exec_user("./plugin"))) ==
                   begin + "\"" + plugin + "\" ended with exit code 7");
        BOOST_TEST(api.requests.empty());
    });
}

BOOST_AUTO_TEST_CASE(a_plugin_gives_a_client_certificate) {
    stub_world w;
    w.with_api([&](stub_api& api) -> awaitable<void> {
        const auto escaped = [](std::string pem) {
            for (std::size_t at = 0; (at = pem.find('\n', at)) != std::string::npos; at += 2)
                pem.replace(at, 1, "\\n");
            return pem;
        };
        const test_cert mine = w.ca.issue({"me", {}}), other = w.ca.issue({"other", {}});
        const auto answer = [&](const test_cert& cert, const test_cert& key) {
            return R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{)"
                   R"("clientCertificateData":")" +
                   escaped(cert.cert_pem) + R"(","clientKeyData":")" + escaped(key.key_pem) + "\"}}";
        };
        w.folder.script("plugin", "cat " + w.folder.at("answer"));
        w.folder.write("answer", answer(mine, other));
        BOOST_TEST((co_await w.ask(w.cluster(api.url()), exec_user("./plugin")))
                       .ends_with("returned an unusable certificate: client-key: does not belong to the "
                                  "client-certificate"));
        w.folder.write("answer", answer(mine, mine));
        auto config = w.config(w.cluster(api.url()), exec_user("./plugin"));
        const auto c = w.connect(std::move(config.value()));
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        BOOST_TEST(c->connections().count().opened_ever == 1u);
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        BOOST_TEST(c->connections().count().opened_ever == 1u);
        // Refused, it is asked again, and says another one: a new connection for that.
        api.accepts = "never";
        w.folder.write("answer", answer(other, other));
        BOOST_TEST((co_await w.ask(*c)).starts_with("unauthorized: "));
        BOOST_TEST(c->connections().count().opened_ever == 2u);
        BOOST_TEST(api.requests.size() == 4u);
    });
}

BOOST_AUTO_TEST_CASE(client_certificate_and_authority_are_followed_without_a_restart) {
    stub_world w;
    w.with_api([&](stub_api& api) -> awaitable<void> {
        const test_cert first = w.ca.issue({"first", {}}), second = w.ca.issue({"second", {}});
        w.folder.write("crt", first.cert_pem);
        w.folder.write("key", first.key_pem);
        auto config = w.config(w.cluster(api.url()), R"("client-certificate":"crt","client-key":"key")");
        const auto c = w.connect(std::move(config.value()));
        BOOST_TEST((co_await w.ask(*c)) == "ok");
        // The server has come to refuse us: files are looked at, and are the same.
        api.accepts = "never";
        BOOST_TEST((co_await w.ask(*c)).starts_with("unauthorized: "));
        BOOST_TEST(api.requests.size() == 2u);
        w.folder.write("crt", second.cert_pem);
        w.folder.write("key", second.key_pem);
        BOOST_TEST((co_await w.ask(*c)).starts_with("unauthorized: "));
        BOOST_TEST(api.requests.size() == 4u);
        BOOST_TEST(c->connections().count().opened_ever == 2u);
        BOOST_TEST(w.log_text.str().find("TLS files have changed") != std::string::npos);
    });
}

BOOST_AUTO_TEST_CASE(impersonation_and_basic_credentials_arrive_as_they_were_said) {
    stub_world w;
    w.with_api([&](stub_api& api) -> awaitable<void> {
        BOOST_TEST((co_await w.ask(w.cluster(api.url()),
                                   R"("username":"ann","password":"pw","as":"bob","as-uid":"7",)"
                                   R"("as-groups":["dev","ops"],"as-user-extra":{"a/b":["1","2"]})")) ==
                   "ok");
        std::string seen;
        for (const http::header& h : api.requests.at(0).headers)
            if (h.name.starts_with("Impersonate") || h.name == "Authorization")
                seen += h.name + "=" + h.value + ";";
        BOOST_TEST(
            seen ==
            "Authorization=Basic YW5uOnB3;Impersonate-User=bob;Impersonate-Uid=7;Impersonate-Group=dev;"
            "Impersonate-Group=ops;Impersonate-Extra-a%2Fb=1;Impersonate-Extra-a%2Fb=2;");
    });
}

BOOST_AUTO_TEST_CASE(the_server_is_verified_by_the_name_that_is_given_or_not_at_all_when_that_is_asked_for) {
    stub_world w;
    w.local = w.ca.issue({"api", {"DNS:api.test"}});
    w.with_api([&](stub_api& api) -> awaitable<void> {
        BOOST_TEST((co_await w.ask(w.cluster(api.url()), "")).find("is for api.test, not for 127.0.0.1") !=
                   std::string::npos);
        BOOST_TEST((co_await w.ask(w.cluster(api.url(), R"(,"tls-server-name":"api.test")"), "")) == "ok");
        BOOST_TEST((co_await w.ask(w.cluster(api.url(), R"(,"tls-server-name":"other.test")"), ""))
                       .find("not for other.test") != std::string::npos);
        BOOST_TEST((co_await w.ask(R"("insecure-skip-tls-verify":true,"server":")" + api.url() + "\"", "")) ==
                   "ok");
        // Its own certificate, and nothing else that is trusted.
        BOOST_TEST((co_await w.ask(R"("server":")" + api.url() + "\"", "")).find("is not trusted") !=
                   std::string::npos);
    });
}

BOOST_AUTO_TEST_CASE(proxies_of_the_kubeconfig_and_of_the_environment_are_used) {
    stub_world w;
    const test_cert proxy_cert = w.ca.issue({"proxy", {"IP:127.0.0.1"}});
    w.with_api([&](stub_api& api) -> awaitable<void> {
        connect_proxy plain(w.l);
        connect_proxy tls(
            w.l, http::make_server_tls(proxy_cert.cert_pem, setpoint::secret(proxy_cert.key_pem)).value());
        plain.ports["api.test:6443"] = tls.ports["api.test:6443"] = api.port();
        plain.authorization = "Basic YW5uOnB3";
        const std::string url = "https://api.test:6443";
        w.environment["HTTPS_PROXY"] = plain.url("ann:pw");
        BOOST_TEST((co_await w.ask(w.cluster(url), "")) == "ok");
        BOOST_TEST(plain.tunnels == 1u);
        BOOST_TEST((co_await w.ask(w.cluster(url, R"(,"proxy-url":")" + tls.url() + "\""), "")) == "ok");
        BOOST_TEST(tls.tunnels == 1u);
        BOOST_TEST(plain.tunnels == 1u);
        w.environment["HTTPS_PROXY"] = plain.url("ann:wrong");
        const std::string refused = co_await w.ask(w.cluster(url), "");
        BOOST_TEST(refused.starts_with("unreachable: get namespaces default: the proxy 127.0.0.1:"), refused);
        BOOST_TEST(refused.find("(HTTPS_PROXY)") != std::string::npos, refused);
        // The server's own address is a loopback one: never through a proxy.
        BOOST_TEST((co_await w.ask(w.cluster(api.url()), "")) == "ok");
        co_await plain.stop();
        co_await tls.stop();
    });
}

BOOST_AUTO_TEST_SUITE_END()
