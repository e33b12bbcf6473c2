#pragma once
// Previews, in this process and under virtual time, what operators would write to a cluster whose objects are
// given. Programs in any language are previewed by `setpoint preview`.
//
//     apiserver::cluster_snapshot live;
//     if (const auto read = apiserver::read_snapshot(text, "live.yaml", live); !read) throw
//     fault(read.error()); const auto seen = sim::preview({.live = std::move(live), .operators =
//     {add_site_controller}}); BOOST_TEST(!seen.disrupts(), seen.text());

#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/sim/preview_report.hpp"
#include "setpoint/testing/environment.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

struct operator_preview {
    apiserver::cluster_snapshot live;
    // Each is a manager of its own. The definitions that they declare replace those of `live`, as those of
    // `definitions` do.
    std::vector<testing::environment::set_up> operators;
    apiserver::cluster_snapshot definitions{};
    manager_options options = testing::environment::default_options();
    testing::environment_options cluster{};  // with virtual time; `rbac` is ignored
    // Operators get the values of Secrets, instead of placeholders. The report has placeholders in any case.
    bool keeps_secrets = false;
    // The operators are at rest when no object has changed for that long. Cluster time, as `limit`.
    duration quiet = std::chrono::minutes(2);
    duration limit = std::chrono::hours(1);
};

// Loads the objects, runs the operators until they are at rest, and returns what they have written. Webhooks
// in `live` are not called, and Leases in it have no holder. Nothing changes before the operators start. The
// status of a Deployment, StatefulSet or DaemonSet that they change shows a complete rollout once nothing
// changes; its pods stay. The controllers of the cluster act on what the operators have created or deleted,
// and on what belongs to it, and on nothing else. An operator that fails, reconciles in a hot loop, or is not
// at rest within `limit` makes report::incomplete. Errors: fault, invalid if an object cannot be loaded: the
// message names it; std::logic_error with real time.
preview_report preview(operator_preview what);

}}}  // namespace setpoint::v0::sim
