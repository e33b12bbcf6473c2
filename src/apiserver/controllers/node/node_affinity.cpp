#include "apiserver/controllers/node/node_affinity.hpp"

#include "setpoint/api/selector.hpp"

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr std::string_view name_field = "metadata.name";

std::optional<label_requirement::operation> operation_of(std::string_view op) {
    using operation = label_requirement::operation;
    constexpr std::array<std::pair<std::string_view, operation>, 6> all = {
        {{"In", operation::in},
         {"NotIn", operation::not_in},
         {"Exists", operation::exists},
         {"DoesNotExist", operation::does_not_exist},
         {"Gt", operation::greater},
         {"Lt", operation::less}}};
    const auto* at = std::find_if(all.begin(), all.end(), [&](const auto& x) { return x.first == op; });
    return at == all.end() ? std::nullopt : std::optional(at->second);
}

bool matches_labels(const std::vector<node_selector_requirement>& all, const string_map& labels) {
    selector wanted;
    for (const node_selector_requirement& r : all) {
        const auto op = operation_of(r.op);
        std::vector<std::string> values;
        values.reserve(r.values.size());
        for (const interned_string& v : r.values) values.push_back(v.str());
        if (!op || !wanted.add(r.key, *op, std::move(values))) return false;
    }
    return wanted.matches(labels);
}

bool matches_field(const node_selector_requirement& r, const partial_node& n) {
    if (r.key != name_field || r.values.size() != 1) return false;
    const bool same = r.values.front() == n.metadata.name;
    if (r.op == "In") return same;
    return r.op == "NotIn" && !same;
}

}  // namespace

bool matches_node(const node_selector_term& term, const partial_node& n) {
    if (term.match_expressions.empty() && term.match_fields.empty()) return false;
    return matches_labels(term.match_expressions, n.metadata.labels) &&
           std::all_of(term.match_fields.begin(), term.match_fields.end(),
                       [&](const node_selector_requirement& r) { return matches_field(r, n); });
}

bool matches_node(const node_selector& any, const partial_node& n) {
    return std::any_of(any.node_selector_terms.begin(), any.node_selector_terms.end(),
                       [&](const node_selector_term& t) { return matches_node(t, n); });
}

bool selects_node(const partial_pod_spec& spec, const partial_node& n) {
    for (const auto& [k, v] : spec.node_selector) {
        const auto at = n.metadata.labels.find(k);
        if (at == n.metadata.labels.end() || at->second != v) return false;
    }
    return !spec.affinity || !spec.affinity->node.required || matches_node(*spec.affinity->node.required, n);
}

std::string target_node(const partial_pod& p) {
    if (!p.spec.node_name.empty()) return p.spec.node_name.str();
    if (!p.spec.affinity || !p.spec.affinity->node.required) return {};
    for (const node_selector_term& t : p.spec.affinity->node.required->node_selector_terms)
        for (const node_selector_requirement& r : t.match_fields)
            if (r.key == name_field && r.op == "In")
                return r.values.size() == 1 ? r.values.front().str() : std::string();
    return {};
}

}}}  // namespace setpoint::v0::apiserver
