#pragma once
// All built-in kinds that include/setpoint/api describes, for tests that hold for each of them.

#include "setpoint/api/admissionregistration_v1.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/authentication_v1.hpp"
#include "setpoint/api/authorization_v1.hpp"
#include "setpoint/api/autoscaling_v2.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/coordination_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/core_v1/limit_range.hpp"
#include "setpoint/api/core_v1/persistent_volume.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim.hpp"
#include "setpoint/api/core_v1/resource_quota.hpp"
#include "setpoint/api/core_v1/service_account.hpp"
#include "setpoint/api/discovery_v1.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/api/networking_v1.hpp"
#include "setpoint/api/policy_v1.hpp"
#include "setpoint/api/rbac_v1.hpp"
#include "setpoint/api/scheduling_v1.hpp"
#include "setpoint/api/storage_v1.hpp"

namespace setpoint::inline v0::test {

template <class... Kinds>
struct kind_list {
    // Calls f.template operator()<Kind>() for each.
    template <class F>
    static void each(F&& f) {
        (f.template operator()<Kinds>(), ...);
    }
};

// What is stored; then what is only asked.
using stored_kinds =
    kind_list<config_map, core_namespace, core_secret, limit_range, node, persistent_volume,
              persistent_volume_claim, pod, resource_quota, service, service_account, controller_revision,
              daemon_set, deployment, replica_set, stateful_set, cron_job, job, ingress, ingress_class,
              network_policy, horizontal_pod_autoscaler, pod_disruption_budget, priority_class, csi_driver,
              csi_node, csi_storage_capacity, storage_class, volume_attachment, volume_attributes_class,
              rbac_role, rbac_cluster_role, role_binding, cluster_role_binding, endpoint_slice,
              mutating_webhook_configuration, validating_webhook_configuration, validating_admission_policy,
              validating_admission_policy_binding, lease, event_record>;
using asked_kinds = kind_list<token_review, subject_access_review>;

}  // namespace setpoint::inline v0::test
