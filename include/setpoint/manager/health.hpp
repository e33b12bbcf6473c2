#pragma once
// Named health checks and their responses to probes, in the format of kube-apiserver and controller-runtime.
//
//     health_checks ready("readyz");
//     ready.add("database", [&] { return connected ? "" : "not connected"; });
//     const auto [status, body] = ready.ask("", "verbose&exclude=ping");

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

class health_checks {
public:
    // `path` only appears in responses: "readyz check failed".
    explicit health_checks(std::string path) : path_(std::move(path)) {}
    // A check returns "" if it passes, and otherwise one line with the problem.
    // `check` is called for each probe, on the loop: it must return immediately and must not throw.
    // Keep the result of slow checks and return it here. It lives as long as this object.
    void add(std::string name, std::function<std::string()> check);

    struct answer {
        int status;  // 200, 404 (no such check), 500
        std::string body;
    };
    // Runs checks. `sub` is the rest of the path: "" for all checks, or the name of one. `query` may contain
    // verbose and exclude=NAME. Without any checks, a check "ping" passes.
    // Bodies list each check as kube-apiserver does, "[+]name ok" or "[-]name failed: problem"; one
    // that passes without verbose is just "ok". An excluded check passes and is not run.
    answer ask(std::string_view sub, std::string_view query) const;
    // Returns the names and problems of the failing checks.
    // Runs all checks, each as "name: problem".
    std::vector<std::string> failing() const;

private:
    struct check {
        std::string name;
        std::function<std::string()> run;
    };
    std::string path_;  // "healthz", "readyz"
    std::vector<check> checks_;
};

}}  // namespace setpoint::v0
