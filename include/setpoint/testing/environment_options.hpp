#pragma once
// The settings of a test environment, how its failures are reported, and its answers to raw requests.

#include "setpoint/apiserver/options.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/log.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace setpoint { inline namespace v0 { namespace testing {

//     testing::environment env(add_controllers, {.seed = 7, .level = log_level::debug});
// The default seed is fixed, so that a failing test fails again; run with other seeds to see other
// orders.
struct environment_options {
    std::uint64_t seed = 1;
    apiserver::server_options api{};
    log_level level = log_level::info;            // minimum level of log()
    bool real_time = false;                       // use the machine's clock, not a virtual one
    duration limit = std::chrono::hours(24 * 7);  // maximum cluster time of one run()
    // A test fails with a hot loop if this many reconciles within one second of cluster time were each
    // caused by the one before: by its write, its post to a channel or its timer. 0 disables the check.
    // See docs/testing.md.
    std::size_t hot_loop = 250;
    // Each manager acts as a service account of its own, in kube-system, with exactly the roles that it
    // prints (manager::roles(), for the namespaces of its options); the test itself may do everything. A
    // request that the roles do not allow is answered with 403, as in a cluster, and fails the test with the
    // rule to add: see take_missing_rights(). Replicas, which have one name and one set of roles, share an
    // account. Unless api.access says otherwise, it becomes RBAC.
    bool rbac = false;
};

// A condition did not become true in time, a condition of never() became true, a manager failed, or a
// reconciler runs in a hot loop (the message then lists what queues it and which reconciler writes that).
// The message lists the live objects, the logged warnings and the tasks still waiting.
// what() is meant for people, has many lines, and changes between releases: tests should not compare
// it.
class failure : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The response to a raw request; see async_ask().
// `status` is any HTTP status; a refusal is not a failure of the test. The body is at most 64 MiB.
struct answer {
    int status = 0;
    std::string body;
};

}}}  // namespace setpoint::v0::testing
