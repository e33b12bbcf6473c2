// `setpoint` and `setpoint apiserver` as programs: what they say, what they write, and how they end.
#include "setpoint/api/core_v1.hpp"
#include "setpoint/client/api_connection.hpp"
#include "support/apiserver_process.hpp"
#include "support/control_plane.hpp"
#include "support/real_world.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(apiserver_command_test)

namespace {

struct outcome_of {
    std::string out;
    int code;
};

outcome_of run_command(std::vector<std::string> arguments) {
    std::vector<std::string> words = {"timeout", "20", apiserver_process::program()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto [text, code] = detail::run_command(words);
    return {text, code};
}

std::string content_of(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

// A client for what a kubeconfig names.
struct client_world : real_world {
    std::unique_ptr<api_connection> connect(const std::string& kubeconfig, std::string name = "test") {
        auto config = load_config({kubeconfig, ""}, system_sources(), time.wall_now());
        if (!config) throw fault(config.error());
        api_client_options o;
        o.name = std::move(name);
        return std::make_unique<api_connection>(l, *config, system_sources(), log, o);
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(bad_flags_of_access_are_named) {
    const fs::path file = fs::temp_directory_path() / fmt::format("setpoint-policy-{}", ::getpid());
    std::ofstream(file) << "# rules\n{\"user\": 1}\n";
    const std::string policy = "--authorization-policy-file=" + file.string();
    const std::vector<std::string> with_rbac{"apiserver", "--port=0", "--authorization-mode=RBAC"};
    const auto refused = [&](std::vector<std::string> words, const std::string& said) {
        const outcome_of r = run_command(std::move(words));
        BOOST_TEST(r.code == 2);
        BOOST_TEST(r.out.find(said) != std::string::npos, r.out);
    };
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), with_rbac.begin(), with_rbac.end());
        return more;
    };
    refused({"apiserver", "--oidc-issuer-url=https://x.example"}, "no effect without --authorization-mode");
    refused(with({"--oidc-client-id=a"}), "oidc-issuer-url and oidc-client-id must be specified together");
    refused(with({"--oidc-issuer-url=https://x.example", "--oidc-client-id=a", "--oidc-required-claim=x"}),
            "--oidc-required-claim: \"x\": malformed pair, expect string=string");
    refused(with({"--oidc-issuer-url=https://x.example", "--oidc-client-id=a", "--oidc-signing-algs=none"}),
            "oidc: unsupported signing alg: \"none\"");
    refused({"kube-apiserver", "--secure-port=0", "--oidc-issuer-url=http://x.example", "--oidc-client-id=a"},
            "jwt[0].issuer.url: Invalid value: \"http://x.example\": URL scheme must be https");
    for (const char* flag :
         {"--oidc-issuer-url=https://x.example", "--oidc-client-id=a", "--oidc-signing-algs=RS256"})
        refused(
            {"kube-apiserver", "--secure-port=0", flag},
            "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set");
    refused(with({policy}), "cannot specify --authorization-policy-file without mode ABAC");
    refused({"apiserver", "--port=0", "--authorization-mode=ABAC"},
            "authorization-mode ABAC's authorization policy file not passed");
    refused(
        with({"--authorization-mode=ABAC", policy}),
        fmt::format("error reading policy file {}, line 2: {{\"user\": 1}}: json: cannot unmarshal number",
                    file.string()));
    fs::remove(file);
}

BOOST_AUTO_TEST_CASE(help_and_version_end_well_and_what_is_not_known_does_not) {
    BOOST_TEST(run_command({"--help"}).code == 0);
    BOOST_TEST(run_command({"--help"}).out.find("apiserver") != std::string::npos);
    BOOST_TEST(run_command({"--version"}).out == "setpoint 0.1.0");
    BOOST_TEST(run_command({"apiserver", "--help"}).out.find("--write-kubeconfig") != std::string::npos);
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{},
                                               {"nonsense"},
                                               {"apiserver", "--nonsense"},
                                               {"apiserver", "--port", "x"},
                                               {"apiserver", "--port", "65536"},
                                               {"apiserver", "--nodes", "-1"},
                                               {"apiserver", "--without", "everything"},
                                               {"apiserver", "--log-level", "loud"},
                                               {"apiserver", "--history", "long"},
                                               {"apiserver", "--pod-start-delay", "-1s"},
                                               {"apiserver", "--bind-address", "not an address"}}) {
        const outcome_of r = run_command(words);
        BOOST_TEST(r.code == 2, (words.empty() ? "" : words.back()) << ": " << r.code << " " << r.out);
        BOOST_TEST(!r.out.empty());
    }
}

