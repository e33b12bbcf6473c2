#pragma once
// Options and state of leader election: one instance of an operator leads by renewing a Lease, and the others
// stand by. See docs/leader-election.md.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"

#include <cstdint>
#include <string>

namespace setpoint { inline namespace v0 {

// What a leader does after it failed to renew in time. It has stopped writing before, in both cases.
enum class on_lost_lease : std::uint8_t {
    exit,     // exits with code 1, for a restart from a clean state
    stand_by  // stops its controllers, keeps its caches, and stands by again
};

// The defaults are client-go's. All candidates for one Lease should use the same values; each honors the
// duration that the holder has written.
// The leader stops writing after renew_deadline, and no standby takes the Lease before lease_duration
// has passed: the difference, 5 s by default, covers differences in the speed of clocks and writes that
// are under way. Clocks of different machines are never compared.
struct election_options {
    bool enabled = false;  // --leader-elect
    std::string id;        // --leader-election-id: the Lease's name; empty: the program's name
    std::string ns;        // --leader-election-namespace: the Lease's; required if enabled
    std::string identity;  // of this process, never reused; empty: instance_UUID
    // How long standbys wait after the last renewal that they observed. Whole seconds, as in the Lease.
    duration lease_duration = std::chrono::seconds(15);  // --leader-election-lease-duration
    // The leader stops writing this long after the start of its last successful renewal.
    duration renew_deadline = std::chrono::seconds(10);  // --leader-election-renew-deadline
    // The leader renews at this interval. Standbys read the Lease at 1 to 1.2 times this interval.
    duration retry_period = std::chrono::seconds(2);  // --leader-election-retry-period
    on_lost_lease on_loss = on_lost_lease::exit;      // --leader-election-on-loss
};

// Checks what client-go checks: lease duration > renew deadline > 1.2 * retry period > 0; and that the lease
// duration is a whole number of seconds, at least one, and the names are valid or empty. Errors: bad_config,
// with the flag's name.
result<> validate(const election_options& o);

// The state of the election, for display.
// A copy for display: it is outdated as soon as a task runs.
struct election_state {
    std::string lease;     // "namespace/name"
    std::string identity;  // of this process
    std::string holder;    // as last seen; "": no holder, or not seen yet
    bool leading = false;
    std::int32_t transitions = 0;  // as last seen; while leading, the number of this term
    duration leads_for{0};         // while leading: time left until the deadline, without a renewal
    std::string trouble;           // the last failure to read or write the Lease; "" after a success
};

}}  // namespace setpoint::v0
