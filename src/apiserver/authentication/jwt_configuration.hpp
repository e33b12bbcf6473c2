#pragma once
// AuthenticationConfiguration of apiserver.config.k8s.io: whose JSON web tokens are accepted, and who is
// anonymous (apiserver, pkg/apis/apiserver/v1/types.go).

#include "apiserver/authentication/anonymous.hpp"
#include "setpoint/core/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// The value of a claim, or of an expression over all claims.
struct claim_source {
    std::string claim{}, expression{};  // at most one is set
    std::optional<std::string> prefix{};
};
struct claim_rule {
    std::string claim{}, required_value{};  // of a string
    std::string expression{}, message{};    // instead of a claim
};
struct extra_mapping {
    std::string key{}, expression{};
};
struct user_rule {
    std::string expression{}, message{};
};

// A JWTAuthenticator.
struct jwt_settings {
    std::string issuer{}, discovery_url{}, ca_pem{}, match_policy{}, egress{};
    std::vector<std::string> audiences{};
    std::vector<claim_rule> claim_rules{};
    claim_source username{}, groups{}, uid{};
    std::vector<extra_mapping> extra{};
    std::vector<user_rule> user_rules{};
    std::vector<std::string> algorithms{};  // of signatures; empty: all that are known
};

struct authentication_configuration {
    std::vector<jwt_settings> jwt{};
    std::optional<anonymous_settings> anonymous{};
};

// Reads YAML or JSON, strictly: unknown and repeated fields are errors. `name` is for messages. Errors:
// bad_config. What the fields contain is checked by validate().
result<authentication_configuration> read_authentication_configuration(std::string_view text,
                                                                       const std::string& name);

}}}  // namespace setpoint::v0::apiserver::authentication
