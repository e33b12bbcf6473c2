#pragma once
// What a Deployment does next: a pure function of the Deployment, its replica sets and whether old pods still
// run.

#include "apiserver/controllers/deployment/revision.hpp"
#include "apiserver/controllers/deployment/status.hpp"

#include <boost/json/object.hpp>

namespace setpoint::apiserver {

struct deployment_seen {
    std::vector<replica_set_ptr> sets;  // its own
    // UIDs of replica sets that have pods which have not ended: for Recreate.
    std::vector<std::string> with_pods;
};

struct set_change {
    replica_set_ptr of;
    boost::json::object patch;  // a merge patch
};

struct deployment_plan {
    // To be created first; the rest holds once it is there. Empty: none.
    boost::json::object create;
    std::string create_name;
    std::int32_t create_replicas = 0;
    std::vector<set_change> changes;
    std::vector<replica_set_ptr> remove;
    deployment_status_view status;
    std::string revision;             // of the annotation; "": leave it
    std::vector<std::string> events;  // ScalingReplicaSet
    std::optional<duration> again;
};
deployment_plan plan_deployment(const deployment_view& d, const deployment_seen& seen, wall_time now);

}  // namespace setpoint::apiserver
