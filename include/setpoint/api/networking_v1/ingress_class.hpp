#pragma once
// clang-format off
// IngressClass (networking.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace networking_v1 {

struct ingress_class_parameters_reference {
    std::optional<interned_string> api_group{};
    interned_string kind{};
    interned_string name{};
    std::optional<interned_string> scope{};
    std::optional<interned_string> ns{};

    template <class Self = ingress_class_parameters_reference>
    static constexpr auto describe() {
        return schema::object(
            "IngressClassParametersReference identifies an API object.",
            schema::field(&Self::api_group, "apiGroup",
                          "apiGroup is the group for the resource being referenced."),
            schema::field(&Self::kind, "kind", "kind is the type of resource being referenced.",
                          schema::required),
            schema::field(&Self::name, "name", "name is the name of resource being referenced.",
                          schema::required),
            schema::field(&Self::scope, "scope",
                          "scope represents if this refers to a cluster or namespace scoped resource."),
            schema::field(&Self::ns, "namespace",
                          "namespace is the namespace of the resource being referenced."));
    }
};

struct ingress_class_spec {
    interned_string controller{};
    boxed<ingress_class_parameters_reference> parameters{};

    template <class Self = ingress_class_spec>
    static constexpr auto describe() {
        return schema::object(
            "IngressClassSpec provides information about the class of an Ingress.",
            schema::field(&Self::controller, "controller",
                          "controller refers to the name of the controller that should handle this class."),
            schema::field(&Self::parameters, "parameters",
                          "parameters is a link to a custom resource containing additional configuration "
                          "for the controller."));
    }
};

struct ingress_class {
    object_meta metadata{};
    ingress_class_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("networking.k8s.io", "v1", "IngressClass", "ingressclasses").cluster_scoped();
    }
    template <class Self = ingress_class>
    static constexpr auto describe() {
        return schema::object(
            "IngressClass represents the class of the Ingress, referenced by the Ingress Spec.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec", "spec is the desired state of the IngressClass."));
    }
};

}}}  // namespace setpoint::v0::networking_v1

SETPOINT_BUILT_IN_KIND(setpoint::networking_v1::ingress_class);
