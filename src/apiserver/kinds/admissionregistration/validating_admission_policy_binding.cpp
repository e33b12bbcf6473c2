// ValidatingAdmissionPolicyBindings (pkg/apis/admissionregistration/validation).

#include "apiserver/kinds/admissionregistration/admission_policy.hpp"
#include "apiserver/kinds/admissionregistration/admission_policy_binding.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_validating_admission_policy_binding(const bj::object& o, const kind_context&,
                                                  field_errors& to) {
    validate_policy_binding(o, to);
    const std::string path = "spec.validationActions";
    const bj::array& actions = list_of(object_of(o, "spec"), "validationActions");
    std::set<std::string, std::less<>> seen;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const std::string_view action = text_of(actions[i]);
        if (action != "Audit" && action != "Deny" && action != "Warn")
            not_supported(to, indexed(path, i), action, {"Audit", "Deny", "Warn"});
        if (!seen.emplace(action).second) duplicate(to, indexed(path, i), action);
    }
    if (seen.contains("Deny") && seen.contains("Warn"))
        invalid(to, path, actions,
                "must not contain both Deny and Warn (repeating the same validation failure information in "
                "the API response and headers serves no purpose)");
    if (seen.empty()) required(to, path, "at least one validation action is required");
}

void validate_validating_admission_policy_binding_update(const bj::object& o, const bj::object&,
                                                         const kind_context& c, field_errors& to) {
    validate_validating_admission_policy_binding(o, c, to);
}

}  // namespace

constinit const kind_code validating_admission_policy_binding_kind{
    .defaults = apply_go_encoding,
    .validate = validate_validating_admission_policy_binding,
    .validate_update = validate_validating_admission_policy_binding_update,
    .warn = warn_of_policy,
    .cells = policy_binding_cells,
    .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
