#include "apiserver/authorization/rights.hpp"

#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

authorization::decision decide(const requester* by, authorization::attributes asked) {
    if (by == nullptr) return authorization::decision::allow();
    asked.user = by->asked.user;
    return by->rights.authorize(asked);
}

bool may_use_signer(const requester* by, std::string_view verb, std::string_view signer) {
    const auto allowed = [&](std::string name) {
        authorization::attributes asked{.user = nullptr, .verb = std::string(verb)};
        asked.group = "certificates.k8s.io";
        asked.version = "*";
        asked.resource = "signers";
        asked.name = std::move(name);
        const authorization::decision d = decide(by, std::move(asked));
        return d.error.empty() && d.allows();
    };
    const std::string_view domain = signer.substr(0, signer.find('/'));
    return allowed(std::string(signer)) || allowed(std::string(domain) + "/*");
}

}}}  // namespace setpoint::v0::apiserver
