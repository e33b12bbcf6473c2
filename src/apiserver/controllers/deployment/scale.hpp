#pragma once
// The size of each replica set of a Deployment: the arithmetic of rolling updates. Pure functions
// that change a copy of the observed state in place.

#include "apiserver/controllers/partial_workloads.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr const char* revision_annotation = "deployment.kubernetes.io/revision";
inline constexpr const char* revision_history_annotation = "deployment.kubernetes.io/revision-history";
inline constexpr const char* desired_annotation = "deployment.kubernetes.io/desired-replicas";
inline constexpr const char* max_annotation = "deployment.kubernetes.io/max-replicas";

// The desired state of a replica set.
struct set_state {
    replica_set_ptr seen;  // null: to be created
    std::string name;
    std::int32_t replicas = 0, min_ready_seconds = 0;
    string_map annotations;

    std::int32_t actual() const { return seen ? seen->status.replicas.value_or(0) : 0; }
    std::int32_t ready() const { return seen ? seen->status.ready_replicas.value_or(0) : 0; }
    std::int32_t available() const { return seen ? seen->status.available_replicas.value_or(0) : 0; }
};
set_state state_of(const replica_set_ptr& s);
// Older first; ties are broken by name.
bool older(const set_state& a, const set_state& b);

// The replica sets of a Deployment, oldest first.
struct deployment_sets {
    std::vector<set_state> all;
    std::optional<std::size_t> newest;  // the one with the Deployment's template
    std::vector<std::string> events;    // "Scaled up replica set web-1 from 0 to 2"

    set_state* new_set() { return newest ? &all[*newest] : nullptr; }
    const set_state* new_set() const { return newest ? &all[*newest] : nullptr; }
    std::int32_t wanted() const;     // sum over all
    std::int32_t available() const;  // sum over all
};

std::int32_t max_surge(const partial_deployment& d);
std::int32_t max_unavailable(const partial_deployment& d);
std::int32_t replicas_of(const partial_deployment& d);
bool is_rolling_update(const partial_deployment& d);  // not Recreate

// The size that the new replica set may have now.
std::int32_t new_set_size(const partial_deployment& d, const deployment_sets& sets, std::int32_t now);
// Each returns whether it changed a size.
bool scale_set(const partial_deployment& d, deployment_sets& sets, std::size_t at, std::int32_t to,
               bool force = false);
bool roll_new_set(const partial_deployment& d, deployment_sets& sets);
bool roll_old_sets(const partial_deployment& d, deployment_sets& sets);
// Used if the size of the Deployment was changed, or it is paused.
void scale_in_proportion(const partial_deployment& d, deployment_sets& sets);
bool size_was_changed(const partial_deployment& d, const deployment_sets& sets);

// A number in an annotation; empty if it is missing or negative.
std::optional<std::int32_t> annotated(const string_map& annotations, std::string_view key);

}}}  // namespace setpoint::v0::apiserver
