#pragma once
// Where the cluster is and who we are: kubeconfig files and the service account of a pod, by kubectl's rules.
// https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/

#include "setpoint/client/credential_settings.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/http/origin.hpp"
#include "setpoint/http/proxy.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>
#include <optional>
#include <string>

namespace setpoint {

// What is asked for on the command line; empty: not given.
struct config_flags {
    std::string kubeconfig;  // --kubeconfig: one file, which must exist
    std::string context;     // --context: instead of the file's current-context
};

// The environment and the file system, injected so that nothing here depends on the machine.
struct config_sources {
    std::function<std::optional<std::string>(const std::string& name)> getenv;
    // Error: errc::not_found when there is no such file, another code when it cannot be read; the message
    // says why.
    std::function<result<std::string>(const std::string& path)> read_file;
};
// Those of this process. Files over 4 MiB are refused.
config_sources system_sources();

struct cluster_config {
    http::origin server;
    std::string path_prefix;  // "" or "/k8s/clusters/c-1": before every path
    http::tls_settings tls;
    http::tls_context_ptr tls_context;  // made of `tls`; null for http
    // The files that what is in `tls` came from, which are followed while the program runs; empty: none.
    std::string ca_file, client_certificate_file, client_key_file;
    std::optional<http::proxy> proxy;
    credential_settings credentials;
    std::string default_namespace = "default";

    // For messages: "/home/a/.kube/config, context dev" or "the pod's service account".
    std::string description;
    // File and field that these came from, e.g. "/home/a/.kube/config: clusters[0] \"dev\": server"; empty:
    // not given.
    std::string server_origin, ca_origin, client_certificate_origin, client_key_origin, credentials_origin;
};

// The configuration to use, from the first of these that is there:
//   1. flags.kubeconfig
//   2. KUBECONFIG: a list separated by ':'. The first file that has an entry or a current-context wins.
//      Files that do not exist are passed over, but not all of them may be missing.
//   3. the pod's service account (KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT and its token file),
//      unless flags.context asks for a context
//   4. $HOME/.kube/config
// Files are YAML as kubectl reads it (json/yaml.hpp), the fields of what is not used too. Relative paths in a
// file are relative to its folder. A file and its inline data together are refused, as by kubectl. A server
// without scheme is http://, and gets no credentials. A user in the server's URL goes before all others.
// Everything is read and checked here: encodings, that key and certificate belong together, that the
// certificate is valid at `now`. Without a proxy-url the environment may name a proxy (see http/proxy.hpp). A
// credential plugin is not run yet. Error: errc::bad_config, one line that names file and field.
// docs/credentials.md lists what is refused here and taken by kubectl.
result<cluster_config> load_config(const config_flags& flags, const config_sources& sources, wall_time now);

// What an error of a call says about the configuration: the same error with file and field in front where it
// is about the server's address (unreachable), its certificate (then the code becomes bad_config: waiting
// does not help) or our credentials (unauthorized). Errors that name what they are about already (proxies,
// credential plugins), and other ones, are returned as they are.
error explain(const cluster_config& config, error e);

}  // namespace setpoint
