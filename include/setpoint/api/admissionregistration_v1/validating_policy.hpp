#pragma once
// Admission policies in CEL (admissionregistration.k8s.io/v1).

#include "setpoint/api/admissionregistration_v1/webhook.hpp"
#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint::inline v0 {

struct param_kind {
    interned_string api_version{}, kind{};

    template <class Self = param_kind>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A tuple of Group Kind and Version.",
            field(&Self::api_version, "apiVersion", "The API group version the resources belong to."),
            field(&Self::kind, "kind", "The API kind the resources belong to."));
    }
};

struct named_rule {
    std::vector<interned_string> resource_names{}, operations{}, api_groups{}, api_versions{}, resources{};
    interned_string scope{};

    template <class Self = named_rule>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A tuple of Operations and Resources with ResourceNames.",
            field(&Self::resource_names, "resourceNames",
                  "An optional white list of names that the rule applies to.", exclusive),
            field(&Self::operations, "operations", "", exclusive),
            field(&Self::api_groups, "apiGroups", "The API groups the resources belong to.", exclusive),
            field(&Self::api_versions, "apiVersions", "The API versions the resources belong to.", exclusive),
            field(&Self::resources, "resources", "A list of resources this rule applies to.", exclusive),
            field(&Self::scope, "scope", "The scope of this rule."));
    }
};

struct match_resources {
    boxed<label_selector> namespace_selector{}, object_selector{};
    std::vector<named_rule> resource_rules{}, exclude_resource_rules{};
    interned_string match_policy{};

    template <class Self = match_resources>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::namespace_selector, "namespaceSelector", ""),
            field(&Self::object_selector, "objectSelector", ""),
            field(&Self::resource_rules, "resourceRules",
                  "What operations on what resources/subresources the ValidatingAdmissionPolicy matches.",
                  exclusive),
            field(&Self::exclude_resource_rules, "excludeResourceRules", "", exclusive),
            field(&Self::match_policy, "matchPolicy",
                  "How the 'MatchResources' list is used to match incoming requests."));
    }
};

struct admission_validation {
    interned_string expression{}, message{}, reason{}, message_expression{};

    template <class Self = admission_validation>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The CEL expression which is used to apply the validation.",
            field(&Self::expression, "expression", "", required),
            field(&Self::message, "message", "The message displayed when validation fails."),
            field(&Self::reason, "reason", "A machine-readable description of why this validation failed."),
            field(&Self::message_expression, "messageExpression", ""));
    }
};

struct audit_annotation {
    interned_string key{}, value_expression{};

    template <class Self = audit_annotation>
    static constexpr auto describe() {
        using namespace schema;
        return object("How to produce an audit annotation for an API request.",
                      field(&Self::key, "key", "The audit annotation key.", required),
                      field(&Self::value_expression, "valueExpression",
                            "The expression which is evaluated by CEL to produce an audit annotation value.",
                            required));
    }
};

struct admission_variable {
    interned_string name{}, expression{};

    template <class Self = admission_variable>
    static constexpr auto describe() {
        using namespace schema;
        return object("The definition of a variable that is used for composition.",
                      field(&Self::name, "name", "The name of the variable.", required),
                      field(&Self::expression, "expression",
                            "The expression that will be evaluated as the value of the variable.", required));
    }
};

struct validating_admission_policy_spec {
    boxed<setpoint::param_kind> param_kind{};
    boxed<match_resources> match_constraints{};
    std::vector<admission_validation> validations{};
    interned_string failure_policy{};
    std::vector<audit_annotation> audit_annotations{};
    std::vector<match_condition> match_conditions{};
    std::vector<admission_variable> variables{};

    template <class Self = validating_admission_policy_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The specification of the desired behavior of the AdmissionPolicy.",
            field(&Self::param_kind, "paramKind", "The kind of resources used to parameterize this policy."),
            field(&Self::match_constraints, "matchConstraints",
                  "What resources this policy is designed to validate."),
            field(&Self::validations, "validations",
                  "Validations contain CEL expressions which is used to apply the validation.", exclusive),
            field(&Self::failure_policy, "failurePolicy", "How to handle failures for the admission policy."),
            field(&Self::audit_annotations, "auditAnnotations", "", exclusive),
            field(&Self::match_conditions, "matchConditions",
                  "A list of conditions that must be met for a request to be validated.", list_map("name")),
            field(&Self::variables, "variables", "", list_map("name")));
    }
};

struct expression_warning {
    interned_string field_ref{}, warning{};

    template <class Self = expression_warning>
    static constexpr auto describe() {
        using namespace schema;
        return object("A warning information that targets a specific expression.",
                      field(&Self::field_ref, "fieldRef",
                            "The path to the field that refers to the expression.", required),
                      field(&Self::warning, "warning",
                            "The content of type checking information in a human-readable form.", required));
    }
};

struct type_checking {
    std::vector<expression_warning> expression_warnings{};

    template <class Self = type_checking>
    static constexpr auto describe() {
        using namespace schema;
        return object("Results of type checking the expressions in the ValidatingAdmissionPolicy.",
                      field(&Self::expression_warnings, "expressionWarnings",
                            "The type checking warnings for each expression.", exclusive));
    }
};

struct validating_admission_policy_status {
    generation_number observed_generation{};
    boxed<setpoint::type_checking> type_checking{};
    std::vector<condition> conditions{};

    template <class Self = validating_admission_policy_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The status of an admission validation policy.",
            field(&Self::observed_generation, "observedGeneration",
                  "The generation observed by the controller."),
            field(&Self::type_checking, "typeChecking", "The results of type checking for each expression."),
            field(&Self::conditions, "conditions",
                  "Conditions represent the latest available observations of a policy's current state.",
                  list_map("type")));
    }
};

struct validating_admission_policy {
    object_meta metadata{};
    validating_admission_policy_spec spec{};
    validating_admission_policy_status status{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy",
                            "validatingadmissionpolicies")
            .cluster_scoped();
    }
    template <class Self = validating_admission_policy>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""),
                      field(&Self::status, "status", ""));
    }
};

struct param_ref {
    interned_string name{}, ns{};
    boxed<label_selector> selector{};
    interned_string parameter_not_found_action{};

    template <class Self = param_ref>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::name, "name", "The name of the resource being referenced."),
                      field(&Self::ns, "namespace", "The namespace of the referenced resource."),
                      field(&Self::selector, "selector",
                            "Selector can be used to match multiple param objects based on their labels."),
                      field(&Self::parameter_not_found_action, "parameterNotFoundAction", ""));
    }
};

struct validating_admission_policy_binding_spec {
    interned_string policy_name{};
    boxed<setpoint::param_ref> param_ref{};
    boxed<setpoint::match_resources> match_resources{};
    std::vector<interned_string> validation_actions{};

    template <class Self = validating_admission_policy_binding_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("The specification of the ValidatingAdmissionPolicyBinding.",
                      field(&Self::policy_name, "policyName", ""),
                      field(&Self::param_ref, "paramRef",
                            "The parameter resource used to configure the admission control policy."),
                      field(&Self::match_resources, "matchResources", ""),
                      field(&Self::validation_actions, "validationActions", "", list_set));
    }
};

struct validating_admission_policy_binding {
    object_meta metadata{};
    validating_admission_policy_binding_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding",
                            "validatingadmissionpolicybindings")
            .cluster_scoped();
    }
    template <class Self = validating_admission_policy_binding>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::validating_admission_policy);
SETPOINT_BUILT_IN_KIND(setpoint::validating_admission_policy_binding);
