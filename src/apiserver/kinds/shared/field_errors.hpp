#pragma once
// Field errors with text values, and validators that many kinds share.

#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/schema/api_error.hpp"

#include <boost/json/value.hpp>

#include <concepts>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// Prints a built-in object with its fields in Go's order, as set by
// apply_go_encoding(), instead of sorted.
void invalid_unsorted(field_errors& to, std::string path, const bj::value& value, std::string detail);
void duplicate_unsorted(field_errors& to, std::string path, const bj::value& value, std::string detail = {});
void not_supported_unsorted(field_errors& to, std::string path, const bj::value& value,
                            const std::vector<std::string>& allowed);

template <class S>
concept text_like = std::convertible_to<const S&, std::string_view> && !std::same_as<S, bj::value>;

template <text_like S>
void invalid(field_errors& to, std::string path, const S& value, std::string detail) {
    invalid(to, std::move(path), bj::value(bj::string(std::string_view(value))), std::move(detail));
}
template <text_like S>
void duplicate(field_errors& to, std::string path, const S& value) {
    duplicate(to, std::move(path), bj::value(bj::string(std::string_view(value))));
}
template <text_like S>
void not_supported(field_errors& to, std::string path, const S& value,
                   const std::vector<std::string>& allowed) {
    not_supported(to, std::move(path), bj::value(bj::string(std::string_view(value))), allowed);
}

// Adds one "Invalid value" per message.
inline void add_invalid(field_errors& to, const std::string& path, const bj::value& value,
                        const messages& c) {
    for (const std::string& detail : c) invalid(to, path, value, detail);
}
template <text_like S>
void add_invalid(field_errors& to, const std::string& path, const S& value, const messages& c) {
    for (const std::string& detail : c) {
        invalid(to, path, bj::value(bj::string(std::string_view(value))), detail);
    }
}
// "Invalid value: <detail>": Go's field.OmitValueType.
void invalid_without_value(field_errors& to, std::string path, std::string detail);
// "Internal error: <detail>".
void internal_failure(field_errors& to, std::string path, std::string detail);
// "Not found: \"x\"".
void not_found(field_errors& to, std::string path, std::string_view value);

// "must be a valid IP address ..."
void validate_ip(std::string_view ip, const std::string& path, field_errors& to);
// "Unsupported value" if not allowed; "Required value" if empty.
void validate_one_of(std::string_view value, const std::vector<std::string>& allowed, const std::string& path,
                     field_errors& to);
// The field must be present and a DNS label.
void validate_label_name(const bj::object& o, std::string_view key, const std::string& path,
                         field_errors& to);
// The name of a CSI or DRA driver, as ValidateCSIDriverName of pkg/apis/core/validation.
void validate_driver_name(std::string_view name, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
