#include "apiserver/kinds/shared/webhook_client.hpp"

#include "apiserver/go/net.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool is_parsed_url(std::string_view text) {
    const bool control =
        std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    if (control || text.starts_with(':')) return false;
    if (text.find("://") != std::string_view::npos) return is_request_uri(text.substr(0, text.find('#')));
    // "first path segment in URL cannot contain colon", unless it is a scheme.
    const std::size_t colon = text.substr(0, text.find('/')).find(':');
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return colon == std::string_view::npos || is_letter(text.front());
}

// The first escape in a path that is not a percent sign and two digits.
std::string_view bad_escape(std::string_view path) {
    constexpr std::string_view digits = "0123456789abcdefABCDEF";
    for (std::size_t at = path.find('%'); at != std::string_view::npos; at = path.find('%', at + 1)) {
        const std::string_view escape = path.substr(at, 3);
        if (escape.size() < 3 || escape.find_first_not_of(digits, 1) != std::string_view::npos) return escape;
    }
    return {};
}

bool has_scheme(std::string_view url) {
    const std::size_t colon =
        url.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    const bool letter = !url.empty() && ((url.front() | 0x20) >= 'a' && (url.front() | 0x20) <= 'z');
    return letter && colon != std::string_view::npos && url[colon] == ':';
}

// What Go's url.Parse reports; empty if it accepts the text.
std::string url_problem(std::string_view url) {
    const std::string_view path = url.substr(0, url.find_first_of("?#"));
    if (!is_parsed_url(url)) {
        if (url.starts_with(':')) return "missing protocol scheme";
        if (!has_scheme(url) && path.substr(0, path.find('/')).find(':') != std::string_view::npos)
            return "first path segment in URL cannot contain colon";
        const std::string_view escape = bad_escape(path);
        return escape.empty() ? "invalid URL" : "invalid URL escape " + go_text::quoted(escape);
    }
    const std::string_view escape = has_scheme(url) ? std::string_view() : bad_escape(path);
    return escape.empty() ? std::string() : "invalid URL escape " + go_text::quoted(escape);
}

void validate_webhook_url(std::string_view text, const std::string& path, field_errors& to) {
    constexpr std::string_view form = "; desired format: https://host[/path]";
    if (const std::string wrong = url_problem(text); !wrong.empty()) {
        required(to, path,
                 fmt::format("url must be a valid URL: parse {}: {}{}", go_text::quoted(text), wrong, form));
        return;
    }
    const std::size_t colon = text.find("://");
    const std::string_view scheme = colon == std::string_view::npos ? "" : text.substr(0, colon);
    const std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 3);
    std::string_view host = rest.substr(0, rest.find_first_of("/?#"));
    const std::size_t user = host.rfind('@');
    if (scheme != "https") {
        invalid(to, path, scheme, fmt::format("'https' is the only allowed URL scheme{}", form));
    }
    if (user != std::string_view::npos) host.remove_prefix(user + 1);
    if (host.empty()) invalid(to, path, host, fmt::format("host must be specified{}", form));
    if (user != std::string_view::npos)
        invalid(to, path, rest.substr(0, user), "user information is not permitted in the URL");
    const std::size_t hash = text.find('#'), query = text.substr(0, hash).find('?');
    if (hash != std::string_view::npos && hash + 1 < text.size())
        invalid(to, path, text.substr(hash + 1), "fragments are not permitted in the URL");
    if (query == std::string_view::npos) return;
    const std::string_view parameters = text.substr(query + 1, std::min(hash, text.size()) - query - 1);
    if (!parameters.empty()) invalid(to, path, parameters, "query parameters are not permitted in the URL");
}

void validate_service_path(std::string_view text, const std::string& path, field_errors& to) {
    if (text.empty() || text == "/") return;
    if (text == "//") {
        invalid(to, path, text, "segment[0] may not be empty");
        return;
    }
    if (!text.starts_with('/')) invalid(to, path, text, "must start with a '/'");
    std::string_view rest = text.substr(1);
    if (rest.ends_with('/')) rest.remove_suffix(1);
    for (std::size_t i = 0;; ++i) {
        const std::size_t slash = rest.find('/');
        const std::string_view step = rest.substr(0, slash);
        if (step.empty()) {
            invalid(to, path, text, fmt::format("segment[{}] may not be empty", i));
        } else {
            for (const std::string& why : dns1123_subdomain(step))
                invalid(to, path, text, fmt::format("segment[{}]: {}", i, why));
        }
        if (slash == std::string_view::npos) return;
        rest.remove_prefix(slash + 1);
    }
}

}  // namespace

void validate_webhook_client(const bj::object& client, const std::string& path, field_errors& to) {
    const bj::value* url = value_at(client, "url");
    const bj::object* service = object_at(client, "service");
    if ((url == nullptr) == (service == nullptr)) {
        required(to, path, "exactly one of url or service is required");
        return;
    }
    if (url != nullptr) {
        validate_webhook_url(text_of(*url), path + ".url", to);
        return;
    }
    // kube-apiserver swaps name and namespace of the service when it calls its validation.
    if (text_at(*service, "namespace").empty()) required(to, path + ".service.name");
    if (text_at(*service, "name").empty()) required(to, path + ".service.namespace");
    const std::int64_t port = number_at(*service, "port").value_or(443);
    const messages c = port_number(port);
    if (!c.empty()) {
        invalid_unsorted(to, path + ".service.port", bj::value(port),
                         fmt::format("port is not valid: {}", fmt::join(c, ", ")));
    }
    validate_service_path(text_at(*service, "path"), path + ".service.path", to);
}

}}}  // namespace setpoint::v0::apiserver
