#pragma once
// clang-format off
// DeviceTaint (resource.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace resource_v1 {

struct device_taint {
    interned_string key{};
    interned_string value{};
    interned_string effect{};
    timestamp time_added{};

    template <class Self = device_taint>
    static constexpr auto describe() {
        return schema::object(
            "The device this taint is attached to has the \"effect\" on any claim which does not tolerate "
            "the taint and, through the claim, to pods using the claim.",
            schema::field(&Self::key, "key", "The taint key to be applied to a device."),
            schema::field(&Self::value, "value", "The taint value corresponding to the taint key."),
            schema::field(&Self::effect, "effect",
                          "The effect of the taint on claims that do not tolerate the taint and through "
                          "such claims on the pods using them."),
            schema::field(&Self::time_added, "timeAdded",
                          "TimeAdded represents the time at which the taint was added or (only in a "
                          "DeviceTaintRule) the effect was modified."));
    }
};

}}}  // namespace setpoint::v0::resource_v1

SETPOINT_COMPILED_TABLE(setpoint::resource_v1::device_taint);
