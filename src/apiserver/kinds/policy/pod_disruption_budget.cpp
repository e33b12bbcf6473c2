// PodDisruptionBudgets (pkg/apis/policy/validation, pkg/registry/policy/poddisruptionbudget).

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/conditions.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/workload.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_budget_spec(const bj::object& spec, selector_values values, field_errors& to) {
    if (value_at(spec, "minAvailable") != nullptr && value_at(spec, "maxUnavailable") != nullptr) {
        const bj::value* policy = value_at(spec, "unhealthyPodEvictionPolicy");
        const bj::object shown{
            {"MinAvailable", spec.at("minAvailable")},
            {"Selector", object_at(spec, "selector") == nullptr ? bj::value() : spec.at("selector")},
            {"MaxUnavailable", spec.at("maxUnavailable")},
            {"UnhealthyPodEvictionPolicy", policy == nullptr ? bj::value() : *policy}};
        invalid_unsorted(to, "spec", bj::value(shown), "minAvailable and maxUnavailable cannot be both set");
    }
    for (const char* key : {"minAvailable", "maxUnavailable"}) {
        validate_int_or_percent(value_at(spec, key), child("spec", key), to);
        validate_at_most_100_percent(value_at(spec, key), child("spec", key), to);
    }
    validate_selector(object_of(spec, "selector"), "spec.selector", to, values);
    validate_fields("policy.v1.PodDisruptionBudgetSpec", spec, nullptr, "spec", to);
}

void validate_pod_disruption_budget(const bj::object& o, const kind_context&, field_errors& to) {
    validate_budget_spec(object_of(o, "spec"), selector_values::valid, to);
    // The real server's code for this kind leaves metadata to the code for all kinds, which runs if there is
    // no error.
    if (to.empty()) validate_plain_metadata(o, true, path_segment, to);
}

void validate_pod_disruption_budget_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                           field_errors& to) {
    if (is_status(c)) {
        const bj::object& status = object_of(o, "status");
        validate_conditions(list_of(status, "conditions"), "status.conditions", to);
        validate_fields("policy.v1.PodDisruptionBudgetStatus", status, nullptr, "status", to);
        return;
    }
    const bool was_valid = is_valid_selector(object_of(old, {"spec", "selector"}));
    validate_budget_spec(object_of(o, "spec"),
                         was_valid ? selector_values::valid : selector_values::any_label_value, to);
}

bj::value budget_cell(const bj::object& o, const char* key) {
    const bj::value* v = value_at(object_of(o, "spec"), key);
    if (v == nullptr) return "N/A";
    return v->is_string() ? *v : cell(json_text::serialize(*v));
}

constexpr cell_row pod_disruption_budget_cells[] = {
    {"Min Available", [](const bj::object& o, wall_time) { return budget_cell(o, "minAvailable"); }},
    {"Max Unavailable", [](const bj::object& o, wall_time) { return budget_cell(o, "maxUnavailable"); }},
    {"Allowed Disruptions",
     [](const bj::object& o, wall_time) {
         return bj::value(number_at(object_of(o, "status"), "disruptionsAllowed").value_or(0));
     }},
};

}  // namespace

constinit const kind_code pod_disruption_budget_kind{.defaults = apply_go_encoding,
                                                     .prepare_create = create_without_status,
                                                     .prepare_update = update_spec_or_status,
                                                     .validate = validate_pod_disruption_budget,
                                                     .validate_update = validate_pod_disruption_budget_update,
                                                     .cells = pod_disruption_budget_cells,
                                                     .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
