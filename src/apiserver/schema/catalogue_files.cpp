#include "apiserver/schema/catalogue.hpp"
#include "framework/core/embedded_text.hpp"

#include <array>

SETPOINT_TABLE(catalogue_admissionregistration_v1, "admissionregistration.v1.json");
SETPOINT_TABLE(catalogue_api_resource, "api.resource.json");
SETPOINT_TABLE(catalogue_apidiscovery_v2, "apidiscovery.v2.json");
SETPOINT_TABLE(catalogue_apiextensions_v1, "apiextensions.v1.json");
SETPOINT_TABLE(catalogue_apiregistration_v1, "apiregistration.v1.json");
SETPOINT_TABLE(catalogue_apps_v1, "apps.v1.json");
SETPOINT_TABLE(catalogue_authentication_v1, "authentication.v1.json");
SETPOINT_TABLE(catalogue_authorization_v1, "authorization.v1.json");
SETPOINT_TABLE(catalogue_autoscaling_v1, "autoscaling.v1.json");
SETPOINT_TABLE(catalogue_autoscaling_v2, "autoscaling.v2.json");
SETPOINT_TABLE(catalogue_batch_v1, "batch.v1.json");
SETPOINT_TABLE(catalogue_certificates_v1, "certificates.v1.json");
SETPOINT_TABLE(catalogue_coordination_v1, "coordination.v1.json");
SETPOINT_TABLE(catalogue_core_v1, "core.v1.json");
SETPOINT_TABLE(catalogue_discovery_v1, "discovery.v1.json");
SETPOINT_TABLE(catalogue_events_v1, "events.v1.json");
SETPOINT_TABLE(catalogue_flowcontrol_v1, "flowcontrol.v1.json");
SETPOINT_TABLE(catalogue_meta_v1, "meta.v1.json");
SETPOINT_TABLE(catalogue_meta_v1beta1, "meta.v1beta1.json");
SETPOINT_TABLE(catalogue_networking_v1, "networking.v1.json");
SETPOINT_TABLE(catalogue_node_v1, "node.v1.json");
SETPOINT_TABLE(catalogue_pkg_runtime, "pkg.runtime.json");
SETPOINT_TABLE(catalogue_policy_v1, "policy.v1.json");
SETPOINT_TABLE(catalogue_rbac_v1, "rbac.v1.json");
SETPOINT_TABLE(catalogue_resource_v1, "resource.v1.json");
SETPOINT_TABLE(catalogue_scheduling_v1, "scheduling.v1.json");
SETPOINT_TABLE(catalogue_scheduling_v1alpha3, "scheduling.v1alpha3.json");
SETPOINT_TABLE(catalogue_storage_v1, "storage.v1.json");
SETPOINT_TABLE(catalogue_storagemigration_v1, "storagemigration.v1.json");
SETPOINT_TABLE(catalogue_util_intstr, "util.intstr.json");

namespace setpoint { inline namespace v0 { namespace apiserver {

std::span<const catalogue_file> catalogue_files() {
    static const std::array all{
        catalogue_file{"admissionregistration.v1", SETPOINT_TABLE_TEXT(catalogue_admissionregistration_v1)},
        catalogue_file{"api.resource", SETPOINT_TABLE_TEXT(catalogue_api_resource)},
        catalogue_file{"apidiscovery.v2", SETPOINT_TABLE_TEXT(catalogue_apidiscovery_v2)},
        catalogue_file{"apiextensions.v1", SETPOINT_TABLE_TEXT(catalogue_apiextensions_v1)},
        catalogue_file{"apiregistration.v1", SETPOINT_TABLE_TEXT(catalogue_apiregistration_v1)},
        catalogue_file{"apps.v1", SETPOINT_TABLE_TEXT(catalogue_apps_v1)},
        catalogue_file{"authentication.v1", SETPOINT_TABLE_TEXT(catalogue_authentication_v1)},
        catalogue_file{"authorization.v1", SETPOINT_TABLE_TEXT(catalogue_authorization_v1)},
        catalogue_file{"autoscaling.v1", SETPOINT_TABLE_TEXT(catalogue_autoscaling_v1)},
        catalogue_file{"autoscaling.v2", SETPOINT_TABLE_TEXT(catalogue_autoscaling_v2)},
        catalogue_file{"batch.v1", SETPOINT_TABLE_TEXT(catalogue_batch_v1)},
        catalogue_file{"certificates.v1", SETPOINT_TABLE_TEXT(catalogue_certificates_v1)},
        catalogue_file{"coordination.v1", SETPOINT_TABLE_TEXT(catalogue_coordination_v1)},
        catalogue_file{"core.v1", SETPOINT_TABLE_TEXT(catalogue_core_v1)},
        catalogue_file{"discovery.v1", SETPOINT_TABLE_TEXT(catalogue_discovery_v1)},
        catalogue_file{"events.v1", SETPOINT_TABLE_TEXT(catalogue_events_v1)},
        catalogue_file{"flowcontrol.v1", SETPOINT_TABLE_TEXT(catalogue_flowcontrol_v1)},
        catalogue_file{"meta.v1", SETPOINT_TABLE_TEXT(catalogue_meta_v1)},
        catalogue_file{"meta.v1beta1", SETPOINT_TABLE_TEXT(catalogue_meta_v1beta1)},
        catalogue_file{"networking.v1", SETPOINT_TABLE_TEXT(catalogue_networking_v1)},
        catalogue_file{"node.v1", SETPOINT_TABLE_TEXT(catalogue_node_v1)},
        catalogue_file{"pkg.runtime", SETPOINT_TABLE_TEXT(catalogue_pkg_runtime)},
        catalogue_file{"policy.v1", SETPOINT_TABLE_TEXT(catalogue_policy_v1)},
        catalogue_file{"rbac.v1", SETPOINT_TABLE_TEXT(catalogue_rbac_v1)},
        catalogue_file{"resource.v1", SETPOINT_TABLE_TEXT(catalogue_resource_v1)},
        catalogue_file{"scheduling.v1", SETPOINT_TABLE_TEXT(catalogue_scheduling_v1)},
        catalogue_file{"scheduling.v1alpha3", SETPOINT_TABLE_TEXT(catalogue_scheduling_v1alpha3)},
        catalogue_file{"storage.v1", SETPOINT_TABLE_TEXT(catalogue_storage_v1)},
        catalogue_file{"storagemigration.v1", SETPOINT_TABLE_TEXT(catalogue_storagemigration_v1)},
        catalogue_file{"util.intstr", SETPOINT_TABLE_TEXT(catalogue_util_intstr)},
    };
    return all;
}

}}}  // namespace setpoint::v0::apiserver
