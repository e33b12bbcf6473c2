#pragma once
// Plans the next step of a Deployment: a pure function of the Deployment, its replica sets, and
// whether old pods are still running.

#include "apiserver/controllers/deployment/revision.hpp"
#include "apiserver/controllers/deployment/status.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct deployment_seen {
    std::vector<replica_set_ptr> sets;  // its own
    // For Recreate: UIDs of replica sets with pods that have not finished.
    std::vector<std::string> with_pods;
};

struct set_change {
    replica_set_ptr of;
    boost::json::object patch;  // a merge patch
};

struct deployment_plan {
    // Created first; the rest of the plan applies once it exists. Empty: none.
    boost::json::object create;
    std::string create_name;
    std::int32_t create_replicas = 0;
    std::vector<set_change> changes;
    std::vector<replica_set_ptr> remove;
    partial_deployment_status status;
    std::string revision;             // for the annotation; "": unchanged
    std::vector<std::string> events;  // ScalingReplicaSet
    std::optional<duration> again;
};
deployment_plan plan_deployment(const partial_deployment& d, const deployment_seen& seen, wall_time now);

}}}  // namespace setpoint::v0::apiserver
