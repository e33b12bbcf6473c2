#pragma once
// clang-format off
// ObjectReference (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct object_reference {
    interned_string kind{};
    interned_string ns{};
    interned_string name{};
    interned_string uid{};
    interned_string api_version{};
    interned_string resource_version{};
    interned_string field_path{};

    template <class Self = object_reference>
    static constexpr auto describe() {
        return schema::object(
            "ObjectReference contains enough information to let you inspect or modify the referred object.",
            schema::field(&Self::kind, "kind", "Kind of the referent."),
            schema::field(&Self::ns, "namespace", "Namespace of the referent."),
            schema::field(&Self::name, "name", "Name of the referent."),
            schema::field(&Self::uid, "uid", "UID of the referent.", schema::unique),
            schema::field(&Self::api_version, "apiVersion", "API version of the referent."),
            schema::field(&Self::resource_version, "resourceVersion",
                          "Specific resourceVersion to which this reference is made, if any.",
                          schema::unique),
            schema::field(&Self::field_path, "fieldPath",
                          "If referring to a piece of an object instead of an entire object, this string "
                          "should contain a valid JSON/Go field access statement, such as ..."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::object_reference);
