#pragma once
// clang-format off
// Namespace (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct namespace_spec {
    std::vector<interned_string> finalizers{};

    template <class Self = namespace_spec>
    static constexpr auto describe() {
        return schema::object(
            "NamespaceSpec describes the attributes on a Namespace.",
            schema::field(&Self::finalizers, "finalizers",
                          "Finalizers is an opaque list of values that must be empty to permanently "
                          "remove object from storage."));
    }
};

struct namespace_status {
    interned_string phase{};
    std::vector<condition> conditions{};

    template <class Self = namespace_status>
    static constexpr auto describe() {
        return schema::object(
            "NamespaceStatus is information about the current status of a Namespace.",
            schema::field(&Self::phase, "phase", "Phase is the current lifecycle phase of the namespace."),
            schema::field(&Self::conditions, "conditions",
                          "Represents the latest available observations of a namespace's current state.",
                          schema::list_map("type")));
    }
};

struct namespace_ {
    object_meta metadata{};
    namespace_spec spec{};
    namespace_status status{};

    static constexpr auto kind() {
        return builtin_kind("", "v1", "Namespace", "namespaces").cluster_scoped();
    }
    template <class Self = namespace_>
    static constexpr auto describe() {
        return schema::object(
            "Namespace provides a scope for Names.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Spec defines the behavior of the Namespace."),
            schema::field(&Self::status, "status", "Status describes the current status of a Namespace."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::namespace_);
