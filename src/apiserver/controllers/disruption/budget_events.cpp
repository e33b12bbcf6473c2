
#include "apiserver/controllers/disruption/budget_plan.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* budget_component = "controllermanager";

event_note note_of(event_subject about, event_type type, std::string reason, std::string message) {
    return {budget_component, "", std::move(about), type, std::move(reason), std::move(message)};
}

std::string_view operator_text(match_operator op) {
    switch (op) {
        case match_operator::in:
            return "In";
        case match_operator::not_in:
            return "NotIn";
        case match_operator::exists:
            return "Exists";
        case match_operator::does_not_exist:
            break;
    }
    return "DoesNotExist";
}

}  // namespace

// String() of a LabelSelector, in its generated.pb.go.
std::string go_selector_text(const boost::json::value& selector) {
    if (!selector.is_object()) return "nil";
    const auto labels = json::decode<label_selector>(boost::json::serialize(selector));
    if (!labels) return "nil";
    std::string matches, conditions;
    for (const auto& [key, value] : labels->match_labels)
        matches += fmt::format("{}: {},", key.view(), value.view());
    for (const match_expression& e : labels->match_expressions) {
        std::string values;
        for (const interned_string& v : e.values) values += (values.empty() ? "" : " ") + v.str();
        conditions += fmt::format("LabelSelectorRequirement{{Key:{},Operator:{},Values:[{}],}},",
                                  e.key.view(), operator_text(e.op), values);
    }
    return fmt::format(
        "&LabelSelector{{MatchLabels:map[string]string{{{}}},MatchExpressions:[]LabelSelectorRequirement{{{}}"
        "},"
        "}}",
        matches, conditions);
}

std::vector<event_note> budget_events(const partial_budget& b, const std::vector<pod_ptr>& pods,
                                      wall_time now) {
    std::vector<event_note> out;
    if (pods.empty())
        out.push_back(note_of(subject_of(b), event_type::normal, "NoPods", "No matching pods found"));
    const auto unmanaged = [](const pod_ptr& p) { return controller_of(p->metadata) == nullptr; };
    if (needs_scale(b) && std::ranges::any_of(pods, unmanaged))
        out.push_back(note_of(
            subject_of(b), event_type::warning, "UnmanagedPods",
            fmt::format(
                "Pods selected by this PodDisruptionBudget (selector: {}) were found to be unmanaged. "
                "As a result, the status of the PDB cannot be calculated correctly, which may result in "
                "undefined behavior. To account for these pods please set \".spec.minAvailable\" field "
                "of the PDB to an integer value.",
                go_selector_text(b.spec.selector))));
    for (const pod_ptr& p : pods)
        if (is_overdue(b, *p, now))
            // The real controller prints the namespace twice.
            out.push_back(note_of(subject_of(*p), event_type::warning, "NotDeleted",
                                  fmt::format("Pod was expected by PDB {0}/{0} to be deleted but it wasn't",
                                              b.metadata.ns.view())));
    return out;
}

event_note uncounted_event(const partial_budget& b, std::string_view why) {
    return note_of(subject_of(b), event_type::warning, "CalculateExpectedPodCountFailed",
                   fmt::format("Failed to calculate the number of expected pods: {}", why));
}

}}}  // namespace setpoint::v0::apiserver
