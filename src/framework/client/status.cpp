#include "setpoint/client/status.hpp"

#include "framework/client/cause_text.hpp"
#include "setpoint/core/shortened.hpp"
#include "setpoint/json/decode.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t max_foreign_text = 256;  // of a body that is not a Status
// a Status may list every invalid field of a large object
constexpr std::size_t max_server_text = 4 * 1024;

errc code_of_status(int http_status) {
    switch (http_status) {
        case 400:
        case 413:
        case 422:
            return errc::invalid;
        case 401:
            return errc::unauthorized;
        case 403:
            return errc::forbidden;
        case 404:
            return errc::not_found;
        case 405:
        case 406:
        case 415:
            return errc::unsupported;
        case 409:
            return errc::conflict;
        case 410:
            return errc::gone;
        case 429:
            return errc::too_many_requests;
        default:
            return http_status >= 500 && http_status <= 599 ? errc::server_error : errc::failed;
    }
}

errc code_of(const api_status& s, int http_status) {
    for (const status_cause& cause : s.details.causes) {
        if (cause.reason == "ResourceVersionTooLarge") return errc::version_too_large;
        // How patches report a UID mismatch; deletes answer 409.
        if (http_status == 422 && cause.field_path == "metadata.uid") return errc::conflict;
    }
    if (s.reason == "AlreadyExists") return errc::already_exists;
    if (s.reason == "Expired" || s.reason == "Gone") return errc::gone;
    if (http_status == 404 && s.reason.empty()) return errc::unsupported;
    return code_of_status(http_status);
}

std::string_view description_of(errc code, const api_status& s, int http_status) {
    switch (code) {
        case errc::not_found:
            return "not found";
        case errc::already_exists:
            return "already exists";
        case errc::conflict:
            return "conflict";
        case errc::gone:
            return "the resourceVersion is no longer served";
        case errc::invalid:
            return "refused as invalid";
        case errc::unauthorized:
            return "the credentials were not accepted";
        case errc::forbidden:
            return "forbidden";
        case errc::too_many_requests:
            return "too many requests";
        case errc::version_too_large:
            return "the server has not reached the resourceVersion yet";
        case errc::unsupported:
            return http_status == 404 && s.reason.empty()
                       ? "the server does not have this resource (is its CRD installed?)"
                       : "not supported by the server";
        case errc::server_error:
            return "the server failed";
        default:
            return "unexpected answer";
    }
}

}  // namespace

api_status parse_status(std::string_view body) {
    if (auto s = json::decode<api_status>(body); s && s->kind == "Status") return std::move(*s);
    api_status s;
    s.message = shortened(body.substr(0, body.find_last_not_of(" \t\r\n") + 1), max_foreign_text);
    return s;
}

error to_error(const api_status& s, int http_status, std::string_view what) {
    const int status = http_status != 0 ? http_status : s.code;
    error e;
    e.code = code_of(s, status);
    e.http_status = status;
    e.reason = s.reason;
    const bool names_fields = e.code == errc::invalid && status == 422 && !s.details.causes.empty();
    e.server_text = names_fields ? lines_of_causes(s.details.causes, max_server_text)
                                 : shortened(s.message, max_server_text);
    e.message = fmt::format("{}: {} ({}{}{})", what, description_of(e.code, s, status), status,
                            s.reason.empty() ? "" : " ", s.reason);
    if (const auto after = s.details.retry_after_seconds.value_or(0); after > 0)
        e.retry_after = std::chrono::seconds(after);
    return e;
}

}}  // namespace setpoint::v0
