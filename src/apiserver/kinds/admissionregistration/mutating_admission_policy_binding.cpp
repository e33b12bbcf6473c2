// MutatingAdmissionPolicyBindings (pkg/apis/admissionregistration/validation).

#include "apiserver/kinds/admissionregistration/admission_policy.hpp"
#include "apiserver/kinds/admissionregistration/admission_policy_binding.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_mutating_admission_policy_binding(const bj::object& o, const kind_context&, field_errors& to) {
    validate_policy_binding(o, to);
    validate_mutating_operations(object_of(o, {"spec", "matchResources"}), "spec.matchResources", to);
}

void validate_mutating_admission_policy_binding_update(const bj::object& o, const bj::object&,
                                                       const kind_context& c, field_errors& to) {
    validate_mutating_admission_policy_binding(o, c, to);
}

}  // namespace

constinit const kind_code mutating_admission_policy_binding_kind{
    .defaults = apply_go_encoding,
    .validate = validate_mutating_admission_policy_binding,
    .validate_update = validate_mutating_admission_policy_binding_update,
    .warn = warn_of_policy,
    .cells = policy_binding_cells,
    .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
