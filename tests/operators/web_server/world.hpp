#pragma once
// The WebServer operator in a cluster of its own, in this process and under virtual time.

#include "operators/web_server/reconciler.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace web_server_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using ws = ::web_server::web_server;

inline testing::environment_options seeded(std::uint64_t seed, log_level level = log_level::info) {
    testing::environment_options o;
    o.seed = seed;
    o.rbac = true;
    o.level = level;
    return o;
}

// What the program does, but for its flags.
inline manager_options named_as_the_program() {
    manager_options o = testing::environment::default_options();
    o.name = "webserver-operator";
    return o;
}

inline object_key key(std::string name) {
    return {"default", std::move(name)};
}
inline ws make(std::string name, std::int32_t replicas = 2, std::string image = "nginx:1.23.1") {
    ws w;
    w.metadata.name = name;
    w.metadata.ns = "default";
    w.spec.replicas = replicas;
    w.spec.image = std::move(image);
    return w;
}
inline bool is_rolled_out(const ws& w) {
    const condition* c = find_condition(w.status.conditions, "Progressing");
    return c && c->reason == "RolledOut" && is_true(w.status.conditions, "Available") &&
           w.status.observed_generation == w.metadata.generation;
}

struct operator_world : testing::environment {
    explicit operator_world(std::uint64_t seed = 1)
        : environment(seeded(seed)),
          m((install<ws>(), start(::web_server::add_web_server_controller, named_as_the_program()))) {}

    // A request to this path in the namespace, which must be accepted; returns the body of its answer.
    awaitable<std::string> must(std::string method, std::string what, std::string body = {},
                                std::string type = "application/merge-patch+json") {
        const std::size_t version_end = what.starts_with("v1/") ? 2 : what.find('/', what.find('/') + 1);
        const std::string target = (what.starts_with("v1/") ? "/api/" : "/apis/") +
                                   what.substr(0, version_end) + "/namespaces/default" +
                                   what.substr(version_end);
        const testing::answer a =
            co_await async_ask(std::move(method), target, std::move(body), std::move(type));
        if (a.status >= 300) throw std::runtime_error(what + ": " + a.body);
        co_return a.body;
    }
    awaitable<void> change(std::string name, boost::json::object spec) {
        (co_await client().merge_patch<ws>(key(std::move(name)), {{"spec", std::move(spec)}})).value();
    }
    // Log lines that hold all of `words`.
    int logged(std::initializer_list<std::string_view> words) const {
        std::istringstream lines(log());
        int found = 0;
        for (std::string line; std::getline(lines, line);)
            found += std::all_of(words.begin(), words.end(),
                                 [&](std::string_view w) { return line.find(w) != std::string::npos; });
        return found;
    }

    manager& m;
};

}  // namespace web_server_test
