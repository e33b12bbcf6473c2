#include "cli/access_flags.hpp"

#include "cli/file.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

std::string text_in_file(const std::string& file, std::string_view flag) {
    if (file.empty()) return {};
    auto text = read_file(file);
    if (!text) throw fault(text.error().within(std::string(flag)));
    return std::move(*text);
}

}  // namespace

apiserver::access_options read_access(const access_flags& flags) {
    apiserver::access_options out;
    out.authorizers = flags.modes;
    out.anonymous = flags.anonymous;
    out.bootstrap_tokens = flags.bootstrap_tokens;
    out.tokens = secret(text_in_file(flags.tokens_file, "--token-auth-file"));
    out.tokens_name = flags.tokens_file;
    out.client_ca_pem = text_in_file(flags.client_ca_file, "--client-ca-file");
    if (!flags.client_ca_file.empty() &&
        out.client_ca_pem.find("-----BEGIN CERTIFICATE-----") == std::string::npos)
        throw fault(errc::bad_config,
                    fmt::format("--client-ca-file: {} contains no certificate in PEM", flags.client_ca_file));
    return out;
}

}}}  // namespace setpoint::v0::cli
