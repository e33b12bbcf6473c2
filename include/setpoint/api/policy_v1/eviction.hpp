#pragma once
// clang-format off
// Eviction (policy/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/meta_v1/delete_options.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace policy_v1 {

struct eviction {
    object_meta metadata{};
    boxed<meta_v1::delete_options> delete_options{};

    static constexpr auto kind() { return builtin_kind("policy", "v1", "Eviction"); }
    template <class Self = eviction>
    static constexpr auto describe() {
        return schema::object(
            "Eviction evicts a pod from its node subject to certain policies and safety constraints.",
            schema::field(&Self::metadata, "metadata", "metadata describes the pod that is being evicted."),
            schema::field(&Self::delete_options, "deleteOptions", "deleteOptions may be provided"));
    }
};

}}}  // namespace setpoint::v0::policy_v1

SETPOINT_BUILT_IN_KIND(setpoint::policy_v1::eviction);
