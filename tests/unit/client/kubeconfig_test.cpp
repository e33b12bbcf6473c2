#include "client/base64.hpp"
#include "support/test_certs.hpp"
#include <setpoint/client/kubeconfig.hpp>

#include <boost/test/unit_test.hpp>

#include <map>

using namespace setpoint;

namespace {

cert_request named(std::string name) {
    cert_request r;
    r.common_name = std::move(name);
    return r;
}
struct certificates {
    test_ca ca;
    test_cert admin = ca.issue(named("admin"));
};
certificates& certs() {
    static certificates made;
    return made;
}
std::string client_certificate(const test_cert& c) {
    return "client-certificate-data: " + base64_encode(c.cert_pem) +
           ", client-key-data: " + base64_encode(c.key_pem);
}

struct machine {
    std::map<std::string, std::string> environment = {{"HOME", "/home/a"}}, files;

    config_sources sources() {
        return {[this](const std::string& name) -> std::optional<std::string> {
                    const auto at = environment.find(name);
                    return at == environment.end() ? std::nullopt : std::optional(at->second);
                },
                [this](const std::string& path) -> result<std::string> {
                    const auto at = files.find(path);
                    if (at == files.end()) return error(errc::not_found, "No such file or directory");
                    if (at->second == "unreadable") return error(errc::failed, "Permission denied");
                    return at->second;
                }};
    }
    result<cluster_config> load(std::string context = {}, std::string kubeconfig = {}) {
        config_flags flags;
        flags.context = std::move(context);
        flags.kubeconfig = std::move(kubeconfig);
        return load_config(flags, sources(), virtual_clock().wall_now());
    }
    // The message of the refusal; fails the test when there is none.
    std::string refusal(std::string context = {}, std::string kubeconfig = {}) {
        const auto r = load(std::move(context), std::move(kubeconfig));
        if (r) {
            BOOST_ERROR("accepted");
            return "";
        }
        BOOST_TEST((r.error().code == errc::bad_config));
        BOOST_TEST(r.error().message.find('\n') == std::string::npos);
        BOOST_TEST(r.error().server_text.empty());
        return r.error().message;
    }
};

// A kubeconfig with one cluster, user and context, all named `name`.
std::string config_of(const std::string& name, const std::string& cluster, const std::string& user,
                      const std::string& context = {}) {
    return "apiVersion: v1\nkind: Config\ncurrent-context: " + name + "\nclusters: [{name: " + name +
           ", cluster: {" + cluster + "}}]\nusers: [{name: " + name + ", user: {" + user +
           "}}]\ncontexts: [{name: " + name + ", context: {cluster: " + name + ", user: " + name +
           (context.empty() ? "" : ", " + context) + "}}]\n";
}

const std::string a_server = "server: 'https://a:6443'";

}  // namespace

BOOST_AUTO_TEST_SUITE(kubeconfig_test)

