#pragma once
// An embedded cluster as kubectl sees it: objects as JSON, named "deployments/web".

#include "setpoint/testing/environment.hpp"

#include <boost/json/object.hpp>

#include <utility>
#include <vector>

namespace embedded {

using namespace setpoint;
using namespace std::chrono_literals;
namespace bj = boost::json;

// The value at "status.conditions[Ready]" or "metadata.annotations[some/key]" or "spec.ports[0].port": text
// as it is, other values as JSON, a condition as "True SomeReason". "" when there is none.
std::string at(const bj::object& o, std::string_view path);
// All must hold; a value "*" stands for anything but "".
using facts = std::vector<std::pair<std::string, std::string>>;
bool hold(const bj::object& o, const facts& f);

class cluster {
public:
    explicit cluster(std::uint64_t seed = 1, apiserver::server_options api = {});

    // `what`: "deployments/web", "pods?labelSelector=app=web", or with a namespace "other:pods/web".
    awaitable<bj::object> get(std::string what);  // {} when there is none
    awaitable<std::vector<bj::object>> list(std::string what);
    awaitable<std::string> names(std::string what);  // "a b c"
    awaitable<void> create(std::string what, std::string yaml);
    awaitable<void> patch(std::string what, std::string merge_patch);
    // policy: Background, Foreground, Orphan.
    awaitable<void> remove(std::string what, std::string policy = "Background", std::string more = {});
    awaitable<testing::answer> ask(std::string method, std::string what, std::string body = {},
                                   std::string type = "application/json");

    awaitable<void> until(std::string what, facts f, duration within = 1min);
    awaitable<void> until_gone(std::string what, duration within = 1min);
    awaitable<void> until_count(std::string what, std::size_t n, duration within = 1min);
    // So many of a list with these facts.
    awaitable<void> until_some(std::string what, std::size_t n, facts f, duration within = 1min);
    awaitable<void> never(std::string what, facts f, duration during);
    awaitable<void> pass(duration d) { return env.event_loop().sleep(d); }
    double seconds() const;  // of cluster time, since the beginning

    // One line for each request to the API, with its time: of the test and of what stands behind the API.
    const std::string& trace() const { return trace_; }
    // What there is, without what follows from seed and time: names that the server made, addresses, times.
    awaitable<std::string> state();

private:
    testing::environment_options options(std::uint64_t seed, apiserver::server_options api);
    std::string trace_;
    loop* clock_ = nullptr;

public:
    testing::environment env;
};

// Deployments and the like, with the label app.
std::string deployment(std::string name, int replicas, std::string image = "nginx:1", std::string spec = {},
                       std::string pod_spec = {}, std::string annotations = {});
std::string pod(std::string name, std::string labels = {}, std::string spec = {}, std::string fail = {});
std::string job(std::string name, std::string spec, std::string fail = {}, std::string policy = "Never");

}  // namespace embedded
