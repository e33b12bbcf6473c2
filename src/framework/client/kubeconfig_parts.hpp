#pragma once
// What the fields of a kubeconfig's cluster and user mean. Refusals are faults: see refuse_config().

#include "framework/client/kubeconfig_file.hpp"
#include "framework/client/server_url.hpp"

namespace setpoint {

// 1 to 65535, in digits.
bool is_port(std::string_view s);
// A file that `where` names.
std::string read_config_file(const config_sources& sources, const std::string& path, std::string_view where);

// What `key` or `key`-data gives: nothing, or a content with the field that it came from.
struct pem_input {
    secret content;
    std::string origin, file;  // file: "" for inline data
};
pem_input read_pem(const config_fields& f, const std::string& key, const config_sources& sources);

// The user that the server's URL names, if it does.
std::optional<url_user> read_cluster(const config_fields& f, const config_sources& sources,
                                     cluster_config& c);
// After read_cluster(), whose settings a plugin may be told. `cluster`: the fields that it read.
void read_user(const config_fields& f, const config_fields& cluster, const config_sources& sources,
               cluster_config& c);
// The server's URL goes before all other credentials, but for as whom to act.
void use_url_user(const url_user& user, cluster_config& c);
exec_settings read_exec(const config_fields& f, const config_fields& cluster, const cluster_config& c);
impersonation read_impersonation(const config_fields& f);

// Makes the TLS contexts to the server and to the proxy, after everything else was read.
void make_tls(cluster_config& c, wall_time now);
// The proxy of the environment, unless there is one.
void find_proxy(const config_sources& sources, cluster_config& c);

}  // namespace setpoint
