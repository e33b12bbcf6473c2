#include "apiserver/kinds/core/persistent_volume_claim_spec.hpp"

#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/quantity.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_data_source(const bj::object& spec, std::string_view key, bool any_group,
                          const std::string& path, field_errors& to) {
    const bj::object* source = object_at(spec, key);
    if (source == nullptr) return;
    const std::string here = child(path, key);
    const std::string_view group = text_at(*source, "apiGroup"), kind = text_at(*source, "kind");
    if (text_at(*source, "name").empty()) required(to, child(here, "name"));
    if (kind.empty()) required(to, child(here, "kind"));
    if (group.empty() && kind != "PersistentVolumeClaim")
        invalid(to, here, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
    if (!group.empty() && !any_group)
        add_invalid(to, child(here, "apiGroup"), group, dns1123_subdomain(group));
    const std::string_view ns = text_at(*source, "namespace");
    if (!ns.empty()) add_invalid(to, child(here, "namespace"), ns, dns1123_label(ns));
}

void validate_both_data_sources(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::object *local = object_at(spec, "dataSource"), *any = object_at(spec, "dataSourceRef");
    if (local == nullptr || any == nullptr) return;
    // The real server prints the path as the value; it is a struct without public fields.
    const bj::value shown{bj::object{}};
    if (!text_at(*any, "namespace").empty()) {
        invalid_unsorted(to, path, shown, "may not be specified when dataSourceRef.namespace is specified");
        return;
    }
    for (const char* key : {"apiGroup", "kind", "name"}) {
        if (same_field(*local, *any, key)) continue;
        invalid_unsorted(to, path, shown, "must match dataSourceRef");
        return;
    }
}

bool has_group_in_data_source(const bj::object& spec) {
    return value_at(object_of(spec, "dataSource"), "apiGroup") != nullptr ||
           value_at(object_of(spec, "dataSourceRef"), "apiGroup") != nullptr;
}

void validate_class_name(const bj::object& spec, std::string_view key, const std::string& path,
                         field_errors& to) {
    const std::string_view name = text_at(spec, key);
    if (!name.empty()) add_invalid(to, child(path, key), name, dns1123_subdomain(name));
}

}  // namespace

void validate_access_modes(const bj::object& spec, const std::string& path, field_errors& to) {
    static const std::vector<std::string> modes{"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce",
                                                "ReadWriteOncePod"};
    bool alone = false, other = false;
    for (const bj::value& mode : list_of(spec, "accessModes")) {
        const std::string_view m = text_of(mode);
        const bool known = std::ranges::find(modes, m) != modes.end();
        if (!known) not_supported(to, child(path, "accessModes"), m, modes);
        alone = alone || m == "ReadWriteOncePod";
        other = other || (known && m != "ReadWriteOncePod");
    }
    if (alone && other)
        forbidden(to, child(path, "accessModes"), "may not use ReadWriteOncePod with other access modes");
}

void validate_basic_amount(const bj::value& amount, const std::string& path, field_errors& to) {
    const auto q = quantity::parse(text_of(amount));
    if (q && q->value() < 0) invalid(to, path, bj::value(q->value()), "must be a valid resource quantity");
}

void validate_storage_amount(const bj::value& amount, const std::string& path, field_errors& to) {
    const auto q = quantity::parse(text_of(amount));
    if (q && *q < quantity(0)) invalid(to, path, amount, std::string(not_negative));
}

void validate_volume_claim_spec(const bj::object& spec, const bj::object* old, const std::string& path,
                                field_errors& to) {
    if (list_of(spec, "accessModes").empty())
        required(to, child(path, "accessModes"), "at least 1 access mode is required");
    // Label values may stay invalid.
    const bj::object* selector = object_at(spec, "selector");
    const bool was_invalid = old != nullptr && !is_valid_selector(object_of(*old, "selector"));
    if (selector != nullptr)
        validate_selector(*selector, child(path, "selector"), to,
                          was_invalid ? selector_values::any_label_value : selector_values::valid);
    validate_access_modes(spec, path, to);
    const std::string amount_path = keyed(child(path, "resources"), "storage");
    const bj::value* amount = value_at(object_of(spec, {"resources", "requests"}), "storage");
    const auto size = amount == nullptr ? result<quantity>(quantity()) : quantity::parse(text_of(*amount));
    if (amount == nullptr) {
        required(to, amount_path);
    } else if (size && *size <= quantity(0)) {
        invalid(to, amount_path, *amount, "must be greater than zero");
    }
    validate_class_name(spec, "storageClassName", path, to);
    const bj::value* mode = value_at(spec, "volumeMode");
    if (mode != nullptr && text_of(*mode) != "Block" && text_of(*mode) != "Filesystem")
        not_supported(to, child(path, "volumeMode"), *mode, {"Block", "Filesystem"});
    const bool any_group = old != nullptr && has_group_in_data_source(*old);
    for (const char* key : {"dataSource", "dataSourceRef"})
        validate_data_source(spec, key, any_group, path, to);
    validate_both_data_sources(spec, path, to);
    validate_class_name(spec, "volumeAttributesClassName", path, to);
}

void validate_volume_claim_template(const bj::object& claim, const std::string& path, field_errors& to) {
    validate_template_metadata(object_of(claim, "metadata"), child(path, "metadata"), to);
    validate_volume_claim_spec(object_of(claim, "spec"), nullptr, child(path, "spec"), to);
}

}}}  // namespace setpoint::v0::apiserver
