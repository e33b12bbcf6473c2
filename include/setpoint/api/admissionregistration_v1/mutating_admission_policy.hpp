#pragma once
// clang-format off
// MutatingAdmissionPolicy (admissionregistration.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/admissionregistration_v1/match_condition.hpp"
#include "setpoint/api/admissionregistration_v1/match_resources.hpp"
#include "setpoint/api/admissionregistration_v1/param_kind.hpp"
#include "setpoint/api/admissionregistration_v1/variable.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct apply_configuration {
    interned_string expression{};

    template <class Self = apply_configuration>
    static constexpr auto describe() {
        return schema::object(
            "ApplyConfiguration defines the desired configuration values of an object.",
            schema::field(&Self::expression, "expression",
                          "expression will be evaluated by CEL to create an apply configuration. ref: "
                          "https://github.com/google/cel-spec"));
    }
};

struct json_patch {
    interned_string expression{};

    template <class Self = json_patch>
    static constexpr auto describe() {
        return schema::object(
            "JSONPatch defines a JSON Patch.",
            schema::field(&Self::expression, "expression",
                          "expression will be evaluated by CEL to create a [JSON "
                          "patch](https://jsonpatch.com/). ref: https://github.com/google/cel-spec"));
    }
};

struct mutation {
    interned_string patch_type{};
    boxed<admissionregistration_v1::apply_configuration> apply_configuration{};
    boxed<admissionregistration_v1::json_patch> json_patch{};

    template <class Self = mutation>
    static constexpr auto describe() {
        return schema::object(
            "Mutation specifies the CEL expression which is used to apply the Mutation.",
            schema::field(&Self::patch_type, "patchType", "patchType indicates the patch strategy used.",
                          schema::required),
            schema::field(&Self::apply_configuration, "applyConfiguration",
                          "applyConfiguration defines the desired configuration values of an object."),
            schema::field(&Self::json_patch, "jsonPatch",
                          "jsonPatch defines a [JSON patch](https://jsonpatch.com/) operation to perform "
                          "a mutation to the object."));
    }
};

struct mutating_admission_policy_spec {
    boxed<admissionregistration_v1::param_kind> param_kind{};
    boxed<match_resources> match_constraints{};
    std::vector<variable> variables{};
    std::vector<mutation> mutations{};
    interned_string failure_policy{};
    std::vector<match_condition> match_conditions{};
    interned_string reinvocation_policy{};

    template <class Self = mutating_admission_policy_spec>
    static constexpr auto describe() {
        return schema::object(
            "MutatingAdmissionPolicySpec defines the desired behavior of the admission policy.",
            schema::field(&Self::param_kind, "paramKind",
                          "paramKind specifies the kind of resources used to parameterize this policy."),
            schema::field(&Self::match_constraints, "matchConstraints",
                          "matchConstraints specifies what resources this policy is designed to validate."),
            schema::field(&Self::variables, "variables",
                          "variables contain definitions of variables that can be used in composition of "
                          "other expressions."),
            schema::field(&Self::mutations, "mutations",
                          "mutations contain operations to perform on matching objects. mutations may not "
                          "be empty; a minimum of one mutation is required. mutations are evaluated in ..."),
            schema::field(&Self::failure_policy, "failurePolicy",
                          "failurePolicy defines how to handle failures for the admission policy."),
            schema::field(&Self::match_conditions, "matchConditions",
                          "matchConditions is a list of conditions that must be met for a request to be "
                          "validated.", schema::list_map("name")),
            schema::field(&Self::reinvocation_policy, "reinvocationPolicy",
                          "reinvocationPolicy indicates whether mutations may be called multiple times "
                          "per MutatingAdmissionPolicyBinding as part of a single admission evaluation."));
    }
};

struct mutating_admission_policy {
    object_meta metadata{};
    mutating_admission_policy_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicy",
                            "mutatingadmissionpolicies").cluster_scoped();
    }
    template <class Self = mutating_admission_policy>
    static constexpr auto describe() {
        return schema::object(
            "MutatingAdmissionPolicy describes the definition of an admission mutation policy that "
            "mutates the object coming into admission chain.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec",
                          "spec defines the desired behavior of the MutatingAdmissionPolicy."));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_BUILT_IN_KIND(setpoint::admissionregistration_v1::mutating_admission_policy);
