#pragma once
// webserver-operator processes that compete for a Lease, on a control plane, real or embedded.

#include "operators/web_server/types.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/coordination_v1.hpp"
#include "setpoint/client/api_connection.hpp"
#include "support/control_plane.hpp"
#include "support/operator_process.hpp"
#include "support/real_world.hpp"

#include <map>
#include <memory>

namespace election_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

// The control plane of the executable, with the CRD of WebServers.
control_plane& shared_plane();

struct durations {
    const char *lease, *renew, *retry;
    duration lease_duration, retry_period;
};
inline constexpr durations defaults{"15s", "10s", "2s", 15s, 2s};
inline constexpr durations shortened{"6s", "4s", "1s", 6s, 1s};

double in_seconds(duration d);

class election_world : public real_world {
public:
    explicit election_world(control_plane& plane);
    // A new namespace.
    awaitable<std::string> make_namespace();
    awaitable<void> make_web_server(std::string ns, std::string name);
    // "name@resourceVersion" of all WebServers, Deployments and Services there.
    awaitable<std::string> state_of(std::string ns);
    awaitable<std::size_t> deployments_in(std::string ns);
    // Until `condition` holds; says `what`, and what `more` tells, when it does not.
    template <class F, class G>
    awaitable<void> must(std::string what, F condition, G more, duration limit = 90s) {
        const bool held = co_await eventually(std::move(condition), limit);
        if (!held) throw std::runtime_error("not in time: " + what + "\n" + more());
    }

    control_plane& plane;
    api_connection connection;
    client& api;
};

// Two or more processes for one Lease, all but one of them standing by, and a WebServer for them to mind.
class candidates {
public:
    candidates(election_world& w, std::string ns, durations d, std::string on_loss)
        : w_(w), ns_(std::move(ns)), durations_(d), on_loss_(std::move(on_loss)) {}

    // `work_in`: the namespace that it minds; its own when empty.
    operator_process& start(std::string work_in = {});
    // The lease as it is.
    awaitable<lease_spec> read();
    // Until one that is not `other_than` holds the lease; the process.
    awaitable<operator_process*> until_led(std::string other_than = {}, duration limit = 90s);
    // Deletes the Deployment and waits until there is another one; how long that took since `begun`.
    awaitable<duration> until_repaired(time_point begun, duration limit = 90s);
    // Starts `n` processes and waits until one leads and has made the WebServer's Deployment.
    awaitable<void> begin(std::size_t n);
    operator_process* process_of(const std::string& identity);
    const std::string& ns() const { return ns_; }
    const durations& timing() const { return durations_; }
    std::vector<std::unique_ptr<operator_process>>& all() { return processes_; }
    std::string logs() const;

private:
    election_world& w_;
    std::string ns_;
    durations durations_;
    std::string on_loss_;
    std::vector<std::unique_ptr<operator_process>> processes_;
};

}  // namespace election_test
