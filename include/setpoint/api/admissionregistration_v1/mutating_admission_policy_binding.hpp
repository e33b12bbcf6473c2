#pragma once
// clang-format off
// MutatingAdmissionPolicyBinding (admissionregistration.k8s.io/v1) and what only it uses.
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

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct mutating_admission_policy_binding_spec {
    interned_string policy_name{};
    boxed<admissionregistration_v1::param_ref> param_ref{};
    boxed<admissionregistration_v1::match_resources> match_resources{};

    template <class Self = mutating_admission_policy_binding_spec>
    static constexpr auto describe() {
        return schema::object(
            "MutatingAdmissionPolicyBindingSpec defines the specification of the "
            "MutatingAdmissionPolicyBinding.",
            schema::field(&Self::policy_name, "policyName",
                          "policyName references a MutatingAdmissionPolicy name which the "
                          "MutatingAdmissionPolicyBinding binds to."),
            schema::field(&Self::param_ref, "paramRef",
                          "paramRef specifies the parameter resource used to configure the admission "
                          "control policy."),
            schema::field(&Self::match_resources, "matchResources",
                          "matchResources limits what resources match this binding and may be mutated by "
                          "it."));
    }
};

struct mutating_admission_policy_binding {
    object_meta metadata{};
    mutating_admission_policy_binding_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicyBinding",
                            "mutatingadmissionpolicybindings").cluster_scoped();
    }
    template <class Self = mutating_admission_policy_binding>
    static constexpr auto describe() {
        return schema::object(
            "MutatingAdmissionPolicyBinding binds the MutatingAdmissionPolicy with parametrized resources.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec",
                          "spec defines the desired behavior of the MutatingAdmissionPolicyBinding."));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_BUILT_IN_KIND(setpoint::admissionregistration_v1::mutating_admission_policy_binding);
