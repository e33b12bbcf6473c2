#pragma once
// clang-format off
// NonResourceAttributes (authorization.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace authorization_v1 {

struct non_resource_attributes {
    interned_string path{};
    interned_string verb{};

    template <class Self = non_resource_attributes>
    static constexpr auto describe() {
        return schema::object(
            "NonResourceAttributes includes the authorization attributes available for non-resource "
            "requests to the Authorizer interface",
            schema::field(&Self::path, "path", "path is the URL path of the request"),
            schema::field(&Self::verb, "verb", "verb is the standard HTTP verb"));
    }
};

}}}  // namespace setpoint::v0::authorization_v1

SETPOINT_COMPILED_TABLE(setpoint::authorization_v1::non_resource_attributes);
