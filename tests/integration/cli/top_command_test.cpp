// `setpoint top` as a program, next to a server that answers as an operator does.
#include "setpoint/http/server.hpp"
#include "support/finished_command.hpp"
#include "support/real_world.hpp"

#include <boost/json/parse.hpp>

#include <sys/stat.h>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(top_command_test)

namespace {

constexpr const char* state =
    R"({"program": "site-operator", "instance": "site-0", "version": "1", "time": "2026-01-01T00:00:00Z",)"
    R"( "ready": true, "notReady": [], "informers": [], "controllers": [{"name": "site", "workers": 4,)"
    R"( "active": 0, "queue": {}, "underWay": [], "recent": []}]})";

// Serves `body` at /debug/setpoint, and nothing else.
struct top_world : real_world {
    std::string body = state;
    http::server_options options;
    std::optional<http::server> server;
    const test_directory files;

    static awaitable<http::response> answer(const std::string& text, const http::server_request& r) {
        if (r.path() != "/debug/setpoint") co_return http::not_found();
        co_return http::response{200, {{"Content-Type", "application/json"}}, text};
    }
    // Returns how the command ended; {port} in its words is that of the server.
    finished_command run_top(std::vector<std::string> words) {
        finished_command ended;
        run([&]() -> awaitable<void> {
            options.at = {"127.0.0.1", 0};
            server.emplace(l, log, options,
                           [this](const http::server_request& r) { return answer(body, r); });
            BOOST_REQUIRE(server->start().has_value());
            words.insert(words.begin(), "top");
            for (std::string& w : words)
                if (const auto at = w.find("{port}"); at != w.npos)
                    w.replace(at, 6, std::to_string(server->port()));
            write_kubectl();
            ended = co_await l.blocking("setpoint top", [words] { return run_setpoint(words); });
            co_await server->stop(std::chrono::seconds(1));
        });
        return ended;
    }
    // A kubectl that forwards the port of the server, and keeps its arguments and its pid. The port 1 ends
    // it.
    void write_kubectl() const {
        const std::string file =
            files.write("kubectl", "#!/bin/sh\necho \"$@\" > " + files.at("arguments") + "\necho $$ > " +
                                       files.at("pid") + "\ncase \"$*\" in *:1) exit 7;; esac\n" +
                                       "echo 'Forwarding from 127.0.0.1:" + std::to_string(server->port()) +
                                       " -> 8081'\nexec sleep 600\n");
        ::chmod(file.c_str(), 0755);
    }
};

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

// A zombie that nobody has waited for does not.
bool runs(const std::string& pid) {
    const std::string stat = text_of_file("/proc/" + pid.substr(0, pid.find('\n')) + "/stat");
    return !stat.empty() && !contains(stat, ") Z ");
}

// PATH begins with a folder while it lives.
struct path_with {
    explicit path_with(const std::string& folder) : before(std::getenv("PATH")) {
        ::setenv("PATH", (folder + ":" + before).c_str(), 1);
    }
    ~path_with() { ::setenv("PATH", before.c_str(), 1); }
    std::string before;
};

}  // namespace

BOOST_AUTO_TEST_CASE(it_prints_tables_once_without_a_terminal) {
    top_world w;
    const finished_command done = w.run_top({"localhost:{port}"});
    BOOST_TEST(done.code == 0, done.error);
    BOOST_TEST(done.out.starts_with("site-operator   site-0   version 1   ready\n"), done.out);
    BOOST_TEST(contains(done.out, "\nsite         0/4"), done.out);
    BOOST_TEST(!contains(done.out, "\x1b"));
    BOOST_TEST(done.error == "");
}

BOOST_AUTO_TEST_CASE(it_prints_the_document_as_json) {
    top_world w;
    const finished_command done = w.run_top({"http://127.0.0.1:{port}/debug", "--once", "-o", "json"});
    BOOST_TEST(done.code == 0, done.error);
    BOOST_TEST((boost::json::parse(done.out) == boost::json::parse(state)));
}

BOOST_AUTO_TEST_CASE(it_says_why_there_is_no_state) {
    top_world w;
    const finished_command elsewhere = w.run_top({"http://localhost:{port}/x"});
    BOOST_TEST(elsewhere.code == 2);
    BOOST_TEST(contains(elsewhere.error, "/x/debug/setpoint does not exist"), elsewhere.error);
    BOOST_TEST(contains(elsewhere.error, "--debug-endpoint"), elsewhere.error);
    w.body = "[]";
    const finished_command other = w.run_top({"localhost:{port}"});
    BOOST_TEST(other.code == 2);
    BOOST_TEST(contains(other.error, "not the state of an operator"), other.error);
    const finished_command nobody = w.run_top({"127.0.0.1:1"});
    BOOST_TEST(nobody.code == 1);
    BOOST_TEST(contains(nobody.error, "http://127.0.0.1:1/debug/setpoint"), nobody.error);
    for (const char* const wrong : {"https://localhost:1", "a b"}) {
        const finished_command refused = w.run_top({wrong});
        BOOST_TEST(refused.code == 2, wrong);
        BOOST_TEST(contains(refused.error, wrong), refused.error);
    }
    BOOST_TEST(w.run_top({"localhost:{port}", "-n", "x"}).code == 2);
    BOOST_TEST(w.run_top({"localhost:{port}", "--interval", "1ms"}).code == 2);
}

BOOST_AUTO_TEST_CASE(it_reaches_a_pod_through_kubectl) {
    top_world w;
    const path_with ours(w.files.path());
    const finished_command done =
        w.run_top({"deployment/site-operator", "-n", "operators", "--context", "c", "--port", "9", "--once"});
    BOOST_TEST(done.code == 0, done.error);
    BOOST_TEST(contains(done.out, "site-operator"), done.out);
    BOOST_TEST(
        text_of_file(w.files.at("arguments")) ==
        "port-forward --address 127.0.0.1 --context c --namespace operators deployment/site-operator :9\n");
    BOOST_TEST(!runs(text_of_file(w.files.at("pid"))));
    const finished_command refused = w.run_top({"deployment/site-operator", "--port", "1"});
    BOOST_TEST(refused.code == 1);
    BOOST_TEST(
        contains(refused.error, "kubectl port-forward deployment/site-operator has ended with exit code 7"),
        refused.error);
}

BOOST_AUTO_TEST_SUITE_END()
