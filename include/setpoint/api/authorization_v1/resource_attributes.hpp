#pragma once
// clang-format off
// ResourceAttributes (authorization.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta_v1/field_selector_requirement.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace authorization_v1 {

struct field_selector_attributes {
    interned_string raw_selector{};
    std::vector<meta_v1::field_selector_requirement> requirements{};

    template <class Self = field_selector_attributes>
    static constexpr auto describe() {
        return schema::object(
            "FieldSelectorAttributes indicates a field limited access.",
            schema::field(&Self::raw_selector, "rawSelector",
                          "rawSelector is the serialization of a field selector that would be included in "
                          "a query parameter."),
            schema::field(&Self::requirements, "requirements",
                          "requirements is the parsed interpretation of a field selector."));
    }
};

struct label_selector_attributes {
    interned_string raw_selector{};
    std::vector<match_expression> requirements{};

    template <class Self = label_selector_attributes>
    static constexpr auto describe() {
        return schema::object(
            "LabelSelectorAttributes indicates a label limited access.",
            schema::field(&Self::raw_selector, "rawSelector",
                          "rawSelector is the serialization of a field selector that would be included in "
                          "a query parameter."),
            schema::field(&Self::requirements, "requirements",
                          "requirements is the parsed interpretation of a label selector."));
    }
};

struct resource_attributes {
    interned_string ns{};
    interned_string verb{};
    interned_string group{};
    interned_string version{};
    interned_string resource{};
    interned_string subresource{};
    interned_string name{};
    boxed<field_selector_attributes> field_selector{};
    boxed<label_selector_attributes> label_selector{};

    template <class Self = resource_attributes>
    static constexpr auto describe() {
        return schema::object(
            "ResourceAttributes includes the authorization attributes available for resource requests to "
            "the Authorizer interface",
            schema::field(&Self::ns, "namespace",
                          "namespace is the namespace of the action being requested."),
            schema::field(&Self::verb, "verb",
                          "verb is a kubernetes resource API verb, like: get, list, watch, create, "
                          "update, delete, proxy."),
            schema::field(&Self::group, "group", "group is the API Group of the Resource."),
            schema::field(&Self::version, "version", "version is the API Version of the Resource."),
            schema::field(&Self::resource, "resource", "resource is one of the existing resource types."),
            schema::field(&Self::subresource, "subresource",
                          "subresource is one of the existing resource types."),
            schema::field(&Self::name, "name",
                          "name is the name of the resource being requested for a \"get\" or deleted for "
                          "a \"delete\"."),
            schema::field(&Self::field_selector, "fieldSelector",
                          "fieldSelector describes the limitation on access based on field."),
            schema::field(&Self::label_selector, "labelSelector",
                          "labelSelector describes the limitation on access based on labels."));
    }
};

}}}  // namespace setpoint::v0::authorization_v1

SETPOINT_COMPILED_TABLE(setpoint::authorization_v1::resource_attributes);
