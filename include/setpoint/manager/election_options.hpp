#pragma once
// Leader election: of several instances of an operator, one works and the others stand by, by a Lease that
// the one renews. docs/leader-election.md has the whole picture.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"

#include <cstdint>
#include <string>

namespace setpoint {

// What a process does that led and could not renew in time. Either way it has stopped writing by then.
enum class on_lost_lease : std::uint8_t {
    exit,     // ends with exit code 1: whoever restarts it gets a clean start
    stand_by  // stops its controllers, keeps its caches, and stands by again
};

// The defaults are client-go's. Of all candidates for one Lease they should be the same; each honours the
// duration that the holder has written.
struct election_options {
    bool enabled = false;  // --leader-elect
    std::string id;        // --leader-election-id: the Lease's name; empty: the program's name
    std::string ns;        // --leader-election-namespace: the Lease's; must be set when enabled
    std::string identity;  // of this process, never used again; empty: instance_UUID
    // How long others wait after the last renewal that they observed. Whole seconds, since the Lease holds
    // those.
    duration lease_duration = std::chrono::seconds(15);  // --leader-election-lease-duration
    // This long after the beginning of its last successful renewal the leader stops.
    duration renew_deadline = std::chrono::seconds(10);  // --leader-election-renew-deadline
    // The leader renews this often. Standbys look this often, and up to 1.2 times as long.
    duration retry_period = std::chrono::seconds(2);  // --leader-election-retry-period
    on_lost_lease on_loss = on_lost_lease::exit;      // --leader-election-on-loss
};

// As client-go demands: lease duration > renew deadline > 1.2 * retry period > 0; the lease duration is a
// whole number of seconds, at least one. Names that no Lease and no namespace can have are refused as well;
// empty ones are not looked at. Error: bad_config, naming the flag.
result<> validate(const election_options& o);

// What the election is doing, for people.
struct election_state {
    std::string lease;     // "namespace/name"
    std::string identity;  // ours
    std::string holder;    // as last seen; "": nobody, or nothing was seen yet
    bool leading = false;
    std::int32_t transitions = 0;  // as last seen; while leading: the number of this term
    duration leads_for{0};         // leading: until the own deadline, unless it is renewed before
    std::string trouble;           // the last failure to read or write the Lease; "" after a success
};

}  // namespace setpoint
