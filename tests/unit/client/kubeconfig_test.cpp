// Finding and reading a configuration.
#include "unit/client/kubeconfig_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(kubeconfig_test)

BOOST_AUTO_TEST_CASE(home_file_is_read_by_default) {
    machine m;
    m.files["/home/a/.kube/config"] =
        config_of("dev", "server: 'https://10.0.0.1:6443/k8s/c-1/', tls-server-name: kubernetes",
                  "token: abc", "namespace: web");
    const auto c = m.load();
    BOOST_REQUIRE(c);
    BOOST_TEST(c->server.scheme == "https");
    BOOST_TEST(c->server.host == "10.0.0.1");
    BOOST_TEST(c->server.port == "6443");
    BOOST_TEST(c->path_prefix == "/k8s/c-1");
    BOOST_TEST(c->server.authority() == "10.0.0.1:6443");
    BOOST_TEST(c->tls.server_name == "kubernetes");
    BOOST_TEST((c->credentials.token == secret("abc")));
    BOOST_TEST(c->default_namespace == "web");
    BOOST_TEST(!c->tls.insecure_skip_verify);
    BOOST_TEST(c->tls.ca_pem.empty());
    BOOST_TEST(c->description == "/home/a/.kube/config, context dev");
    BOOST_TEST(c->server_origin == "/home/a/.kube/config: clusters[0] \"dev\": server");
}

BOOST_AUTO_TEST_CASE(server_urls_are_parsed) {
    struct row {
        std::string_view url, scheme, host, port, prefix, authority;
    };
    const row rows[] = {
        {"https://example.com", "https", "example.com", "443", "", "example.com:443"},
        {"http://localhost:8080", "http", "localhost", "8080", "", "localhost:8080"},
        {"http://localhost/", "http", "localhost", "80", "", "localhost:80"},
        {"https://[::1]:6443", "https", "::1", "6443", "", "[::1]:6443"},
        {"https://[fd00::1]", "https", "fd00::1", "443", "", "[fd00::1]:443"},
        {"HTTPS://h:1/a/b//", "https", "h", "1", "/a/b", "h:1"},
        {"https://h//a/./b/../c%20d?x=1", "https", "h", "443", "/a/c%20d", "h:443"},
        {"https://h?x=1", "https", "h", "443", "", "h:443"},
        {"https://[::ffff:127.0.0.1]:6443", "https", "::ffff:127.0.0.1", "6443", "",
         "[::ffff:127.0.0.1]:6443"},
        {"127.0.0.1:8080", "http", "127.0.0.1", "8080", "", "127.0.0.1:8080"},
        {"example.com:6443/", "http", "example.com", "6443", "", "example.com:6443"},
        {"[::1]", "http", "::1", "80", "", "[::1]:80"},
    };
    for (const row& r : rows) {
        machine m;
        m.files["/home/a/.kube/config"] = config_of("x", "server: '" + std::string(r.url) + "'", "");
        const auto c = m.load();
        BOOST_REQUIRE_MESSAGE(c, r.url << ": " << c.error().message);
        BOOST_TEST(c->server.scheme == r.scheme);
        BOOST_TEST(c->server.host == r.host);
        BOOST_TEST(c->server.port == r.port);
        BOOST_TEST(c->path_prefix == r.prefix);
        BOOST_TEST(c->server.authority() == r.authority);
    }
    for (const char* bad : {"a/b", "ftp://a", "https://", "https:a", "https://:p@a", "https://[::1%25lo]:1",
                            "https://[a]", "https://::1", "https://a%41", "https://a b", "https://a/%zz",
                            "://", "https://a:port", "https://a:0", "https://a:65536", "https://a:99999"}) {
        machine m;
        m.files["/home/a/.kube/config"] = config_of("x", "server: '" + std::string(bad) + "'", "");
        BOOST_TEST(m.refusal().starts_with("/home/a/.kube/config: clusters[0] \"x\": server: "), bad);
    }
}

