#pragma once
// AuthorizationConfiguration of apiserver.config.k8s.io, and the same from flags (apiserver,
// pkg/apis/apiserver: load and validation; kubernetes, pkg/kubeapiserver/options authorization.go).

#include "apiserver/authorization/abac_authorizer.hpp"
#include "apiserver/authorization/webhook_authorizer.hpp"
#include "setpoint/apiserver/access_options.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

struct webhook_source {
    review_webhook settings{};
    secret kubeconfig{};            // its text
    std::string kubeconfig_name{};  // where the text comes from: a path, or a name for errors
};

struct configured_authorizer {
    std::string type{};  // "Node", "RBAC", "ABAC", "AlwaysAllow", "AlwaysDeny", "Webhook"
    // Of a webhook in the configuration its own, otherwise the type in small letters.
    std::string name() const;
    std::optional<webhook_source> webhook{};
    std::optional<abac_policy> policy{};  // of "ABAC"
};

// Errors: not_found if the file does not exist, another code if it cannot be read.
using file_reader = std::function<result<std::string>(const std::string& path)>;

// Reads the configuration strictly and validates it; without the policy of ABAC, which is in another file.
// Errors: bad_config with `name` and all invalid fields.
result<std::vector<configured_authorizer>> read_authorization_config(std::string_view text,
                                                                     std::string_view name,
                                                                     const file_reader& read_file);
// The authorizers of `o`, by its configuration or else by its modes. Errors: bad_config, also if there are
// both, and if ABAC has no policy.
result<std::vector<configured_authorizer>> configured_authorizers(const access_options& o,
                                                                  const file_reader& read_file);

}}}  // namespace setpoint::v0::apiserver::authorization
