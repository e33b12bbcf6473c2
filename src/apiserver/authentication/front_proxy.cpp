#include "apiserver/authentication/front_proxy.hpp"

#include "apiserver/authentication/certificate.hpp"
#include "apiserver/authentication/extra_headers.hpp"
#include "apiserver/go/text.hpp"
#include "setpoint/http/peer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

std::string_view first_value(const credentials& c, const std::vector<std::string>& names) {
    for (const std::string& name : names)
        if (const std::string_view value = http::find_header(c.headers, name); !value.empty()) return value;
    return {};
}

std::vector<std::string> all_values(const credentials& c, const std::vector<std::string>& names) {
    std::vector<std::string> out;
    for (const std::string& name : names)
        for (const std::string_view value : header_values(c.headers, name))
            if (!value.empty()) out.emplace_back(value);
    return out;
}

}  // namespace

result<> front_proxy_settings::trim() {
    for (auto* names : {&username_headers, &uid_headers, &group_headers, &extra_prefixes})
        for (std::string& name : *names) {
            std::string trimmed(go_text::trimmed(name));
            if (trimmed.empty())
                return error(errc::bad_config, fmt::format("empty header {}", go_text::quoted(name)));
            name = std::move(trimmed);
        }
    return {};
}

std::string front_proxy_authenticator::check_proxy(const http::peer_certificates& peer, wall_time now) const {
    const std::vector<http::x509_ptr> chain = read_chain(peer.chain);
    if (chain.empty()) return "x509: malformed certificate";
    if (std::string why = proxies_.verify(chain, now); !why.empty()) return why;
    if (settings_.allowed_names.empty()) return {};
    const std::optional<certificate_subject> subject = subject_of(chain.front().get());
    if (!subject) return "x509: invalid RDNSequence: invalid attribute value";
    if (std::ranges::find(settings_.allowed_names, subject->common_name) != settings_.allowed_names.end())
        return {};
    return fmt::format("x509: subject with cn={} is not in the allowed list", subject->common_name);
}

verdict front_proxy_authenticator::by_headers(const credentials& c) const {
    const std::string_view name = first_value(c, settings_.username_headers);
    if (name.empty()) return {};
    user_info user{.name = std::string(name),
                   .uid = std::string(first_value(c, settings_.uid_headers)),
                   .groups = all_values(c, settings_.group_headers)};
    for (const std::string& prefix : settings_.extra_prefixes) add_extra(c.headers, prefix, user.extra);
    return verdict::of(std::move(user));
}

verdict front_proxy_authenticator::authenticate(const credentials& c) const {
    return for_own_audiences(audiences_, c.audiences, [&]() -> verdict {
        if (c.peer == nullptr || c.peer->chain.empty()) return {};
        if (std::string why = check_proxy(*c.peer, c.now); !why.empty())
            return verdict::refused(std::move(why));
        return by_headers(c);
    });
}

}}}  // namespace setpoint::v0::apiserver::authentication
