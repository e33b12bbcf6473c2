#include "apiserver/kinds/shared/metadata.hpp"

#include "apiserver/kinds/internal_form.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t annotations_limit = 256 * 1024, manager_limit = 128;

void validate_names(const bj::object& meta, bool namespaced, name_validator name_of, field_errors& to) {
    const std::string_view prefix = text_at(meta, "generateName"), name = text_at(meta, "name");
    if (!prefix.empty()) add_invalid(to, "metadata.generateName", prefix, name_of(prefix, true));
    if (name.empty()) {
        required(to, "metadata.name", "name or generateName is required");
    } else {
        add_invalid(to, "metadata.name", name, name_of(name, false));
    }
    const std::string_view ns = text_at(meta, "namespace");
    if (!namespaced) {
        if (!ns.empty()) forbidden(to, "metadata.namespace", "not allowed on this type");
    } else if (ns.empty()) {
        required(to, "metadata.namespace");
    } else {
        add_invalid(to, "metadata.namespace", ns, dns1123_label(ns));
    }
}

void validate_owner(const bj::object& owner, const std::string& path, field_errors& to) {
    const std::string_view version = text_at(owner, "apiVersion");
    if (version.empty()) {
        required(to, path + ".apiVersion", "must not be empty");
    } else if (version.ends_with('/') || std::count(version.begin(), version.end(), '/') > 1) {
        invalid(to, path + ".apiVersion", version, "must be <group>/<version> or <version>");
    }
    for (const char* key : {"kind", "name", "uid"}) {
        if (text_at(owner, key).empty()) required(to, child(path, key), "must not be empty");
    }
    if ((version == "v1" || version == "/v1") && text_at(owner, "kind") == "Event") {
        invalid_unsorted(to, path, owner, "/v1, Kind=Event is disallowed from being an owner");
    }
}

void validate_owners(const bj::object& meta, field_errors& to) {
    const bj::array& owners = list_of(meta, "ownerReferences");
    std::string controller;
    for_each_object(owners, [&](const bj::object& owner, std::size_t i) {
        validate_owner(owner, indexed("metadata.ownerReferences", i), to);
        if (!true_at(owner, "controller")) return;
        const std::string name = fmt::format("{}/{}", text_at(owner, "kind"), text_at(owner, "name"));
        if (controller.empty()) {
            controller = name;
            return;
        }
        invalid_unsorted(
            to, "metadata.ownerReferences", owners,
            fmt::format("Only one reference can have Controller set to true. Found \"true\" in references "
                        "for {} and {}",
                        controller, name));
    });
}

void validate_finalizers(const bj::object& meta, field_errors& to) {
    const bj::array& all = list_of(meta, "finalizers");
    bool orphan = false, foreground = false;
    for (const bj::value& f : all) {
        const std::string_view name = text_of(f);
        add_invalid(to, "metadata.finalizers", f, qualified_name(name));
        orphan = orphan || name == "orphan";
        foreground = foreground || name == "foregroundDeletion";
    }
    if (orphan && foreground) {
        invalid(to, "metadata.finalizers", all, "finalizer orphan and foregroundDeletion cannot be both set");
    }
}

void validate_new_finalizers(const bj::object& meta, const bj::object& old, field_errors& to) {
    const bj::array& before = list_of(old, "finalizers");
    std::vector<std::string> extra;
    for (const bj::value& f : list_of(meta, "finalizers")) {
        if (std::find(before.begin(), before.end(), f) == before.end()) {
            extra.push_back(fmt::format("\"{}\"", text_of(f)));
        }
    }
    std::sort(extra.begin(), extra.end());
    if (extra.empty()) return;
    forbidden(
        to, "metadata.finalizers",
        fmt::format("no new finalizers can be added if the object is being deleted, found new finalizers "
                    "[]string{{{}}}",
                    fmt::join(extra, ", ")));
}

// validateKubeFinalizerName of pkg/apis/core/validation.
void validate_finalizer_names(const bj::object& meta, field_errors& to) {
    const bj::array& finalizers = list_of(meta, "finalizers");
    for (std::size_t i = 0; i < finalizers.size(); ++i) {
        const std::string_view f = text_of(finalizers[i]);
        if (f.find('/') != std::string_view::npos || f == "kubernetes" || f == "orphan" ||
            f == "foregroundDeletion") {
            continue;
        }
        invalid(to, indexed("metadata.finalizers", i), f,
                "name is neither a standard finalizer name nor is it fully qualified");
    }
}

