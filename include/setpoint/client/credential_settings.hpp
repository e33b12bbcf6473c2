#pragma once
// Who we are to the API server, as a kubeconfig or a pod says it; credentials.hpp makes headers of it.

#include "setpoint/core/secret.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace setpoint {

// A credential plugin: a program that prints a token or a client certificate.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
struct exec_settings {
    std::string command;                              // looked up in PATH unless it has a '/'; absolute then
    std::vector<std::string> args;                    // may hold secrets: never logged
    std::vector<std::pair<std::string, secret>> env;  // beside our own environment
    std::string api_version;                          // "client.authentication.k8s.io/v1" or ".../v1beta1"
    std::string install_hint;  // for people, when the command is not there; may be several lines
    secret cluster;            // JSON of spec.cluster for the plugin; empty: it does not get it
    std::string origin;        // "/home/a/.kube/config: users[0] \"admin\": exec": for messages
};

// As whom the server shall treat our requests; what we are allowed to impersonate is RBAC's business.
// https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
struct impersonation {
    std::string user;  // empty: nobody, and the others are empty too
    std::string uid;
    std::vector<std::string> groups;
    std::vector<std::pair<std::string, std::vector<std::string>>> extra;
};

// At most one of token (with or without a file), user name and exec is set.
struct credential_settings {
    secret token;
    std::string token_file;  // read again and again: see credentials.hpp
    std::string username;
    secret password;
    std::optional<exec_settings> exec{};
    impersonation as{};
};

}  // namespace setpoint
