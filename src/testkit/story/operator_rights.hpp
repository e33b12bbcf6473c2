#pragma once
// The service account and the roles of an operator, as `setpoint explore --rbac` reads them.

#include "setpoint/api/rbac.hpp"
#include "setpoint/core/secret.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

namespace bj = boost::json;

// A part of a rule: one verb on one resource, or on a path. "*" is a wildcard, also at the end of a path and
// in "*/status".
struct granted_right {
    resource_access access{};  // without a resource: `path`
    std::string path{};

    std::string words() const;  // "patch deployments.apps/status"
    bool covers(const resource_access& asked) const;
    bool covers_path(std::string_view verb, std::string_view asked) const;
};

struct operator_rights {
    std::string file;
    std::string account_ns, account_name;
    std::vector<bj::object> objects;     // in the order in which they are created
    std::vector<granted_right> granted;  // by the roles in the file that are bound to the account, in order
    secret token, administrator_token;

    std::string user() const;  // "system:serviceaccount:NAMESPACE:NAME"
    // The text of a --token-auth-file with both tokens.
    secret token_file() const;
};

// Reads the ServiceAccounts, roles and bindings of a file with manifests, or of the files of a folder; other
// kinds are ignored. `account`: "NAME" or "NAMESPACE/NAME"; "": that of the Deployment in it, or the only one
// that is bound. The tokens are not set. Throws cannot_explore with file and line: what is bound or is bound
// to does not exist, or no account can be chosen.
operator_rights read_operator_rights(const std::string& path, const std::string& account);

}}}  // namespace setpoint::v0::story