BOOST_AUTO_TEST_CASE(plain_http_is_refused_where_others_can_listen) {
    for (const char* address : {"0.0.0.0", "::", "192.0.2.1"}) {
        const outcome_of r =
            run_command({"apiserver", "--port", "0", "--insecure-http", "--bind-address", address});
        BOOST_TEST(r.code == 2);
        BOOST_TEST(r.out.find("--insecure-http") != std::string::npos, r.out);
    }
}

BOOST_AUTO_TEST_CASE(a_port_that_is_taken_is_named_with_its_flag) {
    boost::asio::io_context io;
    boost::asio::ip::tcp::acceptor taken(io, {boost::asio::ip::address_v4::loopback(), 0});
    const std::string port = std::to_string(taken.local_endpoint().port());
    const outcome_of r = run_command({"apiserver", "--port", port});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(r.out.find("127.0.0.1:" + port + ": address already in use; choose another with --port") !=
                   std::string::npos,
               r.out);
}

BOOST_AUTO_TEST_CASE(a_snapshot_does_not_replace_kept_data) {
    char name[] = "/tmp/setpoint-test-XXXXXX";
    BOOST_REQUIRE(::mkdtemp(name));
    std::ofstream(std::string(name) + "/setpoint.db") << "kept";
    const outcome_of r = run_command({"apiserver", "--port", "0", "--data", name, "--snapshot", "/dev/null"});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(r.out.find(std::string("--snapshot: the folder ") + name + " contains data already") !=
                   std::string::npos,
               r.out);
    std::filesystem::remove_all(name);
}

BOOST_AUTO_TEST_CASE(a_snapshot_is_loaded_again_after_a_killed_start) {
    char name[] = "/tmp/setpoint-test-XXXXXX";
    BOOST_REQUIRE(::mkdtemp(name));
    // Killed before it wrote anything.
    std::ofstream(std::string(name) + "/setpoint.db").close();
    const outcome_of r =
        run_command({"apiserver", "--port", "0", "--data", name, "--snapshot", std::string(name) + "/none"});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(r.out.find("contains data already") == std::string::npos, r.out);
    BOOST_TEST(r.out.find("/none") != std::string::npos, r.out);
    std::filesystem::remove_all(name);
}

BOOST_AUTO_TEST_CASE(a_kubeconfig_of_somebody_else_is_left_alone) {
    char name[] = "/tmp/setpoint-test-XXXXXX";
    const int fd = ::mkstemp(name);
    ::close(fd);
    std::ofstream(name) << "apiVersion: v1\n";
    const outcome_of r = run_command({"apiserver", "--port", "0", "--write-kubeconfig", name});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(r.out.find(name) != std::string::npos, r.out);
    BOOST_TEST(content_of(name) == "apiVersion: v1\n");
    std::filesystem::remove(name);
    const outcome_of nowhere =
        run_command({"apiserver", "--port", "0", "--write-kubeconfig", "/nonexistent/config"});
    BOOST_TEST(nowhere.code == 2);
    BOOST_TEST(
        nowhere.out ==
        "setpoint: --write-kubeconfig: cannot write /nonexistent/config: No such file or directory; name a "
        "file in a folder that exists and can be written");
}

BOOST_AUTO_TEST_CASE(it_serves_over_https_what_its_kubeconfig_leads_to_and_stops_well) {
    apiserver_process server;
    struct stat info{};
    BOOST_REQUIRE(::stat(server.kubeconfig().c_str(), &info) == 0);
    BOOST_TEST((info.st_mode & 0777) == 0600u);
    BOOST_TEST(server.url().starts_with("https://127.0.0.1:"));
    BOOST_TEST(server.ready_line().ends_with("; export KUBECONFIG=" + server.kubeconfig()),
               server.ready_line());
    client_world w;
    w.run([&]() -> awaitable<void> {
        const auto connection = w.connect(server.kubeconfig());
        auto& api = connection->api();
        config_map made;
        made.metadata.name = "a";
        made.metadata.ns = "default";
        made.data = {{"k", "v"}};
        (co_await api.create(made)).value();
        const auto live = co_await api.get<config_map>({"default", "a"});
        BOOST_TEST(live.value()->data.at("k") == "v");
    });
    server.signal(SIGINT);
    BOOST_TEST(server.wait() == 0, content_of(server.log_file()));
}

