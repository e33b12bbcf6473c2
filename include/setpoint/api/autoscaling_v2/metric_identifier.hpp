#pragma once
// clang-format off
// MetricIdentifier (autoscaling/v2).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace autoscaling_v2 {

struct metric_identifier {
    interned_string name{};
    boxed<label_selector> selector{};

    template <class Self = metric_identifier>
    static constexpr auto describe() {
        return schema::object(
            "MetricIdentifier defines the name and optionally selector for a metric",
            schema::field(&Self::name, "name", "name is the name of the given metric", schema::required),
            schema::field(&Self::selector, "selector",
                          "selector is the string-encoded form of a standard kubernetes label selector "
                          "for the given metric When set, it is passed as an additional parameter to the "
                          "..."));
    }
};

}}}  // namespace setpoint::v0::autoscaling_v2

SETPOINT_COMPILED_TABLE(setpoint::autoscaling_v2::metric_identifier);
