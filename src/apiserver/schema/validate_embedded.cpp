#include "apiserver/schema/schema_operations.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <cctype>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// A DNS label that starts with a letter, in upper or lower case.
bool is_kind_name(std::string_view name) {
    if (name.empty() || name.size() > 63 || !std::isalpha(static_cast<unsigned char>(name.front())))
        return false;
    if (!std::isalnum(static_cast<unsigned char>(name.back()))) return false;
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-'; });
}

void validate_kind(const bj::value& v, const std::string& path, field_errors& errors) {
    if (!v.is_string()) return invalid(errors, path, v, "must be a string");
    const std::string_view kind = v.get_string();
    if (kind.empty()) return invalid(errors, path, v, "must not be empty");
    if (kind.size() > 63) {
        invalid(errors, path, v,
                "may have mixed case, but should otherwise match: must be no more than 63 characters");
    } else if (!is_kind_name(kind)) {
        invalid(
            errors, path, v,
            "may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case "
            "alphanumeric characters or '-', start with an alphabetic character, and end with an "
            "alphanumeric "
            "character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
            "'[a-z]([-a-z0-9]*[a-z0-9])?')");
    }
}

void validate_version(const bj::value& v, const std::string& path, field_errors& errors) {
    if (!v.is_string()) return invalid(errors, path, v, "must be a string");
    const std::string_view version = v.get_string();
    if (version.empty()) return invalid(errors, path, v, "must not be empty");
    if (std::count(version.begin(), version.end(), '/') > 1) {
        invalid(errors, path, v, "unexpected GroupVersion string: " + std::string(version));
    }
}

void validate_value(const schema_node& s, const bj::value& v, bool embedded, const std::string& path,
                    field_errors& errors, const metadata_validator& metadata, int depth) {
    if (depth > max_value_depth) return;
    if (v.is_array() && s.items) {
        std::size_t i = 0;
        for (const auto& item : v.get_array()) {
            validate_value(*s.items, item, s.items->embedded, indexed(path, i++), errors, metadata,
                           depth + 1);
        }
    }
    if (!v.is_object()) return;
    const bj::object& o = v.get_object();
    if (embedded) {
        const bj::value* version = o.if_contains("apiVersion");
        const bj::value* kind = o.if_contains("kind");
        if (!version) required(errors, child(path, "apiVersion"));
        if (!kind) required(errors, child(path, "kind"));
        if (version) validate_version(*version, child(path, "apiVersion"), errors);
        if (kind) validate_kind(*kind, child(path, "kind"), errors);
        const bj::value* meta = o.if_contains("metadata");
        if (meta && metadata) metadata(*meta, child(path, "metadata"), errors);
    }
    for (const auto& pair : o) {
        const std::string_view key = pair.key();
        if (const schema_node* declared = s.find(key)) {
            validate_value(*declared, pair.value(), declared->embedded, child(path, key), errors, metadata,
                           depth + 1);
        } else if (s.additional) {
            validate_value(*s.additional, pair.value(), s.additional->embedded, keyed(path, key), errors,
                           metadata, depth + 1);
        }
    }
}

}  // namespace

void validate_embedded(const schema_node& s, const bj::value& value, const std::string& path,
                       field_errors& errors, const metadata_validator& metadata) {
    validate_value(s, value, false, path, errors, metadata, 0);
}

}}}  // namespace setpoint::v0::apiserver
