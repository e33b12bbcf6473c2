#pragma once
// Requests without credentials (apiserver, pkg/authentication/request/anonymous).

#include "apiserver/authentication/authenticator.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

struct anonymous_settings {
    bool enabled = true;
    // Only requests for exactly one of these paths; empty: all.
    std::vector<std::string> paths{};
};

// system:anonymous in the group system:unauthenticated. Asked last, and only if no credentials were refused.
class anonymous_authenticator : public authenticator {
public:
    explicit anonymous_authenticator(const std::vector<std::string>& paths)
        : paths_(paths.begin(), paths.end()) {}
    verdict authenticate(const credentials& c) const override;

private:
    std::set<std::string, std::less<>> paths_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
