#pragma once
// clang-format off
// ServiceCIDR (networking.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace networking_v1 {

struct service_cidr_spec {
    std::vector<interned_string> cidrs{};

    template <class Self = service_cidr_spec>
    static constexpr auto describe() {
        return schema::object(
            "ServiceCIDRSpec define the CIDRs the user wants to use for allocating ClusterIPs for "
            "Services.",
            schema::field(&Self::cidrs, "cidrs",
                          "cidrs defines the IP blocks in CIDR notation (e.g. \"192.168.0.0/24\" or "
                          "\"2001:db8::/64\") from which to assign service cluster IPs."));
    }
};

struct service_cidr_status {
    std::vector<condition> conditions{};

    template <class Self = service_cidr_status>
    static constexpr auto describe() {
        return schema::object(
            "ServiceCIDRStatus describes the current state of the ServiceCIDR.",
            schema::field(&Self::conditions, "conditions",
                          "conditions holds an array of metav1.Condition that describe the state of the "
                          "ServiceCIDR.", schema::list_map("type")));
    }
};

struct service_cidr {
    object_meta metadata{};
    service_cidr_spec spec{};
    service_cidr_status status{};

    static constexpr auto kind() {
        return builtin_kind("networking.k8s.io", "v1", "ServiceCIDR", "servicecidrs").cluster_scoped();
    }
    template <class Self = service_cidr>
    static constexpr auto describe() {
        return schema::object(
            "ServiceCIDR defines a range of IP addresses using CIDR format (e.g. 192.168.0.0/24 or "
            "2001:db2::/64).",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec", "spec is the desired state of the ServiceCIDR."),
            schema::field(&Self::status, "status",
                          "status represents the current state of the ServiceCIDR."));
    }
};

}}}  // namespace setpoint::v0::networking_v1

SETPOINT_BUILT_IN_KIND(setpoint::networking_v1::service_cidr);
