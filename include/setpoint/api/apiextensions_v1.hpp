#pragma once
// A part of CustomResourceDefinitions (apiextensions.k8s.io/v1), to see whether a kind is defined
// and served. To create one, see crd.hpp.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"

namespace setpoint {

struct crd_names {
    interned_string plural{}, singular{}, kind{}, list_kind{};

    static constexpr auto describe() {
        using namespace schema;
        using self = crd_names;
        return object("", field(&self::plural, "plural", ""), field(&self::singular, "singular", ""),
                      field(&self::kind, "kind", ""), field(&self::list_kind, "listKind", ""));
    }
};

struct crd_version {
    interned_string name{};
    std::optional<bool> served{}, storage{};

    static constexpr auto describe() {
        using namespace schema;
        using self = crd_version;
        return object("", field(&self::name, "name", ""), field(&self::served, "served", ""),
                      field(&self::storage, "storage", ""));
    }
};

struct crd_spec {
    interned_string group{}, scope{};
    crd_names names{};
    std::vector<crd_version> versions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = crd_spec;
        return object("", field(&self::group, "group", ""),
                      field(&self::scope, "scope", "Namespaced or Cluster."),
                      field(&self::names, "names", ""), field(&self::versions, "versions", ""));
    }
};

struct crd_status {
    std::vector<condition> conditions{};  // NamesAccepted, Established, Terminating, NonStructuralSchema
    std::vector<interned_string> stored_versions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = crd_status;
        return object("", field(&self::conditions, "conditions", "", list_map("type")),
                      field(&self::stored_versions, "storedVersions", ""));
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
    static constexpr auto describe() {
        using namespace schema;
        using self = custom_resource_definition;
        return object("A kind that the API server serves.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

// Whether the API server serves the kind.
bool is_established(const custom_resource_definition& crd) noexcept;

}  // namespace setpoint
