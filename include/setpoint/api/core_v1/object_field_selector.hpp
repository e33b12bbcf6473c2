#pragma once
// clang-format off
// ObjectFieldSelector (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct object_field_selector {
    interned_string api_version{};
    interned_string field_path{};

    template <class Self = object_field_selector>
    static constexpr auto describe() {
        return schema::object(
            "ObjectFieldSelector selects an APIVersioned field of an object.",
            schema::field(&Self::api_version, "apiVersion",
                          "Version of the schema the FieldPath is written in terms of, defaults to \"v1\"."),
            schema::field(&Self::field_path, "fieldPath",
                          "Path of the field to select in the specified API version.", schema::required));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::object_field_selector);