// As client-go, which uses them only with an authenticated server.
BOOST_AUTO_TEST_CASE(a_server_without_tls_gets_no_credentials) {
    for (const char* const server : {"http://a", "a:80"}) {
        machine m;
        m.files["/c"] = config_of(
            "x",
            "server: '" + std::string(server) +
                "', tls-server-name: b, certificate-authority-data: " + base64_encode(certs().ca.pem()),
            client_certificate(certs().admin) + ", token: abc, as: ann");
        const cluster_config c = m.load({}, "/c").value();
        BOOST_TEST(c.credentials.token.empty());
        BOOST_TEST(c.credentials.as.user == "ann");
        BOOST_TEST(c.tls.ca_pem.empty());
        BOOST_TEST(c.tls.client_cert_pem.empty());
        BOOST_TEST(c.tls.server_name.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_user_in_the_url_has_priority_over_all_other_credentials) {
    for (const char* const user : {"", "token: abc", "username: v, password: w"}) {
        machine m;
        m.files["/c"] = config_of("x", "server: 'https://u:p%40@a/b'", user);
        const cluster_config c = m.load({}, "/c").value();
        BOOST_TEST(c.credentials.username == "u");
        BOOST_TEST((c.credentials.password == secret("p@")));
        BOOST_TEST(c.credentials.token.empty());
        BOOST_TEST(c.credentials_origin == "/c: clusters[0] \"x\": server");
        BOOST_TEST(c.path_prefix == "/b");
    }
}

BOOST_AUTO_TEST_CASE(kubeconfigs_are_yaml_as_kubectl_reads_it) {
    const std::string plain = config_of("x", a_server, "token: abc");
    std::string wide = "\xff\xfe";
    for (const char c : plain) wide += {c, '\0'};
    for (const std::string& text :
         {plain + "---\n", plain + "---\nkind: Other\n", wide, "current-context: n\n" + plain,
          "base: &base {insecure-skip-tls-verify: yes}\n" +
              config_of("x", "<<: *base, " + a_server, "token: abc")}) {
        machine m;
        m.files["/c"] = text;
        const auto c = m.load({}, "/c");
        BOOST_REQUIRE_MESSAGE(c, c.error().message);
        BOOST_TEST(c->server.host == "a");
        BOOST_TEST(c->tls.insecure_skip_verify == text.starts_with("base"));
        BOOST_TEST((c->credentials.token == secret("abc")));
    }
}

BOOST_AUTO_TEST_CASE(an_inline_token_is_used_while_its_file_cannot_be_read) {
    machine m;
    m.files["/c"] = config_of("x", a_server, "token: abc, tokenFile: /t");
    BOOST_TEST((m.load({}, "/c").value().credentials.token == secret("abc")));
    m.files["/t"] = "def\n";
    BOOST_TEST((m.load({}, "/c").value().credentials.token == secret("def")));
}

BOOST_AUTO_TEST_CASE(flag_precedes_variable_precedes_pod_precedes_home) {
    machine m;
    const std::string folder = "/var/run/secrets/kubernetes.io/serviceaccount/";
    m.files["/flag"] = config_of("x", "server: 'https://flag'", "");
    m.files["/variable"] = config_of("x", "server: 'https://variable'", "");
    m.files["/home/a/.kube/config"] = config_of("x", "server: 'https://home'", "");
    m.files[folder + "token"] = "t\n";
    m.files[folder + "ca.crt"] = certs().ca.pem();
    m.files[folder + "namespace"] = "ns\n";
    m.environment["KUBECONFIG"] = "/variable";
    m.environment["KUBERNETES_SERVICE_HOST"] = "pod";
    m.environment["KUBERNETES_SERVICE_PORT"] = "443";
    BOOST_TEST(m.load({}, "/flag").value().server.host == "flag");
    BOOST_TEST(m.load().value().server.host == "variable");
    m.environment["KUBECONFIG"] = "";
    BOOST_TEST(m.load().value().server.host == "pod");
    // A context is requested, and a pod has none.
    BOOST_TEST(m.load("x").value().server.host == "home");
    m.environment.erase("KUBERNETES_SERVICE_PORT");
    BOOST_TEST(m.load().value().server.host == "home");
}

BOOST_AUTO_TEST_CASE(service_account_of_a_pod) {
    machine m;
    const std::string folder = "/var/run/secrets/kubernetes.io/serviceaccount/";
    m.environment["KUBERNETES_SERVICE_HOST"] = "fd00::1";
    m.environment["KUBERNETES_SERVICE_PORT"] = "443";
    m.files[folder + "token"] = "abc\n";
    m.files[folder + "ca.crt"] = certs().ca.pem();
    m.files[folder + "namespace"] = "operators\n";
    const auto c = m.load();
    BOOST_REQUIRE(c);
    BOOST_TEST(c->server.authority() == "[fd00::1]:443");
    BOOST_TEST(c->server.scheme == "https");
    BOOST_TEST((c->credentials.token == secret("abc")));
    BOOST_TEST(c->credentials.token_file == folder + "token");
    BOOST_TEST(c->tls.ca_pem == certs().ca.pem());
    BOOST_TEST((c->tls_context != nullptr));
    BOOST_TEST(c->ca_file == folder + "ca.crt");
    BOOST_TEST(c->default_namespace == "operators");
    BOOST_TEST(c->description == "the pod's service account");
    m.environment["KUBERNETES_SERVICE_HOST"] = "[fd00::1]";
    BOOST_TEST(m.load().value().server.authority() == "[fd00::1]:443");
    m.environment["HTTPS_PROXY"] = "http://p:3128";
    BOOST_TEST(m.load().value().proxy.value().at.authority() == "p:3128");
    m.environment["NO_PROXY"] = "fd00::/8";
    BOOST_TEST(!m.load().value().proxy.has_value());

    m.files.erase(folder + "namespace");
    BOOST_TEST(m.load().value().default_namespace == "default");
    m.files[folder + "token"] = "\n";
    BOOST_TEST(m.refusal() == "the pod's service account: " + folder + "token: contains no token");
    m.files[folder + "token"] = "unreadable";
    BOOST_TEST(m.refusal() == "the pod's service account: " + folder + "token: Permission denied");
    m.files[folder + "token"] = "abc";
    m.files.erase(folder + "ca.crt");
    BOOST_TEST(m.refusal() == "the pod's service account: " + folder + "ca.crt: No such file or directory");
    m.files[folder + "ca.crt"] = "no certificate";
    BOOST_TEST(m.refusal() == folder + "ca.crt: contains no PEM certificate");
    m.files[folder + "ca.crt"] = "";
    BOOST_TEST(m.refusal() == folder + "ca.crt: the file is empty");
    m.files[folder + "ca.crt"] = certs().ca.pem();
    for (const char* bad : {"0", "70000", "port", "443/x"}) {
        m.environment["KUBERNETES_SERVICE_PORT"] = bad;
        BOOST_TEST(m.refusal().starts_with("KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT: "), bad);
    }
    m.environment["KUBERNETES_SERVICE_PORT"] = "443";
    for (const char* bad : {"https://a", "a b", "a/b", "u@a"}) {
        m.environment["KUBERNETES_SERVICE_HOST"] = bad;
        BOOST_TEST(m.refusal().starts_with("KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT: "), bad);
    }
}

BOOST_AUTO_TEST_CASE(first_file_of_a_list_wins_entry_by_entry) {
    machine m;
    m.environment["KUBECONFIG"] = "/one::/missing:/two:/one";
    m.files["/one"] =
        "clusters: [{name: c, cluster: {server: 'https://one'}}]\n"
        "contexts: [{name: second, context: {cluster: c, user: u}}]\n";
    m.files["/two"] =
        "current-context: second\n"
        "clusters: [{name: c, cluster: {server: 'https://two', tls-server-name: two}}, {name: d, cluster: "
        "{server: "
        "'https://two-d'}}]\n"
        "users: [{name: u, user: {token: two}}]\n"
        "contexts: [{name: second, context: {cluster: d, namespace: x}}, {name: third, context: {cluster: d, "
        "user: "
        "u}}]\n";
    const auto c = m.load();
    BOOST_REQUIRE(c);
    BOOST_TEST(c->server.host == "one");
    // Fields of the same entry in the second file are not merged.
    BOOST_TEST(c->tls.server_name == "");
    BOOST_TEST(c->default_namespace == "default");
    BOOST_TEST((c->credentials.token == secret("two")));
    BOOST_TEST(c->description == "/one:/two, context second");
    BOOST_TEST(m.load("third").value().server.host == "two-d");
    BOOST_TEST(m.load("third").value().server_origin == "/two: clusters[1] \"d\": server");

    m.files["/one"] += "current-context: third\n";
    BOOST_TEST(m.load().value().server.host == "two-d");
}

BOOST_AUTO_TEST_CASE(relative_paths_are_relative_to_their_file) {
    machine m;
    m.files["/etc/k/config"] =
        config_of("x", a_server + ", certificate-authority: pki/ca.crt", "tokenFile: ../token");
    m.files["/etc/k/pki/ca.crt"] = certs().ca.pem();
    m.files["/etc/token"] = "abc\n";
    const auto c = m.load({}, "/etc/k/config");
    BOOST_REQUIRE(c);
    BOOST_TEST(c->tls.ca_pem == certs().ca.pem());
    BOOST_TEST(c->ca_origin == "/etc/k/config: clusters[0] \"x\": certificate-authority");
    BOOST_TEST(c->credentials.token_file == "/etc/token");
    BOOST_TEST((c->credentials.token == secret("abc")));

    m.files["config"] = config_of("x", a_server + ", certificate-authority: /abs/ca", "tokenFile: token");
    m.files["/abs/ca"] = certs().admin.cert_pem;
    m.files["token"] = "def";
    const auto relative = m.load({}, "config");
    BOOST_REQUIRE(relative);
    BOOST_TEST(relative->tls.ca_pem == certs().admin.cert_pem);
    BOOST_TEST((relative->credentials.token == secret("def")));
}

BOOST_AUTO_TEST_CASE(inline_data_is_decoded) {
    machine m;
    m.files["/c"] =
        config_of("x", a_server + ", certificate-authority-data: " + base64_encode(certs().ca.pem()),
                  client_certificate(certs().admin));
    const auto c = m.load({}, "/c");
    BOOST_REQUIRE(c);
    BOOST_TEST(c->tls.ca_pem == certs().ca.pem());
    BOOST_TEST(c->ca_origin == "/c: clusters[0] \"x\": certificate-authority-data");
    BOOST_TEST(c->tls.client_cert_pem == certs().admin.cert_pem);
    BOOST_TEST((c->tls.client_key_pem == secret(certs().admin.key_pem)));
    BOOST_TEST(c->client_certificate_origin == "/c: users[0] \"x\": client-certificate-data");
}

BOOST_AUTO_TEST_CASE(user_name_and_password) {
    machine m;
    m.files["/c"] = config_of("x", a_server, "username: admin, password: 'p:w'");
    const auto c = m.load({}, "/c");
    BOOST_REQUIRE(c);
    BOOST_TEST(c->credentials.username == "admin");
    BOOST_TEST((c->credentials.password == secret("p:w")));
}

BOOST_AUTO_TEST_CASE(a_context_without_user_is_anonymous_and_json_is_yaml) {
    machine m;
    m.files["/c"] = R"({"kind":"Config","apiVersion":"v1","current-context":"x",
        "clusters":[{"name":"c","cluster":{"server":"https://a","insecure-skip-tls-verify":true,"extensions":[]}}],
        "contexts":[{"name":"x","context":{"cluster":"c","user":""}}],"users":null,"preferences":{}})";
    const auto c = m.load({}, "/c");
    BOOST_REQUIRE(c);
    BOOST_TEST(c->tls.insecure_skip_verify);
    BOOST_TEST(c->credentials.token.empty());
}

BOOST_AUTO_TEST_SUITE_END()
