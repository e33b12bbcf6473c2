#pragma once
// A part of CustomResourceDefinitions (apiextensions.k8s.io/v1), to see whether a kind is defined
// and served. To create one, see crd.hpp.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"

namespace setpoint { inline namespace v0 {

// The schemas of the versions are not described: they are most of a definition, and a program that waits
// for a kind does not need them. Objects of these types therefore must not be written back; crd_of()
// returns complete definitions as JSON.
namespace apiextensions_v1 {

// In the spec: the requested names.
struct custom_resource_definition_names {
    // `plural` is the resource in URLs, `list_kind` the kind of a list response.
    interned_string plural{}, singular{}, kind{}, list_kind{};

    // Without documentation and `required`: these types read, and never define, a schema.
    template <class Self = custom_resource_definition_names>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::plural, "plural", ""), field(&Self::singular, "singular", ""),
                      field(&Self::kind, "kind", ""), field(&Self::list_kind, "listKind", ""));
    }
};

// Optional, since false is significant and the decoder must tell it from an absent field.
struct custom_resource_definition_version {
    // `name` is the version in URLs: "v1". Served versions answer requests; exactly one is the storage
    // version, in which objects are written from now on.
    interned_string name{};
    std::optional<bool> served{}, storage{};

    template <class Self = custom_resource_definition_version>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::name, "name", ""), field(&Self::served, "served", ""),
                      field(&Self::storage, "storage", ""));
    }
};

// `group` and the plural determine the name of the definition: "sites.example.com".
struct custom_resource_definition_spec {
    // A group and a scope never change after the creation.
    interned_string group{}, scope{};
    custom_resource_definition_names names{};
    std::vector<custom_resource_definition_version> versions{};

    template <class Self = custom_resource_definition_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::group, "group", ""),
                      field(&Self::scope, "scope", "Namespaced or Cluster."),
                      field(&Self::names, "names", ""), field(&Self::versions, "versions", ""));
    }
};

// Written by the API server only. `stored_versions` lists every version in which an object may still be
// stored; a version can be removed from the spec after it was removed there.
struct custom_resource_definition_status {
    // `NonStructuralSchema` and a false `NamesAccepted` explain in their messages why a kind is not
    // served.
    std::vector<condition> conditions{};  // NamesAccepted, Established, Terminating, NonStructuralSchema
    std::vector<interned_string> stored_versions{};

    template <class Self = custom_resource_definition_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::conditions, "conditions", "", list_map("type")),
                      field(&Self::stored_versions, "storedVersions", ""));
    }
};

// A partial type: reads and watches only. A definition without conditions was created a moment ago.
struct custom_resource_definition {
    // Its name is `<plural>.<group>`.
    object_meta metadata{};
    custom_resource_definition_spec spec{};
    custom_resource_definition_status status{};

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

}  // namespace apiextensions_v1

// Whether the API server serves the kind.
// Needs both conditions: Established stays True when a later change of the names is refused. Even then
// discovery may list the kind a few seconds later, and a watch may get 404 until it does.
//
//     const auto crd = co_await api.get<kinds::custom_resource_definition>(
//         object_key::cluster("sites.example.com"));
//     if (crd && is_established(**crd)) ...
bool is_established(const apiextensions_v1::custom_resource_definition& crd) noexcept;

}}  // namespace setpoint::v0
