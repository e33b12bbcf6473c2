#include "apiserver/go/text.hpp"
#include "apiserver/schema/api_error.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void add(field_errors& to, field_error::kind what, std::string path, std::string value, std::string detail) {
    to.push_back({what, std::move(path), std::move(value), std::move(detail)});
}

}  // namespace

void invalid(field_errors& to, std::string path, const bj::value& value, std::string detail) {
    add(to, field_error::kind::invalid, std::move(path), go_text::in_message(value), std::move(detail));
}

void required(field_errors& to, std::string path, std::string detail) {
    add(to, field_error::kind::required, std::move(path), {}, std::move(detail));
}

void forbidden(field_errors& to, std::string path, std::string detail) {
    add(to, field_error::kind::forbidden, std::move(path), {}, std::move(detail));
}

void duplicate(field_errors& to, std::string path, const bj::value& value) {
    add(to, field_error::kind::duplicate, std::move(path), go_text::in_message(value), {});
}

void not_supported(field_errors& to, std::string path, const bj::value& value,
                   const std::vector<std::string>& allowed) {
    std::string detail;
    for (const auto& a : allowed)
        detail += (detail.empty() ? "supported values: " : ", ") + go_text::quoted(a);
    add(to, field_error::kind::not_supported, std::move(path), go_text::in_message(value), std::move(detail));
}

void too_long(field_errors& to, std::string path, std::size_t limit) {
    add(to, field_error::kind::too_long, std::move(path), {},
        fmt::format("may not be more than {} {}", limit, limit == 1 ? "byte" : "bytes"));
}

void too_many(field_errors& to, std::string path, std::int64_t actual, std::int64_t limit) {
    add(to, field_error::kind::too_many, std::move(path), std::to_string(actual),
        fmt::format("must have at most {} {}", limit, limit == 1 ? "item" : "items"));
}

}}}  // namespace setpoint::v0::apiserver
