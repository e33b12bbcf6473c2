#include "apiserver/authentication/client_certificate.hpp"

#include "apiserver/authentication/certificate.hpp"
#include "setpoint/http/peer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

// The error, or "".
std::string take_uid(const certificate_subject& from, std::string& to) {
    if (from.uids.empty()) return {};
    if (from.uids.size() != 1)
        return fmt::format("expected 1 UID, but found multiple: [{}]", fmt::join(from.uids, " "));
    if (from.uids[0].empty()) return "UID cannot be an empty string";
    to = from.uids[0];
    return {};
}

}  // namespace

verdict client_certificate_authenticator::authenticate(const credentials& c) const {
    if (c.peer == nullptr || c.peer->chain.empty()) return {};
    const std::vector<http::x509_ptr> chain = read_chain(c.peer->chain);
    if (chain.empty()) return verdict::refused("x509: malformed certificate");
    if (const std::string why = cas_.verify(chain, c.now); !why.empty())
        return verdict::refused(fmt::format("verifying certificate {} failed: {}",
                                            certificate_identifier(chain.front().get()), why));
    std::optional<certificate_subject> subject = subject_of(chain.front().get());
    if (!subject) return verdict::refused("x509: invalid RDNSequence: invalid attribute value");
    if (subject->common_name.empty()) return {};
    user_info user{.name = std::move(subject->common_name)};
    if (settings_.parse_uid)
        if (std::string why = take_uid(*subject, user.uid); !why.empty())
            return verdict::refused(std::move(why));
    user.groups = std::move(subject->organizations);
    user.extra["authentication.kubernetes.io/credential-id"] = {"X509SHA256=" +
                                                                fingerprint(c.peer->chain.front())};
    return verdict::of(std::move(user));
}

}}}  // namespace setpoint::v0::apiserver::authentication
