// What a program prints of itself.
#include "setpoint/manager/program.hpp"

#include "framework/manager/recorded_program.hpp"
#include "setpoint/api/core_v1/secret.hpp"
#include "setpoint/api/custom_resource.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(program_test)

namespace {

struct lamp_spec {
    std::int32_t lumens = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("A lamp.", field(&lamp_spec::lumens, "lumens", "How bright."));
    }
};
struct lamp : custom_resource<lamp_spec> {
    static constexpr auto kind() { return custom_kind("test.example", "v1", "Lamp", "A lamp."); }
};

class captured {
public:
    explicit captured(std::ostream& s) : stream_(s), before_(s.rdbuf(out_.rdbuf())) {}
    ~captured() { stream_.rdbuf(before_); }
    std::string text() const { return out_.str(); }

private:
    std::ostringstream out_;
    std::ostream& stream_;
    std::streambuf* before_;
};

void declare_lamps(manager& m) {
    m.controller<lamp>().reconcile(
        [](context&, snapshot<lamp>) -> awaitable<outcome> { co_return outcome::done(); });
    m.webhook<lamp>().validates([](const lamp&, verdict&) {});
}

// The exit code and the output.
std::pair<int, std::string> run(std::vector<std::string> arguments,
                                const std::function<void(manager&)>& set_up = declare_lamps) {
    arguments.insert(arguments.begin(), "lamps");
    std::vector<char*> argv;
    for (std::string& a : arguments) argv.push_back(a.data());
    captured out(std::cout), err(std::cerr);
    lamp sample;
    sample.metadata.name = "desk";
    program p("lamps", "Lights lamps.");
    p.sample(sample);
    const int code = p.run(static_cast<int>(argv.size()), argv.data(), set_up);
    return {code, out.text() + err.text()};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_sample_is_printed_after_the_definition_that_it_needs) {
    const auto [code, text] = run({"--print-sample", "--print-crd", "--print-rbac"});
    BOOST_TEST(code == 0);
    const std::size_t definition = text.find("kind: CustomResourceDefinition"),
                      role = text.find("kind: ClusterRole"), sample = text.find("name: desk");
    BOOST_REQUIRE(sample != std::string::npos);
    BOOST_TEST(definition < role);
    BOOST_TEST(role < sample);
}

BOOST_AUTO_TEST_CASE(an_invalid_log_level_is_answered_with_the_valid_ones) {
    const auto [code, text] = run({"--log-level", "loud"});
    BOOST_TEST(code == 2);
    BOOST_TEST(text.find("--log-level: \"loud\" is invalid; use trace, debug, info, warn, error or off") !=
                   std::string::npos,
               text);
}

BOOST_AUTO_TEST_CASE(the_configurations_of_webhooks_are_printed) {
    const auto [code, text] = run({"--print-webhooks"});
    BOOST_TEST(code == 0);
    BOOST_TEST(text.find("name: lamps-validating-webhook-configuration") != std::string::npos, text);
    BOOST_TEST(text.find("namespace: lamps-system") != std::string::npos, text);
    const auto [url_code, by_url] = run({"--print-webhooks", "--webhook-url", "https://10.0.0.1:9443"});
    BOOST_TEST(url_code == 0);
    BOOST_TEST(by_url.find("https://10.0.0.1:9443/validate-test-example-v1-lamp") != std::string::npos,
               by_url);
}

BOOST_AUTO_TEST_CASE(an_address_of_webhooks_that_the_api_server_would_refuse_is_refused) {
    for (const char* url : {"http://a:9443", "a:9443", "https://", "https://u@a", "https://a?b=c"}) {
        const auto [code, text] = run({"--webhook-url", url});
        BOOST_TEST(code == 2, url);
        BOOST_TEST(text.find(std::string("--webhook-url: \"") + url) != std::string::npos, text);
    }
    BOOST_TEST(run({"--webhook-service", "A.b"}).first == 2);
    BOOST_TEST(run({"--webhook-namespace", "a/b"}).first == 2);
    BOOST_TEST(run({"--webhook-port", "70000"}).first == 2);
}

BOOST_AUTO_TEST_CASE(programs_that_cannot_be_recorded_are_refused) {
    const std::string path = "program_test_kubeconfig.yaml";
    std::ofstream(path) << "apiVersion: v1\nkind: Config\ncurrent-context: a\n"
                           "clusters: [{name: a, cluster: {server: 'http://127.0.0.1:1'}}]\n"
                           "users: [{name: a, user: {}}]\n"
                           "contexts: [{name: a, context: {cluster: a, user: a}}]\n";
    const auto [code, text] = run({"--flight-recorder", "--kubeconfig", path});
    BOOST_TEST(code == 2);
    BOOST_TEST(text.find("turn them off with --webhook-port=0") != std::string::npos, text);
    const auto [owner_code, by_owner] = run({"--flight-recorder", "--kubeconfig", path}, [](manager& m) {
        m.controller<lamp>().owns<core_v1::secret>().reconcile(
            [](context&, snapshot<lamp>) -> awaitable<outcome> { co_return outcome::done(); });
    });
    BOOST_TEST(owner_code == 2);
    BOOST_TEST(by_owner.find("this operator changes Secrets") != std::string::npos, by_owner);
    const auto [traced_code, traced] = run({"--flight-recorder", "--webhook-port", "0", "--otlp-endpoint",
                                            "http://127.0.0.1:1", "--kubeconfig", path});
    BOOST_TEST(traced_code == 2);
    BOOST_TEST(traced.find("the export of traces is not recorded") != std::string::npos, traced);
    mask_signals(SIG_UNBLOCK, true);
    std::filesystem::remove(path);
}

BOOST_AUTO_TEST_SUITE_END()
