#include "apiserver/kinds/shared/field_errors.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::string print_unsorted(const bj::value& v) {
    return json_text::serialize(v);
}

}  // namespace

void invalid_unsorted(field_errors& to, std::string path, const bj::value& value, std::string detail) {
    invalid(to, std::move(path), value, std::move(detail));
    if (value.is_structured()) to.back().bad_value = print_unsorted(value);
}

void duplicate_unsorted(field_errors& to, std::string path, const bj::value& value, std::string detail) {
    duplicate(to, std::move(path), value);
    if (value.is_structured()) to.back().bad_value = print_unsorted(value);
    to.back().detail = std::move(detail);
}

void not_supported_unsorted(field_errors& to, std::string path, const bj::value& value,
                            const std::vector<std::string>& allowed) {
    not_supported(to, std::move(path), value, allowed);
    if (value.is_structured()) to.back().bad_value = print_unsorted(value);
}

void invalid_without_value(field_errors& to, std::string path, std::string detail) {
    field_error e;
    e.path = std::move(path);
    e.detail = std::move(detail);
    to.push_back(std::move(e));
}

void internal_failure(field_errors& to, std::string path, std::string detail) {
    field_error e;
    e.what = field_error::kind::internal;
    e.path = std::move(path);
    e.detail = std::move(detail);
    to.push_back(std::move(e));
}

void not_found(field_errors& to, std::string path, std::string_view value) {
    field_error e;
    e.what = field_error::kind::not_found;
    e.path = std::move(path);
    e.bad_value = json_text::serialize(bj::value(bj::string(value)));
    to.push_back(std::move(e));
}

void validate_one_of(std::string_view value, const std::vector<std::string>& allowed, const std::string& path,
                     field_errors& to) {
    if (value.empty()) {
        required(to, path);
    } else if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
        not_supported(to, path, value, allowed);
    }
}

void validate_label_name(const bj::object& o, std::string_view key, const std::string& path,
                         field_errors& to) {
    const std::string_view name = text_at(o, key);
    if (name.empty()) {
        required(to, child(path, key));
    } else {
        add_invalid(to, child(path, key), name, dns1123_label(name));
    }
}

void validate_ip(std::string_view ip, const std::string& path, field_errors& to) {
    add_invalid(to, path, ip, ip_address(ip));
}

void validate_driver_name(std::string_view name, const std::string& path, field_errors& to) {
    constexpr std::size_t longest = 63;
    if (name.empty()) {
        required(to, path);
        return;
    }
    if (name.size() > longest) too_long(to, path, longest);
    add_invalid(to, path, name, dns1123_subdomain(lower_case(name)));
}

}}}  // namespace setpoint::v0::apiserver
