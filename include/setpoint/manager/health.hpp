#pragma once
// Named health checks and their answer to a probe, as kube-apiserver and controller-runtime give it.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

class health_checks {
public:
    explicit health_checks(std::string path) : path_(std::move(path)) {}
    // A check returns "" when all is well, else what is wrong in one line.
    void add(std::string name, std::function<std::string()> check);

    struct answer {
        int status;  // 200, 404 (no such check), 500
        std::string body;
    };
    // `sub` is what follows the path: "" for all checks, a check's name for that one. `query` may hold
    // verbose and exclude=NAME. With no checks at all there is one, "ping", that passes.
    answer ask(std::string_view sub, std::string_view query) const;
    // The names and reasons of the checks that fail.
    std::vector<std::string> failing() const;

private:
    struct check {
        std::string name;
        std::function<std::string()> run;
    };
    std::string path_;  // "healthz", "readyz"
    std::vector<check> checks_;
};

}  // namespace setpoint
