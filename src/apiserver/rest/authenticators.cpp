#include "apiserver/rest/authenticators.hpp"

#include "apiserver/authentication/account_tokens.hpp"
#include "apiserver/authentication/bootstrap_tokens.hpp"
#include "apiserver/authentication/client_certificate.hpp"
#include "apiserver/authentication/front_proxy.hpp"
#include "apiserver/authentication/jwt_validation.hpp"
#include "apiserver/authentication/provider_options.hpp"
#include "apiserver/authentication/static_tokens.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace authentication;

namespace {

template <class T>
T value_of(result<T> made) {
    if (!made) throw fault(made.error());
    return std::move(*made);
}

// As the options of kube-apiserver do: otherwise everybody would be an administrator.
anonymous_settings anonymous_of(const server_state& w, const access_options& o) {
    anonymous_settings out{.enabled = o.anonymous};
    const bool everything = std::ranges::find(o.authorizers, "AlwaysAllow") != o.authorizers.end();
    if (!out.enabled || !everything) return out;
    w.log.warn(
        "AnonymousAuth is not allowed with the AlwaysAllow authorizer. Resetting AnonymousAuth to "
        "false. You should use a different authorizer");
    out.enabled = false;
    return out;
}

// Otherwise each certificate of a client could set the headers.
void check_proxies(const certificate_verifier& proxies, const access_options& o) {
    if (o.client_ca_pem.empty() || !o.front_proxy.allowed_names.empty()) return;
    if (value_of(certificate_verifier::from_pem(o.client_ca_pem)).overlaps(proxies))
        throw fault(errc::bad_config,
                    "--requestheader-client-ca-file and --client-ca-file contain overlapping certificates; "
                    "--requestheader-allowed-names must be specified to ensure regular client certificates "
                    "cannot set authenticating proxy headers for arbitrary users");
}

std::unique_ptr<authenticator> make_front_proxy(const access_options& all,
                                                const std::vector<std::string>& api_audiences) {
    const front_proxy_options& o = all.front_proxy;
    front_proxy_settings s{.allowed_names = o.allowed_names,
                           .username_headers = o.username_headers,
                           .uid_headers = o.uid_headers,
                           .group_headers = o.group_headers,
                           .extra_prefixes = o.extra_prefixes};
    if (const result<> ok = s.trim(); !ok) throw fault(ok.error().within("--requestheader-..."));
    auto proxies = certificate_verifier::from_pem(o.client_ca_pem);
    if (!proxies) throw fault(proxies.error().within("--requestheader-client-ca-file"));
    check_proxies(*proxies, all);
    return std::make_unique<front_proxy_authenticator>(std::move(*proxies), std::move(s), api_audiences);
}

}  // namespace

std::shared_ptr<const account_authority> authority_of(const access_options& o) {
    account_authority_settings s;
    s.signing_key_pem = o.signing_key_pem;
    s.verifying_keys_pem = o.verifying_keys_pem;
    s.issuers = o.issuers;
    s.api_audiences = o.api_audiences;
    return std::make_shared<const account_authority>(value_of(account_authority::make(std::move(s))));
}

authentication_configuration configuration_of(const access_options& o) {
    if (o.open_id && !o.authentication_config.empty())
        throw fault(errc::bad_config, "authentication-config file and oidc-* flags are mutually exclusive");
    if (o.open_id) return {.jwt = {value_of(provider_of(*o.open_id))}};
    if (o.authentication_config.empty()) return {};
    auto out =
        value_of(read_authentication_configuration(o.authentication_config, o.authentication_config_name));
    if (out.anonymous && !o.anonymous)
        throw fault(errc::bad_config,
                    "anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is "
                    "configured in authentication configuration file");
    return out;
}

std::vector<std::unique_ptr<open_id_tokens>> providers_of(const authentication_configuration& c,
                                                          const access_options& o,
                                                          const account_authority& accounts) {
    std::vector<std::unique_ptr<open_id_tokens>> out;
    field_errors errors;
    for (std::size_t i = 0; i < c.jwt.size(); ++i) {
        claim_mapper mapper(c.jwt[i], indexed("jwt", i), errors);
        out.push_back(
            std::make_unique<open_id_tokens>(c.jwt[i], std::move(mapper), accounts.api_audiences()));
    }
    for (field_error& e : validate(c, accounts.issuers())) errors.push_back(std::move(e));
    const std::string from =
        o.open_id ? "--oidc-...: invalid authentication configuration" : o.authentication_config_name;
    if (!errors.empty()) throw fault(errc::bad_config, fmt::format("{}: {}", from, joined_messages(errors)));
    return out;
}

authentication_parts local_authenticators(server_state& w, const access_options& o,
                                          std::shared_ptr<const account_authority> accounts) {
    authentication_parts parts;
    parts.api_audiences = accounts->api_audiences();
    parts.anonymous = anonymous_of(w, o);
    if (!o.client_ca_pem.empty())
        parts.client_certificates = std::make_unique<client_certificate_authenticator>(
            value_of(certificate_verifier::from_pem(o.client_ca_pem)));
    if (!o.front_proxy.client_ca_pem.empty()) parts.front_proxy = make_front_proxy(o, parts.api_audiences);
    static_tokens known =
        value_of(static_tokens::parse(o.tokens.reveal(), o.tokens_name, parts.api_audiences));
    for (const std::string& warning : known.warnings()) w.log.warn(warning);
    const object_reader read = w.context("").read;
    parts.tokens.push_back(std::make_unique<static_tokens>(std::move(known)));
    parts.tokens.push_back(std::make_unique<account_tokens>(std::move(accounts), read));
    if (o.bootstrap_tokens)
        parts.tokens.push_back(std::make_unique<bootstrap_tokens>(parts.api_audiences, read));
    return parts;
}

}}}  // namespace setpoint::v0::apiserver
