#include "apiserver/kinds/admissionregistration/admission_policy_binding.hpp"

#include "apiserver/kinds/admissionregistration/admission_policy.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_param_ref(const bj::object& ref, field_errors& to) {
    const std::string path = "spec.paramRef";
    const std::string_view name = text_at(ref, "name");
    const bj::object* selector = object_at(ref, "selector");
    constexpr const char* both = "name and selector are mutually exclusive";
    if (!name.empty()) {
        add_invalid(to, path + ".name", name, path_segment(name, false));
        if (selector != nullptr) forbidden(to, path + ".name", both);
    }
    if (selector != nullptr) {
        validate_selector(*selector, path + ".selector", to);
        if (!name.empty()) forbidden(to, path + ".selector", both);
    }
    if (name.empty() && selector == nullptr) required(to, path, "one of name or selector must be specified");
    validate_one_of(text_at(ref, "parameterNotFoundAction"), {"Deny", "Allow"},
                    path + ".parameterNotFoundAction", to);
}

}  // namespace

void validate_policy_binding(const bj::object& o, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    const std::string_view policy = text_at(spec, "policyName");
    if (policy.empty())
        required(to, "spec.policyName");
    else
        add_invalid(to, "spec.policyName", policy, dns1123_subdomain(policy));
    if (const bj::object* ref = object_at(spec, "paramRef")) validate_param_ref(*ref, to);
    if (const bj::object* match = object_at(spec, "matchResources"))
        validate_match_resources(*match, "spec.matchResources", to);
}

namespace {

// The text of a LabelSelector as Go prints the struct.
std::string go_selector(const bj::object& selector) {
    std::string labels, expressions;
    for (const auto& [key, value] : object_of(selector, "matchLabels"))
        labels += fmt::format("{}: {},", std::string_view(key), text_of(value));
    for_each_object(list_of(selector, "matchExpressions"), [&](const bj::object& e, std::size_t) {
        std::string values;
        for (const bj::value& v : list_of(e, "values"))
            values.append(values.empty() ? "" : " ").append(text_of(v));
        expressions += fmt::format("LabelSelectorRequirement{{Key:{},Operator:{},Values:[{}],}},",
                                   text_at(e, "key"), text_at(e, "operator"), values);
    });
    return fmt::format(
        "&LabelSelector{{MatchLabels:map[string]string{{{}}},MatchExpressions:"
        "[]LabelSelectorRequirement{{{}}},}}",
        labels, expressions);
}

bj::value param_ref_cell(const bj::object& o, wall_time) {
    const bj::object* ref = object_at(o, {"spec", "paramRef"});
    if (ref == nullptr) return "<unset>";
    const std::string_view name = text_at(*ref, "name"), ns = text_at(*ref, "namespace");
    if (!name.empty()) return cell(fmt::format("{}/{}", ns.empty() ? "*" : ns, name));
    const bj::object* selector = object_at(*ref, "selector");
    return selector == nullptr ? cell("<unset>") : cell(go_selector(*selector));
}

}  // namespace

constinit const cell_row policy_binding_cells[2] = {
    {"PolicyName", [](const bj::object& o, wall_time) { return spec_text_cell(o, "policyName"); }},
    {"ParamRef", param_ref_cell},
};

}}}  // namespace setpoint::v0::apiserver
