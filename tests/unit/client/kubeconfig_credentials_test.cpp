// Proxies, plugins, impersonation and followed files in a kubeconfig.
#include "unit/client/kubeconfig_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(kubeconfig_credentials_test)

namespace {

constexpr const char* v1 = "apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never";

cluster_config loaded(machine& m, const std::string& cluster, const std::string& user) {
    m.files["/d/c"] = config_of("x", cluster, user);
    auto c = m.load({}, "/d/c");
    BOOST_REQUIRE_MESSAGE(c, (c ? "" : c.error().message));
    return std::move(*c);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_plugin_is_read_completely) {
    machine m;
    const cluster_config c = loaded(m, a_server,
                                    "exec: {command: aws, args: [eks, get-token], env: [{name: AWS_PROFILE, "
                                    "value: prod}, {name: EMPTY}], "
                                    "installHint: 'see example.com', " +
                                        std::string(v1) + "}");
    const exec_settings& e = c.credentials.exec.value();
    BOOST_TEST(e.command == "aws");
    BOOST_TEST((e.args == std::vector<std::string>{"eks", "get-token"}));
    BOOST_REQUIRE(e.env.size() == 2u);
    BOOST_TEST(e.env[0].first == "AWS_PROFILE");
    BOOST_TEST((e.env[0].second == secret("prod")));
    BOOST_TEST(e.env[1].second.empty());
    BOOST_TEST(e.api_version == "client.authentication.k8s.io/v1");
    BOOST_TEST(e.install_hint == "see example.com");
    BOOST_TEST(e.cluster.empty());
    BOOST_TEST(e.origin == "/d/c: users[0] \"x\": exec");
    BOOST_TEST(c.credentials_origin == e.origin);
}

BOOST_AUTO_TEST_CASE(a_command_with_a_folder_is_relative_to_the_kubeconfig) {
    const std::pair<std::string, std::string> rows[] = {
        {"aws", "aws"}, {"./bin/aws", "/d/bin/aws"}, {"bin/aws", "/d/bin/aws"}, {"/opt/aws", "/opt/aws"}};
    for (const auto& [given, expected] : rows) {
        machine m;
        const cluster_config c =
            loaded(m, a_server, "exec: {command: '" + given + "', " + std::string(v1) + "}");
        BOOST_TEST(c.credentials.exec->command == expected);
    }
}

// "./aws" beside a kubeconfig that is named without a folder is not looked up in PATH.
BOOST_AUTO_TEST_CASE(a_command_beside_a_kubeconfig_of_the_working_folder_keeps_its_folder) {
    machine m;
    for (const std::string file : {"config", "./config"}) {
        m.files[file] = config_of("x", a_server, "exec: {command: ./aws, " + std::string(v1) + "}");
        const auto c = m.load({}, file);
        BOOST_REQUIRE(c.has_value());
        BOOST_TEST(c->credentials.exec->command == "./aws");
    }
}

BOOST_AUTO_TEST_CASE(a_plugin_gets_the_cluster_on_request) {
    machine m;
    const std::string cluster =
        a_server + ", tls-server-name: name, proxy-url: 'http://u:p@proxy:1', certificate-authority-data: " +
        base64_encode(certs().ca.pem()) +
        ", extensions: [{name: other, extension: {a: 1}}, {name: client.authentication.k8s.io/exec, "
        "extension: {audience: [x]}}]";
    const cluster_config c =
        loaded(m, cluster, "exec: {command: c, provideClusterInfo: true, " + std::string(v1) + "}");
    const boost::json::value info = boost::json::parse(c.credentials.exec->cluster.reveal());
    const boost::json::value expected = {
        {"server", "https://a:6443"},
        {"tls-server-name", "name"},
        {"certificate-authority-data", base64_encode(certs().ca.pem())},
        {"proxy-url", "http://u:p@proxy:1"},
        {"config", boost::json::object{{"audience", boost::json::array{"x"}}}},
    };
    BOOST_TEST((info == expected), info);
    const cluster_config skip =
        loaded(m, a_server + ", insecure-skip-tls-verify: true",
               "exec: {command: c, provideClusterInfo: true, " + std::string(v1) + "}");
    BOOST_TEST(skip.credentials.exec->cluster.reveal() ==
               R"({"server":"https://a:6443","insecure-skip-tls-verify":true})");
}

BOOST_AUTO_TEST_CASE(impersonation_works_with_any_credentials) {
    machine m;
    const cluster_config c = loaded(
        m, a_server,
        "token: abc, as: ann, as-uid: '7', as-groups: [dev, ops], as-user-extra: {scopes: [a, b], k: []}");
    const impersonation& as = c.credentials.as;
    BOOST_TEST(as.user == "ann");
    BOOST_TEST(as.uid == "7");
    BOOST_TEST((as.groups == std::vector<std::string>{"dev", "ops"}));
    BOOST_REQUIRE(as.extra.size() == 2u);
    BOOST_TEST(as.extra[0].second.empty());
    BOOST_TEST(as.extra[1].first == "scopes");
    BOOST_TEST((as.extra[1].second == std::vector<std::string>{"a", "b"}));
    BOOST_TEST((c.credentials.token == secret("abc")));
}

BOOST_AUTO_TEST_CASE(a_proxy_comes_from_the_file_or_else_from_the_environment) {
    machine m;
    m.environment["HTTPS_PROXY"] = "http://ann:s3cret@env:3128";
    const cluster_config own = loaded(m, a_server + ", proxy-url: 'https://file:3129'", "");
    BOOST_TEST(own.proxy.value().at.authority() == "file:3129");
    BOOST_TEST(own.proxy->named_by == "/d/c: clusters[0] \"x\": proxy-url");
    BOOST_TEST((own.proxy->tls != nullptr));
    BOOST_TEST((own.proxy->tls != own.tls_context));
    const cluster_config env = loaded(m, a_server, "");
    BOOST_TEST(env.proxy.value().at.authority() == "env:3128");
    BOOST_TEST(env.proxy->username == "ann");
    BOOST_TEST((env.proxy->password == secret("s3cret")));
    BOOST_TEST(env.proxy->named_by == "HTTPS_PROXY");
    BOOST_TEST((env.proxy->tls == nullptr));
    BOOST_TEST(!loaded(m, "server: 'https://127.0.0.1:6443'", "").proxy.has_value());
    m.environment["NO_PROXY"] = "a";
    BOOST_TEST(!loaded(m, a_server, "").proxy.has_value());
    m.environment["NO_PROXY"] = "b";
    m.environment["HTTPS_PROXY"] = "socks5://env";
    m.files["/d/c"] = config_of("x", a_server, "");
    BOOST_TEST(m.refusal({}, "/d/c").starts_with("HTTPS_PROXY: SOCKS proxies are not supported"));
}

BOOST_AUTO_TEST_CASE(certificate_files_are_recorded_and_inline_data_is_not_a_file) {
    machine m;
    m.files["/d/ca"] = certs().ca.pem();
    m.files["/d/cert"] = certs().admin.cert_pem;
    m.files["/key"] = certs().admin.key_pem;
    const cluster_config c =
        loaded(m, a_server + ", certificate-authority: ca", "client-certificate: cert, client-key: /key");
    BOOST_TEST(c.ca_file == "/d/ca");
    BOOST_TEST(c.client_certificate_file == "/d/cert");
    BOOST_TEST(c.client_key_file == "/key");
    const cluster_config inline_data =
        loaded(m, a_server + ", certificate-authority-data: " + base64_encode(certs().ca.pem()),
               client_certificate(certs().admin));
    BOOST_TEST(inline_data.ca_file + inline_data.client_certificate_file + inline_data.client_key_file == "");
}

BOOST_AUTO_TEST_SUITE_END()
