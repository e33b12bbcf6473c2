#pragma once
// The settings and the process of `setpoint apiserver`.

#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/http/certificates.hpp"
#include "setpoint/http/listen_address.hpp"

#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

// Validated.
struct apiserver_settings {
    http::listen_address at;
    bool loopback = true;  // only processes on this machine can connect
    bool tls = true;
    std::string flag = "--port";                   // named if the port is taken
    std::optional<http::certificate> certificate;  // instead of one that a new CA issues
    std::string kubeconfig;                        // file to write once the server is ready; empty: none
    std::string record_rbac;                       // file for the recorded ClusterRole; empty: none
    std::string snapshot;                          // file or folder to load before it serves; empty: none
    bool control = false;                          // commands on standard input
    apiserver::server_options api;
    std::size_t max_connections = 4096;
    log_level level = log_level::info;
    bool json_log = false;
};

// Serves until SIGTERM or SIGINT (a second one exits immediately), or with `control` until standard input
// ends; returns the exit code. Throws fault: bad_config if it cannot listen on the address or cannot write a
// file.
int run_apiserver(apiserver_settings s);

}}}  // namespace setpoint::v0::cli
