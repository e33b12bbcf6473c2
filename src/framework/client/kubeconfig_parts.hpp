#pragma once
// Interprets the fields of a kubeconfig's cluster and user. Errors are faults; see refuse_config().

#include "framework/client/kubeconfig_file.hpp"
#include "framework/client/server_url.hpp"

namespace setpoint { inline namespace v0 {

// 1 to 65535, in digits.
bool is_port(std::string_view s);
// Reads a file that the field `where` names.
std::string read_config_file(const config_sources& sources, const std::string& path, std::string_view where);

// The value of `key` or `key`-data: empty, or the content and the field that it came from.
struct pem_input {
    secret content;
    std::string origin, file;  // file: "" for inline data
};
pem_input read_pem(const config_fields& f, const std::string& key, const config_sources& sources);

// Returns the user in the server's URL, if any.
std::optional<url_user> read_cluster(const config_fields& f, const config_sources& sources,
                                     cluster_config& c);
// Call after read_cluster(), whose settings may be passed to a plugin. `cluster`: the fields that
// it read.
void read_user(const config_fields& f, const config_fields& cluster, const config_sources& sources,
               cluster_config& c);
// The user in the server's URL replaces all other credentials except impersonation.
void use_url_user(const url_user& user, cluster_config& c);
exec_settings read_exec(const config_fields& f, const config_fields& cluster, const cluster_config& c);
impersonation read_impersonation(const config_fields& f);

// Creates the TLS contexts for the server and the proxy, after everything else was read.
void make_tls(cluster_config& c, wall_time now);
// Uses the environment's proxy unless one is set.
void find_proxy(const config_sources& sources, cluster_config& c);

}}  // namespace setpoint::v0
