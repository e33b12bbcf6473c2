#include "apiserver/validation/metadata.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/json_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint::apiserver::kinds {

namespace {

constexpr std::size_t annotations_limit = 256 * 1024, manager_limit = 128;

void check_names(const bj::object& meta, bool namespaced, name_check name_of, field_errors& to) {
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

void check_owner(const bj::object& owner, field_errors& to) {
    const std::string path = "metadata.ownerReferences";
    const std::string_view version = text_at(owner, "apiVersion");
    if (version.empty() || version.ends_with('/') || std::count(version.begin(), version.end(), '/') > 1) {
        invalid(to, path + ".apiVersion", version, "version must not be empty");
    }
    for (const char* key : {"kind", "name", "uid"}) {
        if (text_at(owner, key).empty()) invalid(to, child(path, key), "", "must not be empty");
    }
    if ((version == "v1" || version == "/v1") && text_at(owner, "kind") == "Event") {
        invalid_shown(to, path, owner, "/v1, Kind=Event is disallowed from being an owner");
    }
}

void check_owners(const bj::object& meta, field_errors& to) {
    const bj::array& owners = list_of(meta, "ownerReferences");
    std::string controller;
    each_object(owners, [&](const bj::object& owner, std::size_t) {
        check_owner(owner, to);
        if (!true_at(owner, "controller")) return;
        const std::string name = fmt::format("{}/{}", text_at(owner, "kind"), text_at(owner, "name"));
        if (controller.empty()) {
            controller = name;
            return;
        }
        invalid_shown(
            to, "metadata.ownerReferences", owners,
            fmt::format("Only one reference can have Controller set to true. Found \"true\" in references "
                        "for {} and {}",
                        controller, name));
    });
}

void check_finalizers(const bj::object& meta, field_errors& to) {
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

void check_managers(const bj::object& meta, field_errors& to) {
    each_object(list_of(meta, "managedFields"), [&](const bj::object& entry, std::size_t i) {
        const std::string path = indexed("metadata.managedFields", i);
        const std::string_view operation = text_at(entry, "operation"), type = text_at(entry, "fieldsType");
        if (operation != "Apply" && operation != "Update") {
            invalid(to, path + ".operation", operation, "must be `Apply` or `Update`");
        }
        if (!type.empty() && type != "FieldsV1") {
            invalid(to, path + ".fieldsType", type, "must be `FieldsV1`");
        }
        if (text_at(entry, "manager").size() > manager_limit) too_long(to, path + ".manager", manager_limit);
    });
}

void check_new_finalizers(const bj::object& meta, const bj::object& old, field_errors& to) {
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
void check_finalizer_names(const bj::object& meta, field_errors& to) {
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

bool meets(const bj::object& requirement, const bj::object& labels) {
    const std::string_view op = text_at(requirement, "operator");
    const bj::value* label = at(labels, text_at(requirement, "key"));
    const bj::array& values = list_of(requirement, "values");
    const bool found = label != nullptr && std::find(values.begin(), values.end(), *label) != values.end();
    if (op == "In") return found;
    if (op == "NotIn") return !found;
    if (op == "Exists") return label != nullptr;
    return op == "DoesNotExist" && label == nullptr;
}

}  // namespace

namespace {

std::string shown(const bj::value& v) {
    return json_text::written(v);
}

}  // namespace

void invalid_shown(field_errors& to, std::string path, const bj::value& value, std::string detail) {
    apiserver::invalid(to, std::move(path), value, std::move(detail));
    if (value.is_structured()) to.back().bad_value = shown(value);
}

void duplicate_shown(field_errors& to, std::string path, const bj::value& value, std::string detail) {
    apiserver::duplicate(to, std::move(path), value);
    if (value.is_structured()) to.back().bad_value = shown(value);
    to.back().detail = std::move(detail);
}

void not_supported_shown(field_errors& to, std::string path, const bj::value& value,
                         const std::vector<std::string>& allowed) {
    apiserver::not_supported(to, std::move(path), value, allowed);
    if (value.is_structured()) to.back().bad_value = shown(value);
}

void not_found(field_errors& to, std::string path, std::string_view value) {
    field_error e;
    e.what = field_error::kind::not_found;
    e.path = std::move(path);
    e.bad_value = json_text::written(bj::value(bj::string(value)));
    to.push_back(std::move(e));
}

void check_labels(const bj::object& labels, const std::string& path, field_errors& to) {
    for (const auto& [key, value] : labels) {
        add_invalid(to, path, key, qualified_name(key));
        add_invalid(to, path, value, label_value(text_of(value)));
    }
}

void check_annotations(const bj::object& annotations, const std::string& path, field_errors& to) {
    std::size_t size = 0;
    for (const auto& [key, value] : annotations) {
        std::string lower(key);
        for (char& c : lower) {
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        }
        add_invalid(to, path, key, qualified_name(lower));
        size += key.size() + text_of(value).size();
    }
    if (size > annotations_limit) too_long(to, path, annotations_limit);
}

void check_plain_metadata(const bj::object& object, bool namespaced, name_check name, field_errors& to) {
    const bj::object& meta = object_of(object, "metadata");
    check_names(meta, namespaced, name, to);
    check_not_negative(meta, "generation", "metadata.generation", to);
    check_labels(object_of(meta, "labels"), "metadata.labels", to);
    check_annotations(object_of(meta, "annotations"), "metadata.annotations", to);
    check_owners(meta, to);
    check_finalizers(meta, to);
    check_managers(meta, to);
}

void check_metadata(const bj::object& object, bool namespaced, name_check name, field_errors& to) {
    check_plain_metadata(object, namespaced, name, to);
    check_finalizer_names(object_of(object, "metadata"), to);
}

void check_plain_metadata_update(const bj::object& object, const bj::object& old, field_errors& to) {
    const bj::object& meta = object_of(object, "metadata");
    const bj::object& before = object_of(old, "metadata");
    if (at(before, "deletionTimestamp") != nullptr) check_new_finalizers(meta, before, to);
    for (const char* key : {"name", "namespace", "uid", "creationTimestamp", "deletionTimestamp",
                            "deletionGracePeriodSeconds"}) {
        const bj::value* v = at(meta, key);
        if (v != nullptr && !same_field(meta, before, key)) {
            invalid(to, child("metadata", key), *v, std::string(immutable));
        }
    }
    check_labels(object_of(meta, "labels"), "metadata.labels", to);
    check_annotations(object_of(meta, "annotations"), "metadata.annotations", to);
    check_owners(meta, to);
    check_managers(meta, to);
}

void check_metadata_update(const bj::object& object, const bj::object& old, field_errors& to) {
    check_plain_metadata_update(object, old, to);
    check_finalizer_names(object_of(object, "metadata"), to);
}

void check_selector(const bj::object& selector, const std::string& path, field_errors& to) {
    check_labels(object_of(selector, "matchLabels"), child(path, "matchLabels"), to);
    each_object(list_of(selector, "matchExpressions"), [&](const bj::object& r, std::size_t i) {
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
        for (std::size_t k = 0; k < values.size(); ++k) {
            add_invalid(to, indexed(here + ".values", k), values[k], label_value(text_of(values[k])));
        }
    });
}

bool is_readable_selector(const bj::object& selector) {
    field_errors errors;
    check_selector(selector, "", errors);
    return errors.empty();
}

bool selector_matches(const bj::object& selector, const bj::object& labels) {
    for (const auto& [key, value] : object_of(selector, "matchLabels")) {
        const bj::value* label = at(labels, key);
        if (label == nullptr || *label != value) return false;
    }
    for (const bj::value& r : list_of(selector, "matchExpressions")) {
        if (!r.is_object() || !meets(r.get_object(), labels)) return false;
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
    each_object(list_of(selector, "matchExpressions"), [&](const bj::object& r, std::size_t) {
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

void check_not_negative(const bj::object& o, std::string_view key, const std::string& path,
                        field_errors& to) {
    const auto n = number_at(o, key);
    if (n && *n < 0) invalid(to, path, *n, std::string(not_negative));
}

void check_immutable(const bj::object& o, const bj::object& old, std::string_view key,
                     const std::string& path, field_errors& to) {
    if (same_field(o, old, key)) return;
    const bj::value* v = at(o, key);
    invalid_shown(to, path, v == nullptr ? bj::value() : *v, std::string(immutable));
}

}  // namespace setpoint::apiserver::kinds
