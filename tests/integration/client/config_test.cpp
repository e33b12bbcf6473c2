// Kubeconfigs, good and bad, against a real API server: each mistake is one line that names file and field.
#include "framework/core/base64.hpp"
#include "integration/client/live.hpp"
#include "support/test_certs.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

namespace {

struct variant {
    std::string server, ca_pem, user, cluster_extra;
};

std::string read(const std::string& path) {
    return system_sources().read_file(path).value();
}
std::string api_url() {
    const auto config = load_config({plane().kubeconfig(), ""}, system_sources(), real_clock().wall_now());
    return "https://" + config.value().server.authority();
}
std::string certificate(const test_cert& c) {
    return "client-certificate-data: " + base64_encode(c.cert_pem) +
           ", client-key-data: " + base64_encode(c.key_pem);
}

// The first line that a user sees with this kubeconfig: of loading it or of the first call; "" when all is
// well.
std::string complaint(const variant& v) {
    const std::string text = "current-context: x\nclusters: [{name: c, cluster: {server: '" + v.server +
                             "', certificate-authority-data: " + base64_encode(v.ca_pem) + v.cluster_extra +
                             "}}]\nusers: [{name: u, user: {" + v.user +
                             "}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n";
    config_sources sources = system_sources();
    const auto files = sources.read_file;
    sources.read_file = [files, text](const std::string& path) -> result<std::string> {
        if (path == "/k") return text;
        return files(path);
    };
    real_world w;
    auto config = load_config({"/k", ""}, sources, w.time.wall_now());
    if (!config) return config.error().to_string();
    std::string said;
    w.run([&]() -> awaitable<void> {
        api_connection c(w.l, *config, sources, w.log, live::named());
        const auto answer = co_await c.api().get<core_v1::namespace_>(object_key::cluster("default"));
        if (!answer) said = explain(c.config(), answer.error()).to_string();
    });
    return said;
}

}  // namespace

// The embedded API server does not ask who is calling.
BOOST_AUTO_TEST_SUITE(client_config, *boost::unit_test::precondition(needs_real_cluster()))

BOOST_AUTO_TEST_CASE(both_contexts_of_the_control_plane_work) {
    for (const char* context : {"", "admin", "token"}) {
        live w(context);
        w.run([&]() -> awaitable<void> {
            const auto answer = co_await w.api().get<core_v1::namespace_>(object_key::cluster("default"));
            BOOST_TEST(!!answer, context);
        });
    }
}

BOOST_AUTO_TEST_CASE(each_mistake_is_one_line_that_names_file_and_field) {
    const std::string pki = plane().folder() + "/pki/", ca = read(pki + "ca.crt");
    const std::string admin = "client-certificate: " + pki + "admin.crt, client-key: " + pki + "admin.key";
    test_ca foreign("foreign CA");
    cert_request expired;
    expired.not_after = wall_time(std::chrono::sys_days(std::chrono::year(2021) / 1 / 1));
    const std::string url = api_url();
    BOOST_TEST(complaint({url, ca, admin, ""}) == "");

    const std::pair<variant, std::string> rows[] = {
        {{url, foreign.pem(), admin, ""},
         "/k: clusters[0] \"c\": certificate-authority-data: get namespaces default: the certificate of "
         "127.0.0.1:"},
        {{url, ca, admin, ", tls-server-name: example.com"},
         "/k: clusters[0] \"c\": server: get namespaces default: the certificate of 127.0.0.1:"},
        {{"https://127.0.0.1:1", ca, admin, ""},
         "/k: clusters[0] \"c\": server: get namespaces default: cannot connect to 127.0.0.1:1"},
        {{"https://no-such-host.invalid:6443", ca, admin, ""},
         "/k: clusters[0] \"c\": server: get namespaces default: look-up of no-such-host.invalid failed"},
        {{url, ca, certificate(foreign.issue(expired)), ""},
         "/k: users[0] \"u\": client-certificate-data: expired on 2021-01-01"},
        {{url, ca,
          "client-certificate: " + pki + "admin.crt, client-key-data: " + base64_encode(foreign.key_pem()),
          ""},
         "/k: users[0] \"u\": client-key-data: does not belong"},
        {{url, ca, "token: wrong", ""},
         "/k: users[0] \"u\": token: get namespaces default: the credentials were not accepted"},
        {{url, ca, certificate(foreign.issue({})), ""},
         "/k: users[0] \"u\": get namespaces default: the credentials were not accepted"},
    };
    for (const auto& [v, expected] : rows) {
        const std::string said = complaint(v);
        BOOST_TEST(said.starts_with(expected), said);
        BOOST_TEST(said.find('\n') == std::string::npos, said);
    }
}

BOOST_AUTO_TEST_SUITE_END()
