#include "apiserver/schema/tables.hpp"

#include "apiserver/schema/embedded_table.hpp"

#include <array>

SETPOINT_TABLE(admissionregistration, "admissionregistration.v1.json");
SETPOINT_TABLE(api_resource, "api.resource.json");
SETPOINT_TABLE(apiextensions, "apiextensions.v1.json");
SETPOINT_TABLE(apiregistration, "apiregistration.v1.json");
SETPOINT_TABLE(apps, "apps.v1.json");
SETPOINT_TABLE(authentication, "authentication.v1.json");
SETPOINT_TABLE(authorization, "authorization.v1.json");
SETPOINT_TABLE(autoscaling, "autoscaling.v1.json");
SETPOINT_TABLE(autoscaling_v2, "autoscaling.v2.json");
SETPOINT_TABLE(batch, "batch.v1.json");
SETPOINT_TABLE(certificates, "certificates.v1.json");
SETPOINT_TABLE(coordination, "coordination.v1.json");
SETPOINT_TABLE(core, "core.v1.json");
SETPOINT_TABLE(discovery, "discovery.v1.json");
SETPOINT_TABLE(events, "events.v1.json");
SETPOINT_TABLE(flowcontrol, "flowcontrol.v1.json");
SETPOINT_TABLE(meta, "meta.v1.json");
SETPOINT_TABLE(networking, "networking.v1.json");
SETPOINT_TABLE(node, "node.v1.json");
SETPOINT_TABLE(pkg_runtime, "pkg.runtime.json");
SETPOINT_TABLE(policy, "policy.v1.json");
SETPOINT_TABLE(rbac, "rbac.v1.json");
SETPOINT_TABLE(resource, "resource.v1.json");
SETPOINT_TABLE(scheduling, "scheduling.v1.json");
SETPOINT_TABLE(storage, "storage.v1.json");
SETPOINT_TABLE(util_intstr, "util.intstr.json");

namespace setpoint::inline v0::apiserver {

#define SETPOINT_ENTRY(symbol, package)      \
    schema_table {                           \
        package, SETPOINT_TABLE_TEXT(symbol) \
    }

std::span<const schema_table> schema_tables() {
    static const std::array all{
        SETPOINT_ENTRY(admissionregistration, "admissionregistration.v1"),
        SETPOINT_ENTRY(api_resource, "api.resource"),
        SETPOINT_ENTRY(apiextensions, "apiextensions.v1"),
        SETPOINT_ENTRY(apiregistration, "apiregistration.v1"),
        SETPOINT_ENTRY(apps, "apps.v1"),
        SETPOINT_ENTRY(authentication, "authentication.v1"),
        SETPOINT_ENTRY(authorization, "authorization.v1"),
        SETPOINT_ENTRY(autoscaling, "autoscaling.v1"),
        SETPOINT_ENTRY(autoscaling_v2, "autoscaling.v2"),
        SETPOINT_ENTRY(batch, "batch.v1"),
        SETPOINT_ENTRY(certificates, "certificates.v1"),
        SETPOINT_ENTRY(coordination, "coordination.v1"),
        SETPOINT_ENTRY(core, "core.v1"),
        SETPOINT_ENTRY(discovery, "discovery.v1"),
        SETPOINT_ENTRY(events, "events.v1"),
        SETPOINT_ENTRY(flowcontrol, "flowcontrol.v1"),
        SETPOINT_ENTRY(meta, "meta.v1"),
        SETPOINT_ENTRY(networking, "networking.v1"),
        SETPOINT_ENTRY(node, "node.v1"),
        SETPOINT_ENTRY(pkg_runtime, "pkg.runtime"),
        SETPOINT_ENTRY(policy, "policy.v1"),
        SETPOINT_ENTRY(rbac, "rbac.v1"),
        SETPOINT_ENTRY(resource, "resource.v1"),
        SETPOINT_ENTRY(scheduling, "scheduling.v1"),
        SETPOINT_ENTRY(storage, "storage.v1"),
        SETPOINT_ENTRY(util_intstr, "util.intstr"),
    };
    return all;
}

}  // namespace setpoint::inline v0::apiserver
