#pragma once
// An embedded cluster, accessed like with kubectl: objects are JSON and named "deployments/web".

#include "setpoint/testing/environment.hpp"

#include <boost/json/object.hpp>

#include <utility>
#include <vector>

namespace embedded {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
namespace bj = boost::json;

// The value at "status.conditions[Ready]", "metadata.annotations[some/key]" or
// "spec.ports[0].port": strings as they are, other values as JSON, a condition as "True
// SomeReason". "" if there is none.
std::string at(const bj::object& o, std::string_view path);
// All must hold; the value "*" matches anything except "".
using facts = std::vector<std::pair<std::string, std::string>>;
bool hold(const bj::object& o, const facts& f);

class cluster {
public:
    explicit cluster(std::uint64_t seed = 1, apiserver::server_options api = {});

    // `what`: "deployments/web", "pods?labelSelector=app=web", or with a namespace
    // "other:pods/web".
    awaitable<bj::object> get(std::string what);  // {} if it does not exist
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
    // Waits until that many objects of a list match.
    awaitable<void> until_some(std::string what, std::size_t n, facts f, duration within = 1min);
    awaitable<void> never(std::string what, facts f, duration during);
    awaitable<void> pass(duration d) { return env.event_loop().sleep(d); }
    double seconds() const;  // of cluster time, since the start

    // One line with the time for each request to the API: of the test and of the controllers.
    const std::string& trace() const { return trace_; }
    // All objects, without what depends on seed and time: generated names, addresses, times.
    awaitable<std::string> state();

private:
    testing::environment_options options(std::uint64_t seed, apiserver::server_options api);
    std::string trace_;
    loop* clock_ = nullptr;

public:
    testing::environment env;
};

// Manifests of Deployments and the like, with the label app.
std::string deployment(std::string name, int replicas, std::string image = "nginx:1", std::string spec = {},
                       std::string pod_spec = {}, std::string annotations = {});
std::string pod(std::string name, std::string labels = {}, std::string spec = {}, std::string fail = {});
std::string job(std::string name, std::string spec, std::string fail = {}, std::string policy = "Never");

}  // namespace embedded
