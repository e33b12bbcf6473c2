#pragma once
// clang-format off
// APIService (apiregistration.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiregistration_v1 {

struct service_reference {
    interned_string ns{};
    interned_string name{};
    std::optional<std::int32_t> port{};

    template <class Self = service_reference>
    static constexpr auto describe() {
        return schema::object(
            "ServiceReference holds a reference to Service.legacy.k8s.io",
            schema::field(&Self::ns, "namespace", "Namespace is the namespace of the service"),
            schema::field(&Self::name, "name", "Name is the name of the service"),
            schema::field(&Self::port, "port",
                          "If specified, the port on the service that hosting webhook."));
    }
};

struct api_service_spec {
    boxed<service_reference> service{};
    interned_string group{};
    interned_string version{};
    std::optional<bool> insecure_skip_tls_verify{};
    std::string ca_bundle{};
    std::optional<std::int32_t> group_priority_minimum{};
    std::optional<std::int32_t> version_priority{};

    template <class Self = api_service_spec>
    static constexpr auto describe() {
        return schema::object(
            "APIServiceSpec contains information for locating and communicating with a server.",
            schema::field(&Self::service, "service",
                          "Service is a reference to the service for this API server."),
            schema::field(&Self::group, "group", "Group is the API group name this server hosts"),
            schema::field(&Self::version, "version", "Version is the API version this server hosts."),
            schema::field(&Self::insecure_skip_tls_verify, "insecureSkipTLSVerify",
                          "InsecureSkipTLSVerify disables TLS certificate verification when communicating "
                          "with this server.", schema::omitzero),
            schema::field(&Self::ca_bundle, "caBundle",
                          "CABundle is a PEM encoded CA bundle which will be used to validate an API "
                          "server's serving certificate."),
            schema::field(&Self::group_priority_minimum, "groupPriorityMinimum",
                          "GroupPriorityMinimum is the priority this group should have at least."),
            schema::field(&Self::version_priority, "versionPriority",
                          "VersionPriority controls the ordering of this API version inside of its group."));
    }
};

struct api_service_status {
    std::vector<condition> conditions{};

    template <class Self = api_service_status>
    static constexpr auto describe() {
        return schema::object(
            "APIServiceStatus contains derived information about an API server",
            schema::field(&Self::conditions, "conditions", "Current service state of apiService.",
                          schema::list_map("type")));
    }
};

struct api_service {
    object_meta metadata{};
    api_service_spec spec{};
    api_service_status status{};

    static constexpr auto kind() {
        return builtin_kind("apiregistration.k8s.io", "v1", "APIService", "apiservices").cluster_scoped();
    }
    template <class Self = api_service>
    static constexpr auto describe() {
        return schema::object(
            "APIService represents a server for a particular GroupVersion.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec",
                          "Spec contains information for locating and communicating with a server"),
            schema::field(&Self::status, "status",
                          "Status contains derived information about an API server"));
    }
};

}}}  // namespace setpoint::v0::apiregistration_v1

SETPOINT_BUILT_IN_KIND(setpoint::apiregistration_v1::api_service);
