#pragma once
// clang-format off
// PriorityLevelConfiguration (flowcontrol.apiserver.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace flowcontrol_v1 {

struct queuing_configuration {
    std::optional<std::int32_t> queues{};
    std::optional<std::int32_t> hand_size{};
    std::optional<std::int32_t> queue_length_limit{};

    template <class Self = queuing_configuration>
    static constexpr auto describe() {
        return schema::object(
            "QueuingConfiguration holds the configuration parameters for queuing",
            schema::field(&Self::queues, "queues",
                          "`queues` is the number of queues for this priority level."),
            schema::field(&Self::hand_size, "handSize",
                          "`handSize` is a small positive number that configures the shuffle sharding of "
                          "requests into queues."),
            schema::field(&Self::queue_length_limit, "queueLengthLimit",
                          "`queueLengthLimit` is the maximum number of requests allowed to be waiting in "
                          "a given queue of this priority level at a time; excess requests are rejected."));
    }
};

struct limit_response {
    interned_string type{};
    boxed<queuing_configuration> queuing{};

    template <class Self = limit_response>
    static constexpr auto describe() {
        return schema::object(
            "LimitResponse defines how to handle requests that can not be executed right now.",
            schema::field(&Self::type, "type", "`type` is \"Queue\" or \"Reject\".", schema::required),
            schema::field(&Self::queuing, "queuing",
                          "`queuing` holds the configuration parameters for queuing."));
    }
};

struct limited_priority_level_configuration {
    std::optional<std::int32_t> nominal_concurrency_shares{};
    flowcontrol_v1::limit_response limit_response{};
    std::optional<std::int32_t> lendable_percent{};
    std::optional<std::int32_t> borrowing_limit_percent{};

    template <class Self = limited_priority_level_configuration>
    static constexpr auto describe() {
        return schema::object(
            "LimitedPriorityLevelConfiguration specifies how to handle requests that are subject to "
            "limits.",
            schema::field(&Self::nominal_concurrency_shares, "nominalConcurrencyShares",
                          "`nominalConcurrencyShares` (NCS) contributes to the computation of the "
                          "NominalConcurrencyLimit (NominalCL) of this level."),
            schema::field(&Self::limit_response, "limitResponse",
                          "`limitResponse` indicates what to do with requests that can not be executed "
                          "right now"),
            schema::field(&Self::lendable_percent, "lendablePercent",
                          "`lendablePercent` prescribes the fraction of the level's NominalCL that can be "
                          "borrowed by other priority levels."),
            schema::field(&Self::borrowing_limit_percent, "borrowingLimitPercent",
                          "`borrowingLimitPercent`, if present, configures a limit on how many seats this "
                          "priority level can borrow from other priority levels."));
    }
};

struct exempt_priority_level_configuration {
    std::optional<std::int32_t> nominal_concurrency_shares{};
    std::optional<std::int32_t> lendable_percent{};

    template <class Self = exempt_priority_level_configuration>
    static constexpr auto describe() {
        return schema::object(
            "ExemptPriorityLevelConfiguration describes the configurable aspects of the handling of "
            "exempt requests.",
            schema::field(&Self::nominal_concurrency_shares, "nominalConcurrencyShares",
                          "`nominalConcurrencyShares` (NCS) contributes to the computation of the "
                          "NominalConcurrencyLimit (NominalCL) of this level."),
            schema::field(&Self::lendable_percent, "lendablePercent",
                          "`lendablePercent` prescribes the fraction of the level's NominalCL that can be "
                          "borrowed by other priority levels."));
    }
};

struct priority_level_configuration_spec {
    interned_string type{};
    boxed<limited_priority_level_configuration> limited{};
    boxed<exempt_priority_level_configuration> exempt{};

    template <class Self = priority_level_configuration_spec>
    static constexpr auto describe() {
        return schema::object(
            "PriorityLevelConfigurationSpec specifies the configuration of a priority level.",
            schema::field(&Self::type, "type",
                          "`type` indicates whether this priority level is subject to limitation on "
                          "request execution."),
            schema::field(&Self::limited, "limited",
                          "`limited` specifies how requests are handled for a Limited priority level."),
            schema::field(&Self::exempt, "exempt",
                          "`exempt` specifies how requests are handled for an exempt priority level."));
    }
};

struct priority_level_configuration_status {
    std::vector<condition> conditions{};

    template <class Self = priority_level_configuration_status>
    static constexpr auto describe() {
        return schema::object(
            "PriorityLevelConfigurationStatus represents the current state of a \"request-priority\".",
            schema::field(&Self::conditions, "conditions",
                          "`conditions` is the current state of \"request-priority\".",
                          schema::list_map("type")));
    }
};

struct priority_level_configuration {
    object_meta metadata{};
    priority_level_configuration_spec spec{};
    priority_level_configuration_status status{};

    static constexpr auto kind() {
        return builtin_kind("flowcontrol.apiserver.k8s.io", "v1", "PriorityLevelConfiguration",
                            "prioritylevelconfigurations").cluster_scoped();
    }
    template <class Self = priority_level_configuration>
    static constexpr auto describe() {
        return schema::object(
            "PriorityLevelConfiguration represents the configuration of a priority level.",
            schema::field(&Self::metadata, "metadata", "`metadata` is the standard object's metadata."),
            schema::field(&Self::spec, "spec",
                          "`spec` is the specification of the desired behavior of a \"request-priority\"."),
            schema::field(&Self::status, "status",
                          "`status` is the current status of a \"request-priority\"."));
    }
};

}}}  // namespace setpoint::v0::flowcontrol_v1

SETPOINT_BUILT_IN_KIND(setpoint::flowcontrol_v1::priority_level_configuration);
