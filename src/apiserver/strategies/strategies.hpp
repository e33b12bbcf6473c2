#pragma once
// The strategies of the built-in kinds, and the parts they share.

#include "apiserver/resources/resource.hpp"
#include "apiserver/validation/field_errors.hpp"

namespace setpoint::inline v0::apiserver {

extern const strategy pod_strategy, pod_template_strategy;
extern const strategy deployment_strategy, replica_set_strategy, stateful_set_strategy, daemon_set_strategy,
    controller_revision_strategy, replication_controller_strategy;
extern const strategy job_strategy, cron_job_strategy;
extern const strategy service_strategy, endpoints_strategy, endpoint_slice_strategy;
extern const strategy config_map_strategy, secret_strategy, service_account_strategy;
extern const strategy event_strategy, events_event_strategy, lease_strategy;
extern const strategy namespace_strategy, node_strategy;
extern const strategy volume_claim_strategy, volume_strategy, quota_strategy, limit_range_strategy;
extern const strategy priority_class_strategy, disruption_budget_strategy;
extern const strategy role_strategy, cluster_role_strategy, role_binding_strategy,
    cluster_role_binding_strategy;
extern const strategy validating_webhooks_strategy, mutating_webhooks_strategy;
extern const strategy definition_strategy;
extern const strategy autoscaler_strategy;
extern const strategy ingress_strategy, ingress_class_strategy, network_policy_strategy;
extern const strategy runtime_class_strategy, storage_class_strategy, csi_node_strategy;
extern const strategy csi_driver_strategy, volume_attachment_strategy, attributes_class_strategy,
    storage_capacity_strategy;
extern const strategy service_cidr_strategy, ip_address_strategy;
extern const strategy flow_schema_strategy, priority_level_strategy;
extern const strategy resource_claim_strategy, claim_template_strategy, device_class_strategy,
    resource_slice_strategy;
extern const strategy validating_policy_strategy, validating_binding_strategy, mutating_policy_strategy,
    mutating_binding_strategy;
extern const strategy certificate_request_strategy, api_service_strategy;
extern const strategy token_review_strategy, self_review_strategy, access_review_strategy,
    local_access_review_strategy, rules_review_strategy;
// Not stored either: a binding is written to its pod, and component statuses are computed on
// request.
extern const strategy binding_strategy, component_status_strategy;
// Forms below other resources: Scale, Eviction and TokenRequest.
extern const strategy form_strategy, token_request_strategy;
// For custom resources, by scope and by whether they have the status subresource.
extern const strategy custom_strategies[2][2];  // [namespaced][has_status]

// The UserInfo of every client.
bj::object administrator();

// --- parts of strategies ---

// Resets what clients may not set: status becomes empty.
void create_without_status(bj::object& object, const strategy_context& c);
// The main endpoint keeps the old status, the status endpoint keeps the old spec.
void update_spec_or_status(bj::object& object, const bj::object& old, const strategy_context& c);
// The same; the status endpoint keeps the old metadata too. See reset_by_status() in
// state/field_ownership.cpp.
void update_spec_or_status_alone(bj::object& object, const bj::object& old, const strategy_context& c);
// ResetObjectMetaForStatus of apimachinery's meta/v1.
void keep_metadata(bj::object& object, const bj::object& old);
bool is_status(const strategy_context& c);

// These validate metadata only; names must be DNS subdomains. "plain": any finalizer is valid, see
// validation/metadata.hpp.
void validate_namespaced(const bj::object& o, const strategy_context& c, field_errors& to);
void validate_cluster_scoped(const bj::object& o, const strategy_context& c, field_errors& to);
void validate_update_of_metadata(const bj::object& o, const bj::object& old, const strategy_context& c,
                                 field_errors& to);
void validate_plain_update_of_metadata(const bj::object& o, const bj::object& old, const strategy_context& c,
                                       field_errors& to);

}  // namespace setpoint::inline v0::apiserver
