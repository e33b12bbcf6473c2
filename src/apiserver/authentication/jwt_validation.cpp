#include "apiserver/authentication/jwt_validation.hpp"

#include "apiserver/authentication/certificate_verifier.hpp"
#include "framework/client/server_url.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

constexpr std::size_t most_issuers = 64;

std::string_view without_slashes(std::string_view url) {
    while (url.ends_with('/')) url.remove_suffix(1);
    return url;
}

void validate_url(const std::string& url, const std::string& path, field_errors& errors) {
    const bj::value shown(url);
    const std::size_t scheme = url.find("://");
    if (scheme == std::string::npos || lower_case(url.substr(0, scheme)) != "https") {
        invalid(errors, path, shown, "URL scheme must be https");
        if (scheme == std::string::npos) return;
    } else if (const auto read = parse_server_url(url.substr(0, url.find_first_of("?#"))); !read) {
        invalid(errors, path, shown, fmt::format("parse \"{}\": {}", url, read.error().message));
        return;
    }
    const std::string_view rest = std::string_view(url).substr(scheme + 3);
    if (rest.substr(0, rest.find_first_of("/?#")).find('@') != std::string_view::npos)
        invalid(errors, path, shown, "URL must not contain a username or password");
    const std::size_t fragment = rest.find('#'), query = rest.substr(0, fragment).find('?');
    if (query != std::string_view::npos && query + 1 < rest.substr(0, fragment).size())
        invalid(errors, path, shown, "URL must not contain a query");
    if (fragment != std::string_view::npos && fragment + 1 < rest.size())
        invalid(errors, path, shown, "URL must not contain a fragment");
}

void validate_audiences(const jwt_settings& s, const std::string& path, field_errors& errors) {
    const std::string at = child(path, "audiences");
    if (s.audiences.empty()) {
        required(errors, at, fmt::format("at least one {} is required", at));
        return;
    }
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < s.audiences.size(); ++i) {
        if (s.audiences[i].empty()) required(errors, indexed(at, i));
        if (!seen.insert(s.audiences[i]).second) duplicate(errors, indexed(at, i), bj::value(s.audiences[i]));
    }
    const bool any = s.match_policy == "MatchAny";
    const std::string policy = child(path, "audienceMatchPolicy");
    if (s.audiences.size() > 1 && !any)
        invalid(errors, policy, bj::value(s.match_policy),
                "audienceMatchPolicy must be MatchAny for multiple audiences");
    if (s.audiences.size() == 1 && !s.match_policy.empty() && !any)
        invalid(errors, policy, bj::value(s.match_policy),
                "audienceMatchPolicy must be empty or MatchAny for single audience");
}

bool is_reserved(std::string_view domain) {
    for (const std::string_view own : {"kubernetes.io", "k8s.io"})
        if (domain == own || (domain.ends_with(own) && domain[domain.size() - own.size() - 1] == '.'))
            return true;
    return false;
}

bool is_subdomain(std::string_view text) {
    if (text.empty() || text.size() > 253) return false;
    bool begins = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool ends = i + 1 == text.size() || text[i + 1] == '.';
        if (c == '.' ? begins : !plain && (c != '-' || begins || ends)) return false;
        begins = c == '.';
    }
    return !begins;
}

bool is_http_path(std::string_view text) {
    return std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("/:_-.~%!$&'()*+,;=").find(c) != std::string_view::npos;
    });
}

}  // namespace

void validate_issuer(const jwt_settings& s, const std::string& path, field_errors& errors) {
    if (s.issuer.empty())
        required(errors, child(path, "url"));
    else
        validate_url(s.issuer, child(path, "url"), errors);
    if (!s.discovery_url.empty()) {
        const std::string at = child(path, "discoveryURL");
        if (!s.issuer.empty() && without_slashes(s.issuer) == without_slashes(s.discovery_url))
            invalid(errors, at, bj::value(s.discovery_url), "discoveryURL must be different from URL");
        validate_url(s.discovery_url, at, errors);
    }
    validate_audiences(s, path, errors);
    if (!s.ca_pem.empty())
        if (const auto cas = certificate_verifier::from_pem(s.ca_pem); !cas)
            invalid(errors, child(path, "certificateAuthority"), bj::value("<omitted>"), cas.error().message);
    if (!s.egress.empty())
        invalid(errors, child(path, "egressSelectorType"), bj::value(s.egress),
                "this server has no egress selectors");
}

// IsDomainPrefixedPath, and that it is in lower case and nobody else's.
void validate_extra_key(std::string_view key, const std::string& path, field_errors& errors) {
    const std::size_t slash = key.find('/');
    const std::string_view domain = key.substr(0, slash);
    if (key.empty()) {
        required(errors, path);
    } else if (slash == std::string_view::npos || domain.empty() || slash + 1 == key.size()) {
        invalid(errors, path, bj::value(key), "must be a domain-prefixed path (such as \"acme.io/foo\")");
    } else {
        if (!is_subdomain(domain))
            invalid(
                errors, path, bj::value(domain),
                "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
                "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used "
                "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
        if (!is_http_path(key.substr(slash + 1)))
            invalid(errors, path, bj::value(key.substr(slash + 1)), "Invalid path");
    }
    if (key != lower_case(key)) invalid(errors, path, bj::value(key), "must be lowercase");
    if (slash != std::string_view::npos && is_reserved(domain))
        invalid(errors, path, bj::value(key),
                "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use");
}

field_errors validate(const authentication_configuration& c, const std::vector<std::string>& accounts) {
    field_errors errors;
    if (c.jwt.size() > most_issuers) {
        too_many(errors, "jwt", static_cast<std::int64_t>(c.jwt.size()), most_issuers);
        return errors;
    }
    std::set<std::string_view> issuers, discoveries;
    for (std::size_t i = 0; i < c.jwt.size(); ++i) {
        const jwt_settings& s = c.jwt[i];
        const std::string at = child(indexed("jwt", i), "issuer");
        if (std::ranges::find(accounts, s.issuer) != accounts.end())
            invalid(errors, child(at, "url"), bj::value(s.issuer),
                    fmt::format("URL must not overlap with disallowed issuers: [{}]",
                                fmt::join(std::set<std::string>(accounts.begin(), accounts.end()), " ")));
        if (!issuers.insert(s.issuer).second) duplicate(errors, child(at, "url"), bj::value(s.issuer));
        if (!s.discovery_url.empty() && !discoveries.insert(s.discovery_url).second)
            duplicate(errors, child(at, "discoveryURL"), bj::value(s.discovery_url));
    }
    if (c.anonymous && !c.anonymous->enabled && !c.anonymous->paths.empty()) {
        bj::array shown;
        for (const std::string& path : c.anonymous->paths) shown.push_back(bj::object{{"path", path}});
        invalid(errors, "anonymous.conditions", bj::value(std::move(shown)),
                "enabled should be set to true when conditions are defined");
    }
    return errors;
}

}}}  // namespace setpoint::v0::apiserver::authentication
