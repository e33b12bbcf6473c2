#pragma once
// clang-format off
// LocalObjectReference (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct local_object_reference {
    interned_string name{};

    template <class Self = local_object_reference>
    static constexpr auto describe() {
        return schema::object(
            "LocalObjectReference contains enough information to let you locate the referenced object "
            "inside the same namespace.",
            schema::field(&Self::name, "name", "Name of the referent."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::local_object_reference);
