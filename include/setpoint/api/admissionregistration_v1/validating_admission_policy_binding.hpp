#pragma once
// clang-format off
// ValidatingAdmissionPolicyBinding (admissionregistration.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/admissionregistration_v1/match_resources.hpp"
#include "setpoint/api/admissionregistration_v1/param_ref.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct validating_admission_policy_binding_spec {
    interned_string policy_name{};
    boxed<admissionregistration_v1::param_ref> param_ref{};
    boxed<admissionregistration_v1::match_resources> match_resources{};
    std::vector<interned_string> validation_actions{};

    template <class Self = validating_admission_policy_binding_spec>
    static constexpr auto describe() {
        return schema::object(
            "ValidatingAdmissionPolicyBindingSpec is the specification of the "
            "ValidatingAdmissionPolicyBinding.",
            schema::field(&Self::policy_name, "policyName",
                          "policyName references a ValidatingAdmissionPolicy name which the "
                          "ValidatingAdmissionPolicyBinding binds to."),
            schema::field(&Self::param_ref, "paramRef",
                          "paramRef specifies the parameter resource used to configure the admission "
                          "control policy."),
            schema::field(&Self::match_resources, "matchResources",
                          "matchResources declares what resources match this binding and will be "
                          "validated by it."),
            schema::field(&Self::validation_actions, "validationActions",
                          "validationActions declares how Validations of the referenced "
                          "ValidatingAdmissionPolicy are enforced.", schema::list_set));
    }
};

struct validating_admission_policy_binding {
    object_meta metadata{};
    validating_admission_policy_binding_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicyBinding",
                            "validatingadmissionpolicybindings").cluster_scoped();
    }
    template <class Self = validating_admission_policy_binding>
    static constexpr auto describe() {
        return schema::object(
            "ValidatingAdmissionPolicyBinding binds the ValidatingAdmissionPolicy with paramerized "
            "resources.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec",
                          "spec defines the desired behavior of the ValidatingAdmissionPolicyBinding."));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_BUILT_IN_KIND(setpoint::admissionregistration_v1::validating_admission_policy_binding);
