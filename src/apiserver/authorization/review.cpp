#include "apiserver/authorization/review.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

using label_operation = label_requirement::operation;

std::vector<std::string> strings_of(const bj::object& o, std::string_view key) {
    std::vector<std::string> out;
    for (const bj::value& v : list_of(o, key)) out.emplace_back(text_of(v));
    return out;
}

bj::array string_array(const std::vector<std::string>& all) {
    bj::array out;
    for (const std::string& s : all) out.emplace_back(s);
    return out;
}
void set_strings(bj::object& to, std::string_view key, const std::vector<std::string>& all) {
    if (!all.empty()) to[key] = string_array(all);
}

std::optional<label_operation> label_operation_of(std::string_view name) {
    if (name == "In") return label_operation::in;
    if (name == "NotIn") return label_operation::not_in;
    if (name == "Exists") return label_operation::exists;
    if (name == "DoesNotExist") return label_operation::does_not_exist;
    return std::nullopt;
}

using label_terms_type = selector_terms<label_requirement>;
using field_terms_type = selector_terms<field_selector::requirement>;

label_terms_type listed_label_terms(const bj::array& requirements) {
    label_terms_type out;
    std::vector<std::string> errors;
    for_each_object(requirements, [&](const bj::object& r, std::size_t) {
        const std::string_view name = text_at(r, "operator");
        const std::optional<label_operation> op = label_operation_of(name);
        if (!op) {
            errors.push_back(fmt::format("{} is not a valid label selector operator", go_text::quoted(name)));
            return;
        }
        selector one;
        if (auto added = one.add(text_at(r, "key"), *op, strings_of(r, "values")); !added)
            errors.push_back(added.error().message);
        else
            out.terms.push_back(one.requirements().front());
    });
    out.error = joined_errors(errors);
    return out;
}

// The error of one requirement; empty: it can be evaluated.
std::string field_term_error(std::string_view op, std::size_t values) {
    if (values > 1) return "fieldSelectors do not yet support multiple values";
    if (op == "In" || op == "NotIn") {
        if (values == 1) return {};
        return op == "In" ? "fieldSelectors in must have one value"
                          : "fieldSelectors not in must have one value";
    }
    if (op == "Exists" || op == "DoesNotExist")
        return fmt::format("fieldSelectors do not yet support {}", op);
    return fmt::format("{} is not a valid field selector operator", go_text::quoted(op));
}

field_terms_type listed_field_terms(const bj::array& requirements) {
    field_terms_type out;
    std::vector<std::string> errors;
    for_each_object(requirements, [&](const bj::object& r, std::size_t) {
        const std::string_view op = text_at(r, "operator");
        std::vector<std::string> values = strings_of(r, "values");
        if (std::string error = field_term_error(op, values.size()); !error.empty())
            errors.push_back(std::move(error));
        else
            out.terms.push_back({std::string(text_at(r, "key")), std::move(values.front()), op == "In"});
    });
    out.error = joined_errors(errors);
    return out;
}

void set_selectors(attributes& to, const bj::object& resource) {
    const bj::object& labels = object_of(resource, "labelSelector");
    to.labels = label_terms(text_at(labels, "rawSelector"));
    if (const bj::array& all = list_of(labels, "requirements"); !all.empty())
        to.labels = listed_label_terms(all);
    const bj::object& fields = object_of(resource, "fieldSelector");
    to.fields = field_terms(text_at(fields, "rawSelector"));
    if (const bj::array& all = list_of(fields, "requirements"); !all.empty())
        to.fields = listed_field_terms(all);
}

template <class Terms>
void add_selector_error(std::string& to, std::string_view name, const Terms& terms) {
    if (terms.error.empty()) return;
    if (!to.empty()) to += "; ";
    to += fmt::format("spec.resourceAttributes.{} {}ignored due to parse error", name,
                      terms.terms.empty() ? "" : "partially ");
}

}  // namespace

user_info reviewed_user(const bj::object& spec) {
    user_info out{.name = std::string(text_at(spec, "user")),
                  .uid = std::string(text_at(spec, "uid")),
                  .groups = strings_of(spec, "groups")};
    const bj::object& extra = object_of(spec, "extra");
    for (const auto& [key, values] : extra) out.extra[std::string(key)] = strings_of(extra, key);
    return out;
}

attributes reviewed_attributes(user_ptr user, const bj::object& spec) {
    attributes out{.user = std::move(user)};
    const bj::object* resource = object_at(spec, "resourceAttributes");
    const bj::object& from = resource != nullptr ? *resource : object_of(spec, "nonResourceAttributes");
    out.verb = text_at(from, "verb");
    out.is_resource = resource != nullptr;
    if (!out.is_resource) {
        out.path = text_at(from, "path");
        return out;
    }
    out.group = text_at(from, "group");
    out.version = text_at(from, "version");
    if (out.version.empty()) out.version = "*";
    out.resource = text_at(from, "resource");
    out.subresource = text_at(from, "subresource");
    out.namespace_name = text_at(from, "namespace");
    out.name = text_at(from, "name");
    set_selectors(out, from);
    return out;
}

std::string evaluation_error(const attributes& of, const decision& d) {
    std::string out = d.error;
    add_selector_error(out, "fieldSelector", of.fields);
    add_selector_error(out, "labelSelector", of.labels);
    return out;
}

bj::object access_review_status(const attributes& of, const decision& d) {
    bj::object out{{"allowed", d.allows()}};
    if (d.is == decision::verdict::deny) out["denied"] = true;
    if (!d.reason.empty()) out["reason"] = d.reason;
    if (const std::string error = evaluation_error(of, d); !error.empty()) out["evaluationError"] = error;
    return out;
}

bj::object rules_review_status(const rule_list& rules) {
    bj::array resources;
    for (const resource_rule& r : rules.resources) {
        bj::object one{{"verbs", string_array(r.verbs)}};
        set_strings(one, "apiGroups", r.api_groups);
        set_strings(one, "resources", r.resources);
        set_strings(one, "resourceNames", r.resource_names);
        resources.push_back(std::move(one));
    }
    bj::array non_resources;
    for (const non_resource_rule& r : rules.non_resources) {
        bj::object one{{"verbs", string_array(r.verbs)}};
        set_strings(one, "nonResourceURLs", r.urls);
        non_resources.push_back(std::move(one));
    }
    bj::object out{{"resourceRules", std::move(resources)},
                   {"nonResourceRules", std::move(non_resources)},
                   {"incomplete", rules.is_incomplete}};
    if (const std::string error = joined_errors(rules.errors); !error.empty()) out["evaluationError"] = error;
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
