#pragma once
// The rights that an API server with access control did not find, each with the rule that grants it. No I/O.

#include "apiserver/registry/registry.hpp"
#include "setpoint/api/rbac.hpp"
#include "setpoint/http/server.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing {

// What a client may not do.
struct missing_right {
    resource_access access{};  // without a resource: `path`
    std::string user{};        // who may not
    std::string path{};        // of a request that is not about a resource; access.verb is its verb
    std::string where{};       // `in the namespace "default"`, "at the cluster scope"; "" for a path
    bool is_apply = false;     // which needs the verb create, too, if there is no such object

    // "patch deployments.apps/status", "get /metrics"
    std::string words() const;
};

// Returns the right that a refusal names. `message`: of the Status of a 403. Nothing if it is not about
// rights: a quota or a webhook refuses with 403, too.
std::optional<missing_right> read_refusal(std::string_view message);

// Returns the rights that a client lacked for a request. `body`: of the 403.
std::vector<missing_right> refused_rights(const http::server_request& request, std::string_view body,
                                          const apiserver::registry& kinds);

// Returns the rules for these rights, as YAML that continues a list of rules. Each line begins with `indent`.
std::string rules_yaml(const std::vector<missing_right>& rights, std::string_view indent);
// Returns `uses<kinds::config_map>({verb::patch})` and the like, a line for each resource. Empty for paths.
std::vector<std::string> declarations_of(const std::vector<missing_right>& rights,
                                         const apiserver::registry& kinds);

// Collects refusals. Each right is named once for each client.
class missing_rights {
public:
    // `who`: the client. `body`: of a 403. `when`: "0.31 s". Returns true if the client lacks a right that
    // was not known to be missing.
    bool note(const std::string& who, const http::server_request& request, std::string_view body,
              const apiserver::registry& kinds, const std::string& when);
    bool empty() const { return clients_.empty(); }
    void clear() { clients_.clear(); }
    // Describes them for the author of a setpoint operator. "" if there are none.
    std::string text(const apiserver::registry& kinds) const;

private:
    struct refusals {
        std::string where, first;
        std::size_t times = 0;
    };
    struct client {
        std::map<std::string, std::pair<missing_right, refusals>> rights;  // by words()
        std::set<std::string> grants;  // messages: it may not grant what it does not hold
    };

    std::map<std::string, client> clients_;
};

}}}  // namespace setpoint::v0::testing
