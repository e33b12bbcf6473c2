#pragma once
// clang-format off
// IPAddress (networking.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace networking_v1 {

struct parent_reference {
    interned_string group{};
    interned_string resource{};
    interned_string ns{};
    interned_string name{};

    template <class Self = parent_reference>
    static constexpr auto describe() {
        return schema::object(
            "ParentReference describes a reference to a parent object.",
            schema::field(&Self::group, "group", "group is the group of the object being referenced."),
            schema::field(&Self::resource, "resource",
                          "resource is the resource of the object being referenced."),
            schema::field(&Self::ns, "namespace",
                          "namespace is the namespace of the object being referenced."),
            schema::field(&Self::name, "name", "name is the name of the object being referenced."));
    }
};

struct ip_address_spec {
    parent_reference parent_ref{};

    template <class Self = ip_address_spec>
    static constexpr auto describe() {
        return schema::object(
            "IPAddressSpec describe the attributes in an IP Address.",
            schema::field(&Self::parent_ref, "parentRef",
                          "parentRef references the resource that an IPAddress is attached to."));
    }
};

struct ip_address {
    object_meta metadata{};
    ip_address_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("networking.k8s.io", "v1", "IPAddress", "ipaddresses").cluster_scoped();
    }
    template <class Self = ip_address>
    static constexpr auto describe() {
        return schema::object(
            "IPAddress represents a single IP of a single IP Family.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec", "spec is the desired state of the IPAddress."));
    }
};

}}}  // namespace setpoint::v0::networking_v1

SETPOINT_BUILT_IN_KIND(setpoint::networking_v1::ip_address);