BOOST_AUTO_TEST_CASE(a_stop_ends_watches_in_good_order_and_soon) {
    apiserver_process server;
    client_world w;
    w.run([&]() -> awaitable<void> {
        const auto connection = w.connect(server.kubeconfig());
        http::request r;
        r.target = "/api/v1/configmaps?watch=true";
        auto watch = co_await connection->connections().send(std::move(r), {});
        BOOST_REQUIRE(watch.has_value());
        BOOST_TEST((*watch)->head().status == 200);
        server.signal(SIGTERM);
        for (;;) {
            const auto piece = co_await (*watch)->read();
            BOOST_REQUIRE_MESSAGE(piece.has_value(), (piece ? "" : piece.error().to_string()));
            if (piece->empty()) break;
        }
    });
    BOOST_TEST(server.wait() == 0, content_of(server.log_file()));
}

BOOST_AUTO_TEST_CASE(plain_http_works_on_loopback) {
    apiserver_process server({"--insecure-http"});
    BOOST_TEST(server.url().starts_with("http://127.0.0.1:"));
    BOOST_TEST(content_of(server.kubeconfig()).find("certificate") == std::string::npos);
    client_world w;
    w.run([&]() -> awaitable<void> {
        const auto connection = w.connect(server.kubeconfig());
        const auto ns = co_await connection->api().list<core_v1::namespace_>();
        BOOST_TEST(ns.value().size() >= 3u);
    });
}

BOOST_AUTO_TEST_CASE(a_kubeconfig_of_an_earlier_run_is_replaced) {
    apiserver_process first;
    const std::string before = content_of(first.kubeconfig());
    BOOST_TEST(first.stop() == 0);
    apiserver_process second({"--write-kubeconfig", first.kubeconfig()});
    BOOST_TEST(content_of(first.kubeconfig()) != before);
}

BOOST_AUTO_TEST_CASE(the_role_that_is_recorded_allows_what_operators_did_and_not_what_kubectl_did) {
    const std::string file = "/tmp/setpoint-test-role-" + std::to_string(::getpid());
    apiserver_process server({"--record-rbac", file});
    client_world w;
    w.run([&]() -> awaitable<void> {
        const auto theirs = w.connect(server.kubeconfig());
        config_map made;
        made.metadata.name = "a";
        made.metadata.ns = "default";
        (co_await theirs->api().apply(made)).value();
        const bool there = co_await w.eventually([&] { return std::filesystem::exists(file); });
        BOOST_TEST(there);
        http::request r;
        r.target = "/api/v1/secrets";
        r.headers = {{"User-Agent", "kubectl/v1.36.0"}};
        (co_await theirs->connections().send(std::move(r), {})).value();
        (co_await theirs->api().list<config_map>()).value();
    });
    BOOST_TEST(server.stop() == 0);
    const std::string role = content_of(file);
    BOOST_TEST(role.find("kind: ClusterRole") != std::string::npos, role);
    for (const char* word : {"configmaps", "create", "patch", "list"})
        BOOST_TEST(role.find(word) != std::string::npos, word << " is missing in " << role);
    for (const char* word : {"secrets", "delete", "pods"})
        BOOST_TEST(role.find(word) == std::string::npos, word << " is in " << role);
    std::filesystem::remove(file);
}

BOOST_AUTO_TEST_CASE(what_asks_for_another_protocol_is_refused_in_a_status) {
    apiserver_process server({"--insecure-http"});
    client_world w;
    w.run([&]() -> awaitable<void> {
        const auto connection = w.connect(server.kubeconfig());
        http::request r{
            "POST", "/api/v1/namespaces/default/pods/a/exec?command=ls", {{"Upgrade", "SPDY/3.1"}}, ""};
        auto answer = co_await connection->connections().send(std::move(r), {});
        BOOST_REQUIRE(answer.has_value());
        const auto body = co_await http::read_all(**answer, 10000);
        BOOST_TEST((*answer)->head().status == 400);
        BOOST_TEST(body.value().find("does not upgrade connections") != std::string::npos, body.value());
    });
}

BOOST_AUTO_TEST_SUITE_END()
