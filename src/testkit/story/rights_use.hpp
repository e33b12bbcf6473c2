#pragma once
// Which of the rights of an operator its requests have used. No I/O.

#include "setpoint/http/server.hpp"
#include "testkit/story/operator_rights.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

class rights_use {
public:
    explicit rights_use(const std::vector<granted_right>& granted)
        : granted_(granted), is_used_(granted.size()) {}

    // A request that was allowed. One that the API server cannot read uses nothing.
    void note(const http::server_request& r);
    // Each once, in the order of the rules.
    std::vector<std::string> unused() const;

private:
    void use(const resource_access& asked);

    const std::vector<granted_right>& granted_;
    std::vector<bool> is_used_;
};

}}}  // namespace setpoint::v0::story
