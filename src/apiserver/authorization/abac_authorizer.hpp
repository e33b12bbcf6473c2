#pragma once
// Authorizes by a file with a rule in each line (kubernetes, pkg/auth/authorizer/abac and pkg/apis/abac). No
// I/O.

#include "apiserver/authorization/authorizer.hpp"
#include "setpoint/core/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

// An empty text matches nothing that has the property; "*" matches all.
struct abac_rule {
    std::string user{}, group{};  // both must match if both are set; without either nobody matches
    bool read_only = false;
    std::string api_group{}, resource{}, namespace_name{};
    std::string path{};  // of a request that is not about a resource; "/a*": all that begin with /a
};

struct abac_policy {
    std::vector<abac_rule> rules{};
    std::size_t unversioned = 0;  // lines in the form of version 0
};

// A line is an object in JSON, or in YAML, of the kind Policy; empty lines and those that begin with # are
// skipped. An object without a kind or a version is one of version 0. `name` is for messages. Errors:
// bad_config in the words of kube-apiserver, with the line's number and text.
result<abac_policy> read_abac_policy(std::string_view text, std::string_view name);

class abac_authorizer : public authorizer {
public:
    explicit abac_authorizer(std::vector<abac_rule> rules) : rules_(std::move(rules)) {}

    // Allows without a reason, or has no opinion.
    decision authorize(const attributes& of) const override;
    rule_list rules_for(const user_info& user, std::string_view namespace_name) const override;

private:
    std::vector<abac_rule> rules_;
};

}}}  // namespace setpoint::v0::apiserver::authorization
