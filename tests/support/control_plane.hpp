#pragma once
// A control plane for a test: brought up by its constructor, taken down by its destructor (and, if the test
// crashes, by itself). With SETPOINT_EMBEDDED=1 it is `setpoint apiserver`. Else it is a real one, which
// needs SETPOINT_CLUSTER_SCRIPT, the path of tests/cluster/control-plane; without that, suites that say
//     BOOST_AUTO_TEST_SUITE(x, *boost::unit_test::precondition(needs_cluster({"kcm"})))
// are skipped; with SETPOINT_REQUIRE_CLUSTER=1 they fail instead. Suites that break the control plane, or
// need what the embedded one does not have, say needs_real_cluster.

#include "support/apiserver_process.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace detail {

inline std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

inline std::string shell_quoted(std::string_view s) {
    std::string out = "'";
    for (const char c : s) c == '\'' ? out += "'\\''" : out += c;
    return out + "'";
}

// What the command prints on both streams, and its exit code (124: it took longer than two minutes).
inline std::pair<std::string, int> run_command(const std::vector<std::string>& words) {
    std::string line = "timeout 120";
    for (const std::string& w : words) line += " " + shell_quoted(w);
    std::FILE* const pipe = ::popen((line + " 2>&1").c_str(), "r");
    if (!pipe) return {"cannot start a shell", 127};
    std::string out;
    char piece[4096];
    for (std::size_t n; (n = std::fread(piece, 1, sizeof piece, pipe)) != 0;) out.append(piece, n);
    const int status = ::pclose(pipe);
    while (out.ends_with('\n')) out.pop_back();
    return {out, WIFEXITED(status) ? WEXITSTATUS(status) : 128};
}

inline bool is_set(const char* name) {
    const std::string value = environment(name);
    return !value.empty() && value != "0";
}

}  // namespace detail

// Whether tests run against `setpoint apiserver`.
inline bool embedded() {
    return detail::is_set("SETPOINT_EMBEDDED");
}

// A precondition of a suite. `components` beyond the API server: kcm, scheduler, kwok.
class needs_cluster {
public:
    explicit needs_cluster(std::vector<std::string> components = {}) : components_(std::move(components)) {}
    boost::test_tools::assertion_result operator()(boost::unit_test::test_unit_id) const {
        if (embedded() || detail::is_set("SETPOINT_REQUIRE_CLUSTER")) return true;
        const std::string why = missing();
        if (why.empty()) return true;
        boost::test_tools::assertion_result no(false);
        no.message() << why;
        return no;
    }

private:
    std::string missing() const {
        const std::string script = detail::environment("SETPOINT_CLUSTER_SCRIPT");
        if (script.empty()) return "SETPOINT_CLUSTER_SCRIPT is not set (tests/cluster/control-plane)";
        std::vector<std::string> words = {script, "have"};
        words.insert(words.end(), components_.begin(), components_.end());
        const auto [text, code] = detail::run_command(words);
        return code == 0 ? "" : text;
    }
    std::vector<std::string> components_;
};

class needs_real_cluster : public needs_cluster {
public:
    using needs_cluster::needs_cluster;
    boost::test_tools::assertion_result operator()(boost::unit_test::test_unit_id id) const {
        if (!embedded()) return needs_cluster::operator()(id);
        boost::test_tools::assertion_result no(false);
        no.message() << "needs a real control plane";
        return no;
    }
};

class control_plane {
public:
    // `options` of `control-plane up`, e.g. {"--kcm", "--kwok", "5"}; the embedded one then runs the same
    // parts. Throws std::runtime_error when it does not come up.
    explicit control_plane(std::string_view purpose, std::vector<std::string> options = {})
        : name_(std::string(purpose) + "-" + std::to_string(::getpid())) {
        if (embedded()) {
            process_ = std::make_unique<apiserver_process>(without_what_is_not_in(options));
            kubeconfig_ = process_->kubeconfig();
            return;
        }
        const std::string script = detail::environment("SETPOINT_CLUSTER_SCRIPT");
        if (script.empty())
            throw std::runtime_error("SETPOINT_CLUSTER_SCRIPT is not set (tests/cluster/control-plane)");
        script_ = script;
        options.insert(options.begin(), {"up", "--for-pid", std::to_string(::getpid())});
        const std::string out = command(options);
        kubeconfig_ = out.substr(out.rfind('\n') + 1);
    }
    control_plane(const control_plane&) = delete;
    control_plane& operator=(const control_plane&) = delete;
    ~control_plane() {
        if (!process_ && !kubeconfig_.empty()) detail::run_command({script_, "down", "--name", name_});
    }

    const std::string& kubeconfig() const { return kubeconfig_; }
    // The instance's folder. Of a real one: pki/ca.crt, pki/admin.crt, pki/tokens.csv, log/.
    std::string folder() const { return kubeconfig_.substr(0, kubeconfig_.rfind('/')); }

    // A command of the script, e.g. {"restart-apiserver", "--kill"} or {"compact"}; returns what it printed.
    // Throws std::runtime_error when it fails; real ones only. Blocks: in a coroutine, `co_await
    // l.blocking("fault", [&] { return plane.command(...); })`.
    std::string command(std::vector<std::string> words) const {
        if (process_)
            throw std::logic_error("the embedded control plane has no such command: " + words.at(0));
        words.insert(words.begin() + 1, {"--name", name_});
        words.insert(words.begin(), script_);
        auto [text, code] = detail::run_command(words);
        if (code != 0)
            throw std::runtime_error("control-plane " + words[1] + ": exit code " + std::to_string(code) +
                                     ": " + text);
        return text;
    }
    // The API server keeps its connections and does not answer; and answers again.
    void freeze() const { process_ ? process_->signal(SIGSTOP) : void(command({"freeze", "apiserver"})); }
    void thaw() const { process_ ? process_->signal(SIGCONT) : void(command({"thaw", "apiserver"})); }
    // kubectl on it, as system:masters. Real ones only: the embedded one is tested without Go.
    std::string kubectl(std::vector<std::string> words) const {
        words.insert(words.begin(), "kubectl");
        return command(std::move(words));
    }
    // What runs of a real one, and the namespace's pods: for the text of a failure. Takes 5 s at most; throws
    // nothing.
    std::string state(const std::string& ns) const {
        if (process_) return "";
        const auto said = [this](std::vector<std::string> words) {
            words.insert(words.begin(), script_);
            return detail::run_command(words).first;
        };
        return said({"status", "--name", name_}) + "\n" +
               said({"kubectl", "--name", name_, "--request-timeout=5s", "-n", ns, "get", "pods", "-o",
                     "wide"});
    }

private:
    // A real API server alone collects no garbage, and has no nodes.
    static std::vector<std::string> without_what_is_not_in(const std::vector<std::string>& options) {
        const auto has = [&](std::string_view name) {
            return std::find(options.begin(), options.end(), name) != options.end();
        };
        std::vector<std::string> words;
        // control-plane disables the same plugins: nobody would make accounts, or remove taints.
        if (!has("--kcm"))
            words = {"--without", "garbage-collection,namespaces,workloads", "--disable-admission-plugins",
                     "ServiceAccount,TaintNodesByCondition"};
        if (!has("--kwok")) words.insert(words.end(), {"--without", "nodes"});
        return words;
    }

    std::unique_ptr<apiserver_process> process_;
    std::string name_, script_, kubeconfig_;
};

}}  // namespace setpoint::v0