BOOST_AUTO_TEST_CASE(home_file_is_read_when_nothing_else_is_given) {
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

BOOST_AUTO_TEST_CASE(server_urls_are_taken_apart) {
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
    for (const char* bad :
         {"a:6443", "example.com", "ftp://a", "https://", "https://u:p@a", "https://a?x=1", "https://a#f",
          "https://a b", "://", "https://a:port", "https://a:0", "https://a:65536", "https://a:99999"}) {
        machine m;
        m.files["/home/a/.kube/config"] = config_of("x", "server: '" + std::string(bad) + "'", "");
        BOOST_TEST(m.refusal().starts_with("/home/a/.kube/config: clusters[0] \"x\": server: "), bad);
    }
}

BOOST_AUTO_TEST_CASE(flag_goes_before_variable_before_pod_before_home) {
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
    // A context is asked for, and a pod has none.
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
    BOOST_TEST(c->default_namespace == "operators");
    BOOST_TEST(c->description == "the pod's service account");

    m.files.erase(folder + "namespace");
    BOOST_TEST(m.load().value().default_namespace == "default");
    m.files[folder + "token"] = "\n";
    BOOST_TEST(m.refusal() == "the pod's service account: " + folder + "token: holds no token");
    m.files[folder + "token"] = "unreadable";
    BOOST_TEST(m.refusal() == "the pod's service account: " + folder + "token: Permission denied");
    m.files[folder + "token"] = "abc";
    m.files.erase(folder + "ca.crt");
    BOOST_TEST(m.refusal() == "the pod's service account: " + folder + "ca.crt: No such file or directory");
}

BOOST_AUTO_TEST_CASE(nothing_found_says_what_was_looked_for) {
    machine m;
    BOOST_TEST(m.refusal() ==
               "no cluster configuration: --kubeconfig is not given, KUBECONFIG is not set, this is not a "
               "pod with a service "
               "account, and /home/a/.kube/config does not exist");
    m.environment.clear();
    BOOST_TEST(m.refusal().ends_with("and HOME is not set"));
    BOOST_TEST(m.refusal({}, "/missing") == "--kubeconfig: /missing: No such file or directory");
    m.environment["KUBECONFIG"] = "/a:/b";
    BOOST_TEST(m.refusal() == "KUBECONFIG: no such file: /a:/b");
    m.files["/b"] = "unreadable";
    BOOST_TEST(m.refusal() == "KUBECONFIG: /b: Permission denied");
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
    // What the second file says of the same entry is not mixed in.
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

BOOST_AUTO_TEST_CASE(certificates_are_checked_at_once) {
    const wall_time now = virtual_clock().wall_now();
    cert_request expired, early;
    expired.not_after = now - std::chrono::hours(1);
    early.not_before = now + std::chrono::hours(24);
    const test_cert other = certs().ca.issue(named("other"));
    const std::string ca_data = ", certificate-authority-data: ", garbage = base64_encode("no certificate");
    struct row {
        std::string cluster, user, expected;
    };
    const row rows[] = {
        {a_server, client_certificate(certs().ca.issue(expired)),
         "users[0] \"x\": client-certificate-data: expired on 2025-12-31"},
        {a_server, client_certificate(certs().ca.issue(early)),
         "users[0] \"x\": client-certificate-data: is not valid before 2026-01-02"},
        {a_server, client_certificate({certs().admin.cert_pem, other.key_pem}),
         "users[0] \"x\": client-key-data: does not belong"},
        {a_server, client_certificate({certs().admin.cert_pem, "no key"}),
         "users[0] \"x\": client-key-data: "},
        {a_server, client_certificate({"no certificate", other.key_pem}),
         "users[0] \"x\": client-certificate-data: "},
        {a_server + ca_data + garbage, "", "clusters[0] \"x\": certificate-authority-data: "},
        {a_server + ", certificate-authority: /ca", "", "clusters[0] \"x\": certificate-authority: "},
    };
    for (const row& r : rows) {
        machine m;
        m.files["/c"] = config_of("x", r.cluster, r.user);
        m.files["/ca"] = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        const std::string refusal = m.refusal({}, "/c");
        BOOST_TEST(refusal.starts_with("/c: " + r.expected), refusal);
    }
    machine m;
    m.files["/c"] = config_of("x", a_server, client_certificate(certs().admin));
    BOOST_TEST((m.load({}, "/c").value().tls_context != nullptr));
    m.files["/c"] = config_of("x", "server: 'http://a'", "");
    BOOST_TEST((m.load({}, "/c").value().tls_context == nullptr));
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

BOOST_AUTO_TEST_CASE(each_malformed_field_is_refused_by_file_and_field) {
    struct row {
        std::string cluster, user, context, expected;
    };
    const std::string s = a_server;
    const row rows[] = {
        {"", "", "", "clusters[0] \"x\": server: missing"},
        {"server: 5", "", "", "clusters[0] \"x\": server: expected a string, found a number"},
        {s + ", certificate-authority-data: '%%'", "", "",
         "clusters[0] \"x\": certificate-authority-data: not base64"},
        {s + ", certificate-authority-data: Q0E", "", "",
         "clusters[0] \"x\": certificate-authority-data: not base64"},
        {s + ", certificate-authority: /no", "", "",
         "clusters[0] \"x\": certificate-authority: /no: No such file or directory"},
        {s + ", certificate-authority: /no, certificate-authority-data: Q0E=", "", "",
         "clusters[0] \"x\": certificate-authority and certificate-authority-data are both given"},
        {s + ", insecure-skip-tls-verify: 'yes'", "", "",
         "clusters[0] \"x\": insecure-skip-tls-verify: expected true or false, found a string"},
        {s + ", insecure-skip-tls-verify: true, certificate-authority-data: Q0E=", "", "",
         "clusters[0] \"x\": insecure-skip-tls-verify: not together with a certificate authority"},
        {s + ", proxy-url: 'http://p:1'", "", "", "clusters[0] \"x\": proxy-url: not supported yet"},
        {s + ", tls-server-name: [a]", "", "",
         "clusters[0] \"x\": tls-server-name: expected a string, found a list"},
        {s, "client-certificate-data: '-'", "", "users[0] \"x\": client-certificate-data: not base64"},
        {s, "client-key-data: 'Q=0='", "", "users[0] \"x\": client-key-data: not base64"},
        {s, "client-certificate-data: Q0E=", "",
         "users[0] \"x\": client-certificate is given without client-key"},
        {s, "client-key-data: Q0E=", "", "users[0] \"x\": client-key is given without client-certificate"},
        {s, "client-certificate: /no", "",
         "users[0] \"x\": client-certificate: /no: No such file or directory"},
        {s, "client-key: /k, client-key-data: Q0E=", "",
         "users[0] \"x\": client-key and client-key-data are both given"},
        {s, "token: 12345", "", "users[0] \"x\": token: expected a string, found a number"},
        {s, "token: 'a b'", "", "users[0] \"x\": token: holds characters that a token cannot have"},
        {s, "tokenFile: /no", "", "users[0] \"x\": tokenFile: /no: No such file or directory"},
        {s, "token: a, username: b", "", "users[0] \"x\": a token and username are both given"},
        {s, "password: b", "", "users[0] \"x\": password: given without username"},
        {s, "username: 'a:b', password: b", "", "users[0] \"x\": username: contains a ':'"},
        {s, "exec: {command: aws}", "", "users[0] \"x\": exec: not supported yet"},
        {s, "auth-provider: {name: gcp}", "", "users[0] \"x\": auth-provider: not supported yet"},
        {s, "as: root", "", "users[0] \"x\": as: not supported yet"},
        {s, "as-groups: [a]", "", "users[0] \"x\": as-groups: not supported yet"},
        {s, "", "namespace: {}", "contexts[0] \"x\": namespace: expected a string, found a mapping"},
    };
    for (const row& r : rows) {
        machine m;
        m.files["/c"] = config_of("x", r.cluster, r.user, r.context);
        BOOST_TEST(m.refusal({}, "/c") == "/c: " + r.expected);
    }
}

BOOST_AUTO_TEST_CASE(files_of_the_wrong_shape_are_refused) {
    const std::pair<std::string, std::string> rows[] = {
        {"[]", "/c: expected a kubeconfig (a mapping), found a list"},
        {"just text", "/c: expected a kubeconfig (a mapping), found a string"},
        {"", "/c: current-context: missing, and --context is not given"},
        {"kind: Pod", "/c: kind: expected Config, found \"Pod\""},
        {"apiVersion: v2", "/c: apiVersion: expected v1, found \"v2\""},
        {"current-context: [x]", "/c: current-context: expected a string, found a list"},
        {"current-context: x", "/c: current-context: there is no context \"x\""},
        {"clusters: {}", "/c: clusters: expected a list, found a mapping"},
        {"clusters: [a]", "/c: clusters[0]: expected a mapping, found a string"},
        {"users: [{}]", "/c: users[0]: name: missing"},
        {"users: [{name: a}, {name: 7}]", "/c: users[1]: name: expected a string, found a number"},
        {"users: [{name: a, user: x}]", "/c: users[0] \"a\": user: expected a mapping, found a string"},
        {"users: [{name: a}, {name: a}]", "/c: users[1] \"a\": there is another of this name in the list"},
        {"current-context: x\ncontexts: [{name: x, context: {}}]", "/c: contexts[0] \"x\": cluster: missing"},
        {"current-context: x\ncontexts: [{name: x, context: {cluster: y}}]",
         "/c: contexts[0] \"x\": cluster: there is no cluster \"y\""},
        {"current-context: x\nclusters: [{name: y, cluster: {server: 'https://a'}}]\n"
         "contexts: [{name: x, context: {cluster: y, user: z}}]",
         "/c: contexts[0] \"x\": user: there is no user \"z\""},
    };
    for (const auto& [text, expected] : rows) {
        machine m;
        m.files["/c"] = text;
        BOOST_TEST(m.refusal({}, "/c") == expected);
    }
    machine m;
    m.files["/c"] = config_of("x", a_server, "");
    BOOST_TEST(m.refusal("y", "/c") == "/c: --context: there is no context \"y\"");
    m.files["/c"] = "a: [";
    BOOST_TEST(m.refusal({}, "/c").starts_with("/c"));
    m.files["/c"] = config_of("x", a_server, "") + "---\na: b\n";
    BOOST_TEST(m.refusal({}, "/c") == "/c: expected one YAML document, found several");
}

BOOST_AUTO_TEST_CASE(errors_of_calls_are_explained_by_file_and_field) {
    machine m;
    m.files["/c"] = config_of(
        "x", a_server + ", certificate-authority-data: " + base64_encode(certs().ca.pem()), "token: abc");
    const cluster_config c = m.load({}, "/c").value();
    struct row {
        errc code;
        std::string text;
        errc explained;
        std::string where;
    };
    const row rows[] = {
        {errc::unreachable, "cannot connect to a:6443: refused", errc::unreachable,
         "/c: clusters[0] \"x\": server: "},
        {errc::unreachable, "the certificate of a:6443 is not trusted: self-signed", errc::bad_config,
         "/c: clusters[0] \"x\": certificate-authority-data: "},
        {errc::unreachable, "the certificate of a:6443 is for b, not for a", errc::bad_config,
         "/c: clusters[0] \"x\": server: "},
        {errc::unauthorized, "get pods: the credentials were not accepted", errc::unauthorized,
         "/c: users[0] \"x\": token: "},
        {errc::forbidden, "get pods: forbidden", errc::forbidden, ""},
        {errc::timeout, "get pods: timed out", errc::timeout, ""},
    };
    for (const row& r : rows) {
        const error e = explain(c, error(r.code, r.text));
        BOOST_TEST((e.code == r.explained), r.text);
        BOOST_TEST(e.message == r.where + r.text);
    }
}

BOOST_AUTO_TEST_CASE(refusals_do_not_quote_secrets) {
    machine m;
    for (const std::string& user :
         {std::string("token: 'hunter 2'"), std::string("username: a, password: hunter2, token: hunter2"),
          std::string("client-key-data: hunter2%")}) {
        m.files["/c"] = config_of("x", a_server, user);
        BOOST_TEST(m.refusal({}, "/c").find("hunter") == std::string::npos);
    }
}

BOOST_AUTO_TEST_SUITE_END()
