#pragma once
// The field `authorizers` of an AuthorizationConfiguration: decoded strictly, then validated with the
// messages of kube-apiserver (apiserver, pkg/apis/apiserver/validation).

#include "apiserver/authorization/authorization_config.hpp"
#include "apiserver/objects/fields.hpp"

#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

struct listed_webhook {
    // With the defaults of the version; zero if absent and without one.
    duration authorized_ttl = std::chrono::minutes(5), unauthorized_ttl = std::chrono::seconds(30),
             timeout{0};
    bool keeps_authorized = true, keeps_unauthorized = true;
    std::string review_version{}, condition_version{}, failure_policy{}, connection_type{};
    std::optional<std::string> kubeconfig_file{};
    std::vector<std::string> conditions{};
};

struct listed_authorizer {
    std::string type{}, name{};
    std::optional<listed_webhook> webhook{};
};

struct listed_authorizers {
    std::vector<listed_authorizer> all{};
    std::vector<std::string> strict_errors{};  // unknown fields
    std::string type_error{};                  // the first value of a wrong type; empty: none
};
listed_authorizers list_authorizers(const bj::object& configuration);

// Appends what is invalid to `errors`; the result is then incomplete.
std::vector<configured_authorizer> validate_authorizers(const std::vector<listed_authorizer>& all,
                                                        const file_reader& read_file, field_errors& errors);

// The values of `type`, in alphabetical order.
const std::vector<std::string>& authorizer_types();

}}}  // namespace setpoint::v0::apiserver::authorization