bool requirement_matches(const bj::object& requirement, const bj::object& labels) {
    const std::string_view op = text_at(requirement, "operator");
    const bj::value* label = value_at(labels, text_at(requirement, "key"));
    const bj::array& values = list_of(requirement, "values");
    const bool found = label != nullptr && std::find(values.begin(), values.end(), *label) != values.end();
    if (op == "In") return found;
    if (op == "NotIn") return !found;
    if (op == "Exists") return label != nullptr;
    return op == "DoesNotExist" && label == nullptr;
}

}  // namespace

void validate_managers(const bj::object& meta, field_errors& to) {
    for_each_object(list_of(meta, "managedFields"), [&](const bj::object& entry, std::size_t i) {
        const std::string path = indexed("metadata.managedFields", i);
        const std::string_view operation = text_at(entry, "operation"), type = text_at(entry, "fieldsType");
        if (operation.empty()) {
            required(to, path + ".operation", "must not be empty");
        } else if (operation != "Apply" && operation != "Update") {
            not_supported(to, path + ".operation", operation, {"Apply", "Update"});
        }
        if (!type.empty() && type != "FieldsV1") {
            invalid(to, path + ".fieldsType", type, "must be `FieldsV1`");
        }
        if (text_at(entry, "manager").size() > manager_limit) too_long(to, path + ".manager", manager_limit);
        constexpr std::size_t subresource_limit = 256;
        if (text_at(entry, "subresource").size() > subresource_limit)
            too_long(to, path + ".subresource", subresource_limit);
    });
}

void validate_template_metadata(const bj::object& metadata, const std::string& path, field_errors& to) {
    validate_annotations(object_of(metadata, "annotations"), child(path, "annotations"), to);
    validate_labels(object_of(metadata, "labels"), child(path, "labels"), to);
    for (const auto& [key, v] : metadata) {
        const bool pointer = key == "deletionGracePeriodSeconds";
        const bool zero = v.is_null() || (!pointer && (v == bj::value("") || v == bj::value(0)));
        if (key == "annotations" || key == "labels" || zero) continue;
        // The real server derives the path from the name of Go's field.
        forbidden(to, child(path, key == "uid" ? "uID" : std::string(key)), "cannot be set");
    }
}

void validate_labels(const bj::object& labels, const std::string& path, field_errors& to) {
    for (const auto& [key, value] : labels) {
        add_invalid(to, path, key, qualified_name(key));
        add_invalid(to, path, value, label_value(text_of(value)));
    }
}

void validate_annotations(const bj::object& annotations, const std::string& path, field_errors& to) {
    std::size_t size = 0;
    for (const auto& [key, value] : annotations) {
        add_invalid(to, path, key, qualified_name(lower_case(key)));
        size += key.size() + text_of(value).size();
    }
    if (size > annotations_limit) too_long(to, path, annotations_limit);
}

void validate_plain_metadata(const bj::object& object, bool namespaced, name_validator name,
                             field_errors& to) {
    const bj::object& meta = object_of(object, "metadata");
    validate_names(meta, namespaced, name, to);
    validate_not_negative(meta, "generation", "metadata.generation", to);
    validate_labels(object_of(meta, "labels"), "metadata.labels", to);
    validate_annotations(object_of(meta, "annotations"), "metadata.annotations", to);
    validate_owners(meta, to);
    validate_finalizers(meta, to);
    validate_managers(meta, to);
}

void validate_metadata(const bj::object& object, bool namespaced, name_validator name, field_errors& to) {
    validate_plain_metadata(object, namespaced, name, to);
    validate_finalizer_names(object_of(object, "metadata"), to);
}

void validate_plain_metadata_update(const bj::object& object, const bj::object& old, field_errors& to) {
    const bj::object& meta = object_of(object, "metadata");
    const bj::object& before = object_of(old, "metadata");
    if (value_at(before, "deletionTimestamp") != nullptr) validate_new_finalizers(meta, before, to);
    validate_not_negative(meta, "generation", "metadata.generation", to);
    for (const char* key : {"name", "namespace", "uid", "creationTimestamp", "deletionTimestamp",
                            "deletionGracePeriodSeconds"}) {
        const bj::value* v = value_at(meta, key);
        if (v != nullptr && !same_field(meta, before, key)) {
            invalid(to, child("metadata", key), *v, std::string(immutable));
        }
    }
    validate_labels(object_of(meta, "labels"), "metadata.labels", to);
    validate_annotations(object_of(meta, "annotations"), "metadata.annotations", to);
    validate_owners(meta, to);
    validate_managers(meta, to);
}

