#pragma once
// clang-format off
// ValidatingAdmissionPolicy (admissionregistration.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/admissionregistration_v1/match_condition.hpp"
#include "setpoint/api/admissionregistration_v1/match_resources.hpp"
#include "setpoint/api/admissionregistration_v1/param_kind.hpp"
#include "setpoint/api/admissionregistration_v1/variable.hpp"
#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct validation {
    interned_string expression{};
    interned_string message{};
    interned_string reason{};
    interned_string message_expression{};

    template <class Self = validation>
    static constexpr auto describe() {
        return schema::object(
            "Validation specifies the CEL expression which is used to apply the validation.",
            schema::field(&Self::expression, "expression",
                          "expression represents the expression which will be evaluated by CEL. ref: "
                          "https://github.com/google/cel-spec CEL expressions have access to the contents "
                          "of the ...", schema::required),
            schema::field(&Self::message, "message",
                          "message represents the message displayed when validation fails.", schema::unique),
            schema::field(&Self::reason, "reason",
                          "reason represents a machine-readable description of why this validation failed."),
            schema::field(&Self::message_expression, "messageExpression",
                          "messageExpression declares a CEL expression that evaluates to the validation "
                          "failure message that is returned when this rule fails."));
    }
};

struct audit_annotation {
    interned_string key{};
    interned_string value_expression{};

    template <class Self = audit_annotation>
    static constexpr auto describe() {
        return schema::object(
            "AuditAnnotation describes how to produce an audit annotation for an API request.",
            schema::field(&Self::key, "key", "key specifies the audit annotation key.", schema::required),
            schema::field(&Self::value_expression, "valueExpression",
                          "valueExpression represents the expression which is evaluated by CEL to produce "
                          "an audit annotation value.", schema::required));
    }
};

struct validating_admission_policy_spec {
    boxed<admissionregistration_v1::param_kind> param_kind{};
    boxed<match_resources> match_constraints{};
    std::vector<validation> validations{};
    interned_string failure_policy{};
    std::vector<audit_annotation> audit_annotations{};
    std::vector<match_condition> match_conditions{};
    std::vector<variable> variables{};

    template <class Self = validating_admission_policy_spec>
    static constexpr auto describe() {
        return schema::object(
            "ValidatingAdmissionPolicySpec is the specification of the desired behavior of the "
            "AdmissionPolicy.",
            schema::field(&Self::param_kind, "paramKind",
                          "paramKind specifies the kind of resources used to parameterize this policy."),
            schema::field(&Self::match_constraints, "matchConstraints",
                          "matchConstraints specifies what resources this policy is designed to validate."),
            schema::field(&Self::validations, "validations",
                          "validations contain CEL expressions which is used to apply the validation."),
            schema::field(&Self::failure_policy, "failurePolicy",
                          "failurePolicy defines how to handle failures for the admission policy."),
            schema::field(&Self::audit_annotations, "auditAnnotations",
                          "auditAnnotations contains CEL expressions which are used to produce audit "
                          "annotations for the audit event of the API request. validations and "
                          "auditAnnotations ..."),
            schema::field(&Self::match_conditions, "matchConditions",
                          "matchConditions is a list of conditions that must be met for a request to be "
                          "validated.", schema::list_map("name")),
            schema::field(&Self::variables, "variables",
                          "variables contain definitions of variables that can be used in composition of "
                          "other expressions.", schema::list_map("name")));
    }
};

struct expression_warning {
    interned_string field_ref{};
    interned_string warning{};

    template <class Self = expression_warning>
    static constexpr auto describe() {
        return schema::object(
            "ExpressionWarning is a warning information that targets a specific expression.",
            schema::field(&Self::field_ref, "fieldRef",
                          "fieldRef is the path to the field that refers to the expression."),
            schema::field(&Self::warning, "warning",
                          "warning contains the content of type checking information in a human-readable "
                          "form."));
    }
};

struct type_checking {
    std::vector<expression_warning> expression_warnings{};

    template <class Self = type_checking>
    static constexpr auto describe() {
        return schema::object(
            "TypeChecking contains results of type checking the expressions in the "
            "ValidatingAdmissionPolicy",
            schema::field(&Self::expression_warnings, "expressionWarnings",
                          "expressionWarnings contains the type checking warnings for each expression."));
    }
};

struct validating_admission_policy_status {
    generation_number observed_generation{};
    boxed<admissionregistration_v1::type_checking> type_checking{};
    std::vector<condition> conditions{};

    template <class Self = validating_admission_policy_status>
    static constexpr auto describe() {
        return schema::object(
            "ValidatingAdmissionPolicyStatus represents the status of an admission validation policy.",
            schema::field(&Self::observed_generation, "observedGeneration",
                          "observedGeneration is the generation observed by the controller."),
            schema::field(&Self::type_checking, "typeChecking",
                          "typeChecking contains the results of type checking for each expression."),
            schema::field(&Self::conditions, "conditions",
                          "conditions represent the latest available observations of a policy's current "
                          "state.", schema::list_map("type")));
    }
};

struct validating_admission_policy {
    object_meta metadata{};
    validating_admission_policy_spec spec{};
    validating_admission_policy_status status{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy",
                            "validatingadmissionpolicies").cluster_scoped();
    }
    template <class Self = validating_admission_policy>
    static constexpr auto describe() {
        return schema::object(
            "ValidatingAdmissionPolicy describes the definition of an admission validation policy that "
            "accepts or rejects an object without changing it.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec",
                          "spec defines the desired behavior of the ValidatingAdmissionPolicy."),
            schema::field(&Self::status, "status",
                          "status represents the current status of the ValidatingAdmissionPolicy, "
                          "including warnings that are useful to determine if the policy behaves in the "
                          "expected ..."));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_BUILT_IN_KIND(setpoint::admissionregistration_v1::validating_admission_policy);
