// Rejected kubeconfigs and the texts of the errors.
#include "unit/client/kubeconfig_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(kubeconfig_refusal_test)

BOOST_AUTO_TEST_CASE(a_missing_configuration_lists_the_places_searched) {
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

BOOST_AUTO_TEST_CASE(certificates_are_checked_immediately) {
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

BOOST_AUTO_TEST_CASE(each_malformed_field_is_rejected_by_file_and_field) {
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
        {s + ", proxy-url: 'socks5://p:1'", "", "",
         "clusters[0] \"x\": proxy-url: SOCKS proxies are not supported; use a proxy that speaks HTTP "
         "(http:// "
         "or https://)"},
        {s + ", proxy-url: 5", "", "", "clusters[0] \"x\": proxy-url: expected a string, found a number"},
        {s + ", certificate-authority: /empty", "", "",
         "clusters[0] \"x\": certificate-authority: /empty: the file is empty"},
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
        {s, "token: 'a b'", "", "users[0] \"x\": token: contains characters that are invalid in a token"},
        {s, "tokenFile: /no", "", "users[0] \"x\": tokenFile: /no: No such file or directory"},
        {s, "token: a, username: b", "", "users[0] \"x\": a token and username are both given"},
        {s, "password: b", "", "users[0] \"x\": password: given without username"},
        {s, "username: 'a:b', password: b", "", "users[0] \"x\": username: contains a ':'"},
        {s, "auth-provider: {name: gcp}", "",
         "users[0] \"x\": auth-provider: not supported, as in Kubernetes since 1.26; use exec"},
        {s, "as: [root]", "", "users[0] \"x\": as: expected a string, found a list"},
        {s, "as-groups: [a]", "", "users[0] \"x\": as-groups: given without as"},
        {s, "as-uid: '1'", "", "users[0] \"x\": as-uid: given without as"},
        {s, "as-user-extra: {a: [b]}", "", "users[0] \"x\": as-user-extra: given without as"},
        {s, "as: \"a\\nb\"", "", "users[0] \"x\": as: contains a character that cannot be sent"},
        {s, "as: a, as-groups: a", "", "users[0] \"x\": as-groups: expected a list, found a string"},
        {s, "as: a, as-groups: [a, 5]", "",
         "users[0] \"x\": as-groups[1]: expected a string, found a number"},
        {s, "as: a, as-user-extra: {k: v}", "",
         "users[0] \"x\": as-user-extra: k: expected a list, found a string"},
        {s, "as: a, as-user-extra: {'': [v]}", "", "users[0] \"x\": as-user-extra: a key is empty"},
        {s, "exec: [a]", "", "users[0] \"x\": exec: expected a mapping, found a list"},
        {s, "exec: {args: [a]}", "", "users[0] \"x\": exec: command: missing"},
        {s, "exec: {command: c}", "",
         "users[0] \"x\": exec: apiVersion: missing; client.authentication.k8s.io/v1"},
        {s, "exec: {command: c, apiVersion: client.authentication.k8s.io/v1alpha1}", "",
         "users[0] \"x\": exec: apiVersion: \"client.authentication.k8s.io/v1alpha1\" is not supported; use "
         "client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1"},
        {s, "exec: {command: c, apiVersion: client.authentication.k8s.io/v1}", "",
         "users[0] \"x\": exec: interactiveMode: missing; set Never or IfAvailable"},
        {s, "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, interactiveMode: Always}",
         "",
         "users[0] \"x\": exec: interactiveMode: Always: the plugin needs a terminal, and there is "
         "none; use one that does not, a token or a certificate"},
        {s, "exec: {command: c, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Maybe}", "",
         "users[0] \"x\": exec: interactiveMode: expected Never, IfAvailable or Always, found \"Maybe\""},
        {s, "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, env: [{value: v}]}", "",
         "users[0] \"x\": exec: env[0]: name: missing"},
        {s, "exec: {command: c, apiVersion: client.authentication.k8s.io/v1beta1, env: [{name: a=b}]}", "",
         "users[0] \"x\": exec: env[0]: name: contains a '='"},
        {s, "exec: {command: c}, token: abc", "", "users[0] \"x\": exec and a token are both given"},
        {s, "exec: {command: c}, username: abc", "", "users[0] \"x\": exec and username are both given"},
        {s, "", "namespace: {}", "contexts[0] \"x\": namespace: expected a string, found a mapping"},
    };
    for (const row& r : rows) {
        machine m;
        m.files["/c"] = config_of("x", r.cluster, r.user, r.context);
        m.files["/empty"] = "";
        BOOST_TEST(m.refusal({}, "/c") == "/c: " + r.expected);
    }
}

BOOST_AUTO_TEST_CASE(files_with_the_wrong_structure_are_rejected) {
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
        {"users: [{}, {}]", "/c: users[1]: duplicate name in the list"},
        {"preferences: x", "/c: preferences: expected a mapping, found a string"},
        {"extensions: [{name: a}, {name: a}]", "/c: extensions[1] \"a\": duplicate name in the list"},
        // Also in parts that are not used.
        {"clusters: [{name: a, cluster: {certificate-authority-data: '%'}}]",
         "/c: clusters[0] \"a\": certificate-authority-data: not base64"},
        {"users: [{name: a, user: {exec: {args: [[]]}}}]",
         "/c: users[0] \"a\": exec: args[0]: expected a string, found a list"},
        {"users: [{name: a, user: {exec: {env: [{name: 1}]}}}]",
         "/c: users[0] \"a\": exec: env[0]: name: expected a string, found a number"},
        {"users: [{name: a}, {name: 7}]", "/c: users[1]: name: expected a string, found a number"},
        {"users: [{name: a, user: x}]", "/c: users[0] \"a\": user: expected a mapping, found a string"},
        {"users: [{name: a}, {name: a}]", "/c: users[1] \"a\": duplicate name in the list"},
        {"current-context: x\ncontexts: [{name: x, context: {}}]", "/c: contexts[0] \"x\": cluster: missing"},
        {"current-context: x\ncontexts: [{name: x, context: {cluster: w}}]",
         "/c: contexts[0] \"x\": cluster: there is no cluster \"w\""},
        {"current-context: x\nclusters: [{name: w, cluster: {server: 'https://a'}}]\n"
         "contexts: [{name: x, context: {cluster: w, user: z}}]",
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
}

BOOST_AUTO_TEST_CASE(errors_of_calls_are_explained_by_file_and_field) {
    machine m;
    m.files["/c"] = config_of("x",
                              a_server + ", proxy-url: 'http://p:1', certificate-authority-data: " +
                                  base64_encode(certs().ca.pem()),
                              "token: abc");
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
        {errc::unauthorized, "get pods: /c: users[0] \"x\": token: is bad", errc::unauthorized, ""},
        {errc::unreachable, "proxy (/c: clusters[0] \"x\": proxy-url): cannot connect to p:1",
         errc::unreachable, ""},
        {errc::forbidden, "get pods: forbidden", errc::forbidden, ""},
        {errc::timeout, "get pods: timed out", errc::timeout, ""},
    };
    for (const row& r : rows) {
        const error e = explain(c, error(r.code, r.text));
        BOOST_TEST((e.code == r.explained), r.text);
        BOOST_TEST(e.message == r.where + r.text);
    }
}

BOOST_AUTO_TEST_CASE(errors_do_not_quote_secrets) {
    machine m;
    for (const std::string& user :
         {std::string("token: 'hunter 2'"), std::string("username: a, password: hunter2, token: hunter2"),
          std::string("client-key-data: hunter2%"),
          std::string("exec: {command: c, env: [{name: '', value: hunter2}], apiVersion: "
                      "client.authentication.k8s.io/v1beta1, args: [hunter2]}")}) {
        m.files["/c"] = config_of("x", a_server, user);
        BOOST_TEST(m.refusal({}, "/c").find("hunter") == std::string::npos);
    }
    m.files["/c"] = config_of("x", a_server + ", proxy-url: 'http://u:hunter2@p:1/hunter2'", "");
    BOOST_TEST(m.refusal({}, "/c").find("hunter") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_rejected_url_with_a_password_is_not_printed) {
    for (const std::string url :
         {"ftp://u:hunter2@h", "https://u:hunter2%@h", "https://u hunter2@h", "hunter2://h x",
          "https://:hunter2@h", "https://a%3Ab:hunter2@h", "u:hunter2@h/a"}) {
        machine m;
        m.files["/c"] = config_of("x", "server: '" + url + "'", "");
        const auto c = m.load({}, "/c");
        BOOST_REQUIRE(!c);
        BOOST_TEST(c.error().message.find("hunter2") == std::string::npos, c.error().message);
        BOOST_TEST(c.error().message.starts_with("/c: clusters[0] \"x\": server: "), c.error().message);
    }
}

BOOST_AUTO_TEST_SUITE_END()
