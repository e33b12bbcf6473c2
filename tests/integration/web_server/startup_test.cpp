// webserver-operator as a program: exit codes and what it says when it cannot do its work.
#include "fixture.hpp"
#include "support/operator_process.hpp"
#include "support/test_certs.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>

using namespace web_server_test;

namespace {

std::string program_path() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "webserver-operator";
}

struct outcome_of {
    int code;
    std::string out;
};

// Without listeners and without the environment's kubeconfig, unless the arguments say otherwise.
outcome_of run_program(std::vector<std::string> arguments, bool listeners = false) {
    std::vector<std::string> words = {"env",     "-u", "KUBECONFIG",  "HOME=/nonexistent",
                                      "timeout", "20", program_path()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    if (!listeners)
        words.insert(words.end(), {"--metrics-bind-address", "0", "--health-probe-bind-address", "0"});
    auto [text, code] = detail::run_command(words);
    return {code, text};
}

class temporary_file {
public:
    explicit temporary_file(std::string_view content) {
        char name[] = "/tmp/setpoint-test-XXXXXX";
        const int fd = mkstemp(name);
        BOOST_REQUIRE(fd >= 0);
        close(fd);
        path = name;
        std::ofstream(path) << content;
    }
    ~temporary_file() { std::filesystem::remove(path); }
    std::string path;
};

std::string read_file(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The line that the program ends with.
std::string last_line(const std::string& s) {
    return s.substr(s.rfind('\n') + 1);
}

std::string base64_of(const std::string& text) {
    temporary_file f(text);
    return detail::run_command({"base64", "-w0", f.path}).first;
}

// The plane's kubeconfig with what `pattern` matches replaced.
std::string altered(const control_plane& plane, const std::string& pattern, const std::string& replacement) {
    const std::string original = read_file(plane.kubeconfig());
    std::string changed = std::regex_replace(original, std::regex(pattern), replacement);
    BOOST_REQUIRE(changed != original);
    return changed;
}

void check_refusal(const outcome_of& r, std::initializer_list<std::string_view> words) {
    BOOST_TEST(r.code == 2, r.out);
    for (const std::string_view w : words)
        BOOST_TEST(last_line(r.out).find(w) != std::string::npos, w << " is missing in: " << r.out);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(web_server_program)

BOOST_AUTO_TEST_CASE(help_and_version_end_well_and_a_wrong_flag_does_not) {
    BOOST_TEST(run_program({"--help"}, true).code == 0);
    BOOST_TEST(run_program({"--version"}, true).out == "webserver-operator 0.1.0");
    const auto unknown = run_program({"--nonsense"});
    BOOST_TEST(unknown.code == 2);
    BOOST_TEST(unknown.out.find("--help") != std::string::npos, unknown.out);
    BOOST_TEST(run_program({"--log-level", "loud"}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_kubeconfig_that_is_missing_or_malformed_is_named_in_one_line) {
    check_refusal(run_program({"--kubeconfig", "/nonexistent/config"}), {"/nonexistent/config"});
    const temporary_file broken("clusters: [\n  - {name: a, cluster: {server: \n");
    check_refusal(run_program({"--kubeconfig", broken.path}), {broken.path, "line"});
    const temporary_file empty_server(
        "clusters: [{name: a, cluster: {}}]\ncontexts: [{name: a, context: {cluster: a}}]\ncurrent-context: "
        "a\n");
    check_refusal(run_program({"--kubeconfig", empty_server.path}), {empty_server.path, "server"});
    const auto nothing = run_program({});
    check_refusal(nothing, {"kubeconfig"});
    BOOST_TEST(std::count(nothing.out.begin(), nothing.out.end(), '\n') == 0, nothing.out);
}

BOOST_AUTO_TEST_CASE(an_expired_client_certificate_is_refused_at_the_start) {
    test_ca ca;
    cert_request expired;
    expired.not_after = wall_time(std::chrono::sys_days(std::chrono::year(2025) / 1 / 1));
    const test_cert c = ca.issue(expired);
    const temporary_file config(
        "clusters: [{name: a, cluster: {server: \"https://127.0.0.1:1\"}}]\nusers: [{name: u, user: "
        "{client-certificate-data: " +
        base64_of(c.cert_pem) + ", client-key-data: " + base64_of(c.key_pem) +
        "}}]\ncontexts: [{name: a, context: {cluster: a, user: u}}]\ncurrent-context: a\n");
    check_refusal(run_program({"--kubeconfig", config.path}),
                  {config.path, "client-certificate-data", "expired", "2025-01-01"});
}

BOOST_AUTO_TEST_CASE(an_address_in_use_is_named_with_its_flag) {
    boost::asio::io_context io;
    boost::asio::ip::tcp::acceptor taken(io, {boost::asio::ip::address_v4::loopback(), 0});
    const std::string address = "127.0.0.1:" + std::to_string(taken.local_endpoint().port());
    const temporary_file config(
        "clusters: [{name: a, cluster: {server: \"http://127.0.0.1:1\"}}]\ncontexts: [{name: a, context: "
        "{cluster: a}}]\ncurrent-context: a\n");
    const auto r = run_program(
        {"--kubeconfig", config.path, "--metrics-bind-address", address, "--health-probe-bind-address", "0"},
        true);
    check_refusal(r, {address, "in use", "--metrics-bind-address"});
    // The other listener is there by then.
    const auto second = run_program({"--kubeconfig", config.path, "--metrics-bind-address", "127.0.0.1:0",
                                     "--health-probe-bind-address", address},
                                    true);
    check_refusal(second, {address, "in use", "--health-probe-bind-address"});
}

struct unconnected_operator {
    unconnected_operator()
        : config(
              "clusters: [{name: a, cluster: {server: \"https://127.0.0.1:1\"}}]\ncontexts: [{name: a, "
              "context: {cluster: a}}]\ncurrent-context: a\n"),
          process("webserver-operator", {"--kubeconfig", config.path, "--metrics-bind-address", "0",
                                         "--health-probe-bind-address", "0"}) {}
    temporary_file config;
    operator_process process;
};

BOOST_AUTO_TEST_CASE(without_a_cluster_it_says_so_goes_on_trying_and_stops_cleanly) {
    unconnected_operator it;
    it.process.await_log("cannot be reached");
    it.process.signal(SIGTERM);
    it.process.await_end();
    const std::string log = it.process.log();
    BOOST_TEST(it.process.exit_code().value() == 0, log);
    BOOST_TEST(log.find("refused") != std::string::npos, log);
    BOOST_TEST(log.find("Stopped") != std::string::npos, log);
    // Said, not shouted: three informers and the first contact.
    BOOST_TEST(std::count(log.begin(), log.end(), '\n') < 25, log);
}

BOOST_AUTO_TEST_CASE(signals_after_it_has_stopped_do_not_change_the_exit_code) {
    unconnected_operator it;
    it.process.await_log("Starting");
    it.process.signal(SIGTERM);
    it.process.await_log("Stopped");
    while (!it.process.exit_code()) it.process.signal(SIGTERM);
    BOOST_TEST(it.process.exit_code().value() == 0, it.process.log());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(web_server_program_tls,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

BOOST_AUTO_TEST_CASE(a_wrong_ca_or_a_wrong_host_is_said_with_file_and_field_and_exit_code_2) {
    control_plane& plane = shared_plane();
    const temporary_file wrong_ca(altered(plane, "certificate-authority-data: [A-Za-z0-9+/=]+",
                                          "certificate-authority-data: " + base64_of(test_ca().pem())));
    check_refusal(run_program({"--kubeconfig", wrong_ca.path}),
                  {wrong_ca.path, "certificate-authority-data", "not trusted"});
    const temporary_file wrong_host(altered(plane, "server: ",
                                            embedded() ? "tls-server-name: elsewhere.example\n    server: "
                                                       : "tls-server-name: elsewhere.example, server: "));
    check_refusal(run_program({"--kubeconfig", wrong_host.path}), {wrong_host.path, "elsewhere.example"});
}

BOOST_AUTO_TEST_SUITE_END()