void validate_metadata_update(const bj::object& object, const bj::object& old, field_errors& to) {
    validate_plain_metadata_update(object, old, to);
    validate_finalizer_names(object_of(object, "metadata"), to);
}

void validate_selector(const bj::object& selector, const std::string& path, field_errors& to,
                       selector_values allowed) {
    validate_labels(object_of(selector, "matchLabels"), child(path, "matchLabels"), to);
    for_each_object(list_of(selector, "matchExpressions"), [&](const bj::object& r, std::size_t i) {
        const std::string here = indexed(child(path, "matchExpressions"), i);
        const std::string_view op = text_at(r, "operator");
        const bj::array& values = list_of(r, "values");
        if (op == "In" || op == "NotIn") {
            if (values.empty()) {
                required(to, here + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
            }
        } else if (op == "Exists" || op == "DoesNotExist") {
            if (!values.empty()) {
                forbidden(to, here + ".values",
                          "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
            }
        } else {
            invalid(to, here + ".operator", op, "not a valid selector operator");
        }
        const std::string_view key = text_at(r, "key");
        add_invalid(to, here + ".key", key, qualified_name(key));
        for (std::size_t k = 0; k < values.size() && allowed == selector_values::valid; ++k) {
            add_invalid(to, indexed(here + ".values", k), values[k], label_value(text_of(values[k])));
        }
    });
}

bool is_valid_selector(const bj::object& selector) {
    field_errors errors;
    validate_selector(selector, "", errors);
    return errors.empty();
}

bool selector_matches(const bj::object& selector, const bj::object& labels) {
    for (const auto& [key, value] : object_of(selector, "matchLabels")) {
        const bj::value* label = value_at(labels, key);
        if (label == nullptr || *label != value) return false;
    }
    for (const bj::value& r : list_of(selector, "matchExpressions")) {
        if (!r.is_object() || !requirement_matches(r.get_object(), labels)) return false;
    }
    return true;
}

bool is_empty_selector(const bj::object& selector) {
    return object_of(selector, "matchLabels").empty() && list_of(selector, "matchExpressions").empty();
}

std::string labels_text(const bj::object& labels) {
    std::vector<std::string> parts;
    for (const auto& [key, value] : labels) {
        parts.push_back(fmt::format("{}={}", std::string_view(key), text_of(value)));
    }
    std::sort(parts.begin(), parts.end());
    return parts.empty() ? "<none>" : fmt::format("{}", fmt::join(parts, ","));
}

std::string selector_text(const bj::object& selector) {
    std::vector<std::pair<std::string, std::string>> parts;
    for (const auto& [key, value] : object_of(selector, "matchLabels")) {
        parts.emplace_back(key, fmt::format("{}={}", std::string_view(key), text_of(value)));
    }
    for_each_object(list_of(selector, "matchExpressions"), [&](const bj::object& r, std::size_t) {
        std::vector<std::string> values;
        for (const bj::value& v : list_of(r, "values")) values.emplace_back(text_of(v));
        std::sort(values.begin(), values.end());
        const std::string key(text_at(r, "key"));
        const std::string_view op = text_at(r, "operator");
        if (op == "In" || op == "NotIn") {
            parts.emplace_back(
                key, fmt::format("{} {} ({})", key, op == "In" ? "in" : "notin", fmt::join(values, ",")));
        } else {
            parts.emplace_back(key, op == "Exists" ? key : "!" + key);
        }
    });
    std::sort(parts.begin(), parts.end());
    std::string out;
    for (const auto& [key, text] : parts) out += (out.empty() ? "" : ",") + text;
    return out.empty() ? "<none>" : out;
}

void validate_not_negative(const bj::object& o, std::string_view key, const std::string& path,
                           field_errors& to) {
    const auto n = number_at(o, key);
    if (n && *n < 0) invalid(to, path, *n, std::string(not_negative));
}

void validate_immutable(const bj::object& o, const bj::object& old, std::string_view key,
                        const std::string& path, field_errors& to, std::string_view type) {
    if (same_field(o, old, key)) return;
    const bj::value* v = value_at(o, key);
    invalid_unsorted(to, path, v == nullptr ? bj::value() : internal_form(type, *v), std::string(immutable));
}

}}}  // namespace setpoint::v0::apiserver
