#pragma once
// What `setpoint apiserver` is started with, checked.

#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/http/listen_address.hpp"

#include <string>

namespace setpoint::cli {

struct apiserver_settings {
    http::listen_address at;
    bool loopback = true;  // only processes of this machine reach it
    bool tls = true;
    std::string kubeconfig;   // file to write once it is ready; empty: none
    std::string record_rbac;  // file to keep the ClusterRole in; empty: none
    apiserver::server_options api;
    std::size_t max_connections = 4096;
    log_level level = log_level::info;
    bool json_log = false;
};

}  // namespace setpoint::cli
