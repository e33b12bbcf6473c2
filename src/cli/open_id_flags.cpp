#include "cli/open_id_flags.hpp"

#include "cli/file.hpp"
#include "cli/flag_text.hpp"
#include "setpoint/core/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

void add(CLI::App& f, const char* name, std::optional<std::string>& to, const char* type, const char* help) {
    f.add_option(name, to, help)->type_name(type)->take_last()->group("Access");
}

}  // namespace

bool open_id_flags::any_given() const {
    return issuer_url || client_id || ca_file || username_claim || username_prefix || groups_claim ||
           groups_prefix || !required_claims.empty() || !signing_algorithms.empty();
}

void declare_open_id(CLI::App& f, open_id_flags& to) {
    add(f, "--oidc-issuer-url", to.issuer_url, "URL",
        "OpenID provider whose tokens are accepted, instead of those of --authentication-config; https only");
    add(f, "--oidc-client-id", to.client_id, "ID", "The audience that those tokens must have");
    add(f, "--oidc-ca-file", to.ca_file, "FILE",
        "CAs in PEM of the provider's certificate; the default is the system's");
    add(f, "--oidc-username-claim", to.username_claim, "CLAIM",
        "The claim that is the user's name; the default is sub");
    add(f, "--oidc-username-prefix", to.username_prefix, "TEXT",
        "What is put before it; -: nothing. The default is the issuer and #, except for the claim email");
    add(f, "--oidc-groups-claim", to.groups_claim, "CLAIM", "The claim that contains the user's groups");
    add(f, "--oidc-groups-prefix", to.groups_prefix, "TEXT", "What is put before each group");
    f.add_option("--oidc-required-claim", to.required_claims,
                 "A claim that a token must have, with this value; may be repeated")
        ->type_name("CLAIM=VALUE")
        ->allow_extra_args(false)
        ->group("Access");
    f.add_option("--oidc-signing-algs", to.signing_algorithms,
                 "Algorithms of signatures that are accepted; the default is RS256")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group("Access");
}

std::optional<apiserver::open_id_options> read_open_id(const open_id_flags& flags) {
    if (!flags.any_given()) return std::nullopt;
    apiserver::open_id_options out;
    out.issuer_url = flags.issuer_url.value_or("");
    out.client_id = flags.client_id.value_or("");
    out.ca_pem = read_file_of("--oidc-ca-file", flags.ca_file.value_or(""));
    out.username_claim = flags.username_claim.value_or(out.username_claim);
    out.username_prefix = flags.username_prefix.value_or("");
    out.groups_claim = flags.groups_claim.value_or("");
    out.groups_prefix = flags.groups_prefix.value_or("");
    for (const std::string_view pair : flags.required_claims) {
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos)
            throw fault(
                errc::bad_config,
                fmt::format("--oidc-required-claim: \"{}\": malformed pair, expect string=string", pair));
        out.required_claims[std::string(trimmed(pair.substr(0, equals)))] = trimmed(pair.substr(equals + 1));
    }
    out.signing_algorithms = flags.signing_algorithms;
    return out;
}

}}}  // namespace setpoint::v0::cli
