#pragma once
// How to authenticate to the API server, as configured in a kubeconfig or a pod. credentials.hpp
// turns this into headers.

#include "setpoint/core/secret.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

// A credential plugin: a program that prints a token or a client certificate.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
struct exec_settings {
    std::string command;                              // looked up in PATH, or absolute if it has a '/'
    std::vector<std::string> args;                    // may contain secrets: never logged
    std::vector<std::pair<std::string, secret>> env;  // added to our own environment
    std::string api_version;                          // "client.authentication.k8s.io/v1" or ".../v1beta1"
    std::string install_hint;                         // shown if the command is missing; may be several lines
    secret cluster;      // spec.cluster for the plugin, as JSON; empty: not passed
    std::string origin;  // "/home/a/.kube/config: users[0] \"admin\": exec", for messages
};

// The user that the server shall treat our requests as coming from; RBAC decides whom we may
// impersonate. https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
struct impersonation {
    std::string user;  // empty: no impersonation; the other members are empty too
    std::string uid;
    std::vector<std::string> groups;
    std::vector<std::pair<std::string, std::vector<std::string>>> extra;
};

// At most one of token (with or without a file), user name and exec is set.
// Without any of them, requests are anonymous, or authenticated by the client certificate of the TLS
// settings.
struct credential_settings {
    secret token;
    std::string token_file;  // re-read regularly; see credentials.hpp
    std::string username;
    secret password;
    std::optional<exec_settings> exec{};
    impersonation as{};
};

}}  // namespace setpoint::v0
