// `setpoint top` as a program, next to a server that answers as an operator does.
#include "setpoint/http/server.hpp"
#include "support/finished_command.hpp"
#include "support/real_world.hpp"
#include "support/running_command.hpp"

#include <boost/json/parse.hpp>

#include <chrono>
#include <functional>
#include <sys/stat.h>
#include <thread>

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
    // Calls `use` while the server runs, in another thread.
    void while_serving(std::function<void()> use) {
        run([&]() -> awaitable<void> {
            options.at = {"127.0.0.1", 0};
            server.emplace(l, log, options,
                           [this](const http::server_request& r) { return answer(body, r); });
            BOOST_REQUIRE(server->start().has_value());
            write_kubectl();
            co_await l.blocking("setpoint top", [use] {
                use();
                return true;
            });
            co_await server->stop(std::chrono::seconds(1));
        });
    }
    // Returns how the command ended; {port} in its words is that of the server.
    finished_command run_top(std::vector<std::string> words) {
        finished_command ended;
        while_serving([&] {
            words.insert(words.begin(), "top");
            for (std::string& w : words)
                if (const auto at = w.find("{port}"); at != w.npos)
                    w.replace(at, 6, std::to_string(server->port()));
            ended = run_setpoint(words);
        });
        return ended;
    }
    // A kubectl that forwards the port of the server, and keeps its arguments and its pid. The port 1 ends
    // it, with a message.
    void write_kubectl() const {
        const std::string file = files.write(
            "kubectl", "#!/bin/sh\necho \"$@\" > " + files.at("arguments") + "\necho $$ > " +
                           files.at("pid") + "\ncase \"$*\" in *:1) echo no such pod >&2; exit 7;; esac\n" +
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
        contains(refused.error,
                 "kubectl port-forward deployment/site-operator has ended with exit code 7: no such pod"),
        refused.error);
}

BOOST_AUTO_TEST_CASE(it_forwards_again_after_kubectl_has_ended) {
    top_world w;
    const path_with ours(w.files.path());
    std::string first, second;
    int code = -1;
    w.while_serving([&] {
        // The threads of blocking() block all signals, which the command would inherit.
        sigset_t none;
        sigemptyset(&none);
        ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
        running_command top({"top", "deployment/site-operator", "-o", "json", "--interval", "200ms"});
        top.until("site-0");
        first = text_of_file(w.files.at("pid"));
        ::kill(std::stoi(first), SIGKILL);
        for (int i = 0; i < 600 && (second.empty() || second == first); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            second = text_of_file(w.files.at("pid"));
        }
        top.until("site-0", top.output().size());
        top.signal(SIGINT);
        code = top.wait();
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
    });
    BOOST_TEST(second != first);
    BOOST_TEST(code == 0);
    BOOST_TEST(!runs(second));
}

BOOST_AUTO_TEST_SUITE_END()
