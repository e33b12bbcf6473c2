// Access reviews, which the server answers and does not store. access_control, if there is any, writes the
// answer.

#include "apiserver/kinds/authorization/subject_access_review.hpp"

#include "apiserver/kinds/internal_form.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/kinds/shared/review.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/objects/go_types.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_review_attributes(const bj::object& spec, field_errors& to) {
    const bj::object* resource = object_at(spec, "resourceAttributes");
    const bj::object* path = object_at(spec, "nonResourceAttributes");
    if ((resource == nullptr) != (path == nullptr)) return;
    bj::value shown;
    if (path != nullptr)
        shown = bj::object{{"Path", text_at(*path, "path")}, {"Verb", text_at(*path, "verb")}};
    invalid_unsorted(to, "spec", shown,
                     "exactly one of nonResourceAttributes or resourceAttributes must be specified");
}

void validate_values(const bj::object& requirement, const std::string& path, field_errors& to) {
    const std::string_view op = text_at(requirement, "operator");
    const bool has_values = !list_of(requirement, "values").empty();
    if ((op == "In" || op == "NotIn") && !has_values)
        required(to, path + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
    if ((op == "Exists" || op == "DoesNotExist") && has_values)
        forbidden(to, path + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
}

void validate_label_requirement(const bj::object& requirement, const std::string& path, field_errors& to) {
    validate_values(requirement, path, to);
    const std::string_view key = text_at(requirement, "key");
    add_invalid(to, path + ".key", key, qualified_name(key));
    const bj::array& values = list_of(requirement, "values");
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string_view value = text_of(values[i]);
        add_invalid(to, indexed(path + ".values", i), value, label_value(value));
    }
}

void validate_field_requirement(const bj::object& requirement, const std::string& path, field_errors& to) {
    if (text_at(requirement, "key").empty()) required(to, path + ".key", "must be specified");
    validate_values(requirement, path, to);
}

// Unknown operators pass: clients may be newer than the server.
void validate_review_selector(const bj::object& resource, std::string_view name,
                              void (*validate)(const bj::object&, const std::string&, field_errors&),
                              field_errors& to) {
    const bj::object* const selector = object_at(resource, name);
    if (selector == nullptr) return;
    const std::string path = fmt::format("spec.resourceAttributes.{}", name);
    const std::string_view raw = text_at(*selector, "rawSelector");
    const bj::array& requirements = list_of(*selector, "requirements");
    if (!raw.empty() && !requirements.empty())
        invalid(to, path + ".rawSelector", raw, "may not specified at the same time as requirements");
    if (raw.empty() && requirements.empty())
        required(to, path + ".requirements",
                 fmt::format("when {} is specified, requirements or rawSelector is required", path));
    for_each_object(requirements, [&](const bj::object& each, std::size_t i) {
        validate(each, indexed(path + ".requirements", i), to);
    });
}

// The fields in the order of the Go type, as messages print structs.
bj::object in_go_order(std::string_view type, const bj::object& object) {
    bj::object out;
    const go_type* const go = find_go_type(type);
    if (go == nullptr) return object;
    for (const go_field& field : go->fields()) {
        const bj::value* const value = value_at(object, field.name);
        if (value == nullptr) continue;
        bj::value& to = out[field.name];
        to = *value;
        if (field.name != "managedFields" || !to.is_array()) continue;
        for (bj::value& entry : to.get_array())
            if (entry.is_object()) entry = in_go_order("meta.v1.ManagedFieldsEntry", entry.get_object());
    }
    return out;
}

// Only the namespace of the path, and the owners that the server itself has noted, may be there.
void validate_review_metadata(const bj::object& review, bool is_local, field_errors& to) {
    const bj::object& metadata = object_of(review, "metadata");
    for (const auto& [key, value] : metadata) {
        if (key == "managedFields" || value.is_null() || (is_local && key == "namespace")) continue;
        invalid_unsorted(to, "metadata", in_go_order("meta.v1.ObjectMeta", metadata),
                         is_local ? "must be empty except for namespace" : "must be empty");
        return;
    }
}

void validate_local_review(const bj::object& review, field_errors& to) {
    const bj::object& spec = object_of(review, "spec");
    if (const bj::object* const resource = object_at(spec, "resourceAttributes")) {
        const std::string_view asked = text_at(*resource, "namespace");
        if (asked != text_at(review, {"metadata", "namespace"}))
            invalid(to, "spec.resourceAttributes.namespace", asked, "must match metadata.namespace");
    }
    if (const bj::object* const path = object_at(spec, "nonResourceAttributes"))
        invalid(to, "spec.nonResourceAttributes",
                internal_form("authorization.v1.NonResourceAttributes", *path),
                "disallowed on this kind of request");
}

}  // namespace

// pkg/apis/authorization/validation.
api_result<bj::object> answer_access_review(bj::object request, const kind_context&) {
    field_errors errors;
    const bj::object& spec = object_of(request, "spec");
    const std::string kind(text_at(request, "kind"));
    const bool is_local = kind == "LocalSubjectAccessReview";
    validate_review_attributes(spec, errors);
    if (kind != "SelfSubjectAccessReview" && text_at(spec, "user").empty() && list_of(spec, "groups").empty())
        invalid(errors, "spec.user", "", "at least one of user or group must be specified");
    const bj::object& resource = object_of(spec, "resourceAttributes");
    validate_review_selector(resource, "fieldSelector", validate_field_requirement, errors);
    validate_review_selector(resource, "labelSelector", validate_label_requirement, errors);
    validate_review_metadata(request, is_local, errors);
    if (is_local) validate_local_review(request, errors);
    // The real server names no kind here.
    if (!errors.empty()) return invalid_object({"authorization.k8s.io", ""}, "", errors);
    return review_with_status(std::move(request), {{"allowed", true}});
}

constinit const kind_code subject_access_review_kind{
    .defaults = apply_go_encoding, .answer = answer_access_review, .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
