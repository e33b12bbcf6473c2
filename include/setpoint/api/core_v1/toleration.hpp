#pragma once
// clang-format off
// Toleration (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct toleration {
    interned_string key{};
    interned_string op{};
    interned_string value{};
    interned_string effect{};
    std::optional<std::int64_t> toleration_seconds{};

    template <class Self = toleration>
    static constexpr auto describe() {
        return schema::object(
            "The pod this Toleration is attached to tolerates any taint that matches the triple "
            "<key,value,effect> using the matching operator <operator>.",
            schema::field(&Self::key, "key", "Key is the taint key that the toleration applies to."),
            schema::field(&Self::op, "operator", "Operator represents a key's relationship to the value."),
            schema::field(&Self::value, "value", "Value is the taint value the toleration matches to."),
            schema::field(&Self::effect, "effect", "Effect indicates the taint effect to match."),
            schema::field(&Self::toleration_seconds, "tolerationSeconds",
                          "TolerationSeconds represents the period of time the toleration (which must be "
                          "of effect NoExecute, otherwise this field is ignored) tolerates the taint."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::toleration);
