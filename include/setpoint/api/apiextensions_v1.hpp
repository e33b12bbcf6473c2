#pragma once
// A part of CustomResourceDefinitions (apiextensions.k8s.io/v1), to see whether a kind is defined
// and served. To create one, see crd.hpp.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"

namespace setpoint::inline v0 {

struct crd_names {
    interned_string plural{}, singular{}, kind{}, list_kind{};

    template <class Self = crd_names>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::plural, "plural", ""), field(&Self::singular, "singular", ""),
                      field(&Self::kind, "kind", ""), field(&Self::list_kind, "listKind", ""));
    }
};

struct crd_version {
    interned_string name{};
    std::optional<bool> served{}, storage{};

    template <class Self = crd_version>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::name, "name", ""), field(&Self::served, "served", ""),
                      field(&Self::storage, "storage", ""));
    }
};

struct crd_spec {
    interned_string group{}, scope{};
    crd_names names{};
    std::vector<crd_version> versions{};

    template <class Self = crd_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::group, "group", ""),
                      field(&Self::scope, "scope", "Namespaced or Cluster."),
                      field(&Self::names, "names", ""), field(&Self::versions, "versions", ""));
    }
};

struct crd_status {
    std::vector<condition> conditions{};  // NamesAccepted, Established, Terminating, NonStructuralSchema
    std::vector<interned_string> stored_versions{};

    template <class Self = crd_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::conditions, "conditions", "", list_map("type")),
                      field(&Self::stored_versions, "storedVersions", ""));
    }
};

struct custom_resource_definition {
    object_meta metadata{};
    crd_spec spec{};
    crd_status status{};

    static constexpr auto kind() {
        kind_description k = builtin_kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition",
                                          "customresourcedefinitions");
        k.is_partial = true;
        return k.cluster_scoped();
    }
    template <class Self = custom_resource_definition>
    static constexpr auto describe() {
        using namespace schema;
        return object("A kind that the API server serves.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

// Whether the API server serves the kind.
bool is_established(const custom_resource_definition& crd) noexcept;

}  // namespace setpoint::inline v0
