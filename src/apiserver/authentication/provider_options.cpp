#include "apiserver/authentication/provider_options.hpp"

#include "apiserver/authentication/open_id_tokens.hpp"
#include "apiserver/go/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

// Claims that several providers may give to different users begin with the issuer.
std::string username_prefix(const open_id_options& o) {
    if (o.username_prefix == "-") return {};
    if (o.username_prefix.empty() && o.username_claim != "email") return o.issuer_url + "#";
    return o.username_prefix;
}

}  // namespace

result<jwt_settings> provider_of(const open_id_options& o) {
    if (o.issuer_url.empty() || o.client_id.empty())
        return error(
            errc::bad_config,
            "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set");
    for (const std::string& name : o.signing_algorithms)
        if (std::ranges::find(known_signing_algorithms(), name) == known_signing_algorithms().end())
            return error(errc::bad_config,
                         fmt::format("oidc: unsupported signing alg: {}", go_text::quoted(name)));
    jwt_settings out{.issuer = o.issuer_url, .ca_pem = o.ca_pem};
    out.audiences = {o.client_id};
    for (const auto& [claim, value] : o.required_claims)
        out.claim_rules.push_back({.claim = claim, .required_value = value});
    out.username = {.claim = o.username_claim, .prefix = username_prefix(o)};
    if (!o.groups_claim.empty()) out.groups = {.claim = o.groups_claim, .prefix = o.groups_prefix};
    out.algorithms = o.signing_algorithms;
    if (out.algorithms.empty()) out.algorithms = {"RS256"};
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authentication
