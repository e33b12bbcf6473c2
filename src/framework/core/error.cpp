#include "setpoint/core/error.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

std::string_view to_string(errc code) noexcept {
    switch (code) {
        case errc::not_found:
            return "not_found";
        case errc::already_exists:
            return "already_exists";
        case errc::conflict:
            return "conflict";
        case errc::gone:
            return "gone";
        case errc::invalid:
            return "invalid";
        case errc::unauthorized:
            return "unauthorized";
        case errc::forbidden:
            return "forbidden";
        case errc::too_many_requests:
            return "too_many_requests";
        case errc::unsupported:
            return "unsupported";
        case errc::server_error:
            return "server_error";
        case errc::version_too_large:
            return "version_too_large";
        case errc::unreachable:
            return "unreachable";
        case errc::connection_lost:
            return "connection_lost";
        case errc::unknown_outcome:
            return "unknown_outcome";
        case errc::timeout:
            return "timeout";
        case errc::bad_data:
            return "bad_data";
        case errc::too_large:
            return "too_large";
        case errc::bad_config:
            return "bad_config";
        case errc::not_leader:
            return "not_leader";
        case errc::stopping:
            return "stopping";
        case errc::failed:
            return "failed";
    }
    return "failed";
}

error::error() = default;
error::error(errc c, std::string text) : code(c), message(std::move(text)) {}
error::error(const error&) = default;
error::error(error&&) noexcept = default;
error& error::operator=(const error&) = default;
error& error::operator=(error&&) noexcept = default;
error::~error() = default;

std::string error::to_string() const {
    std::string text = message.empty() ? std::string(setpoint::to_string(code)) : message;
    // Escaped, so that a server's text cannot move a terminal's cursor or start a new line in a
    // log.
    if (!server_text.empty()) text += fmt::format(": {:?}", server_text);
    return text;
}

error error::within(std::string_view what) const {
    error outer = *this;
    outer.message = message.empty() ? std::string(what) : fmt::format("{}: {}", what, message);
    return outer;
}

void throw_exception_from_error(const error& e, const boost::source_location&) {
    throw fault(e);
}

}}  // namespace setpoint::v0
