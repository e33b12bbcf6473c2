#pragma once
// Finds the cluster and the credentials: kubeconfig files and the service account of a pod, by
// kubectl's rules.
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

namespace setpoint { inline namespace v0 {

// Command line flags; empty: not given.
struct config_flags {
    std::string kubeconfig;  // --kubeconfig: one file, which must exist
    std::string context;     // --context: overrides the file's current-context
};

// The environment and the file system, injected so that nothing here depends on the machine.
struct config_sources {
    std::function<std::optional<std::string>(const std::string& name)> getenv;
    // Errors: not_found if the file does not exist, another code if it cannot be read. The message
    // gives the reason.
    std::function<result<std::string>(const std::string& path)> read_file;
};
// The sources of this process. Files over 4 MiB are rejected.
config_sources system_sources();

struct cluster_config {
    http::origin server;
    std::string path_prefix;  // "" or "/k8s/clusters/c-1": prefix of every path
    http::tls_settings tls;
    http::tls_context_ptr tls_context;  // created from `tls`; null for http
    // The files behind `tls`, which are followed while the program runs; empty: none.
    std::string ca_file, client_certificate_file, client_key_file;
    std::optional<http::proxy> proxy;
    credential_settings credentials;
    std::string default_namespace = "default";

    // For messages: "/home/a/.kube/config, context dev" or "the pod's service account".
    std::string description;
    // The file and field of each setting, e.g. "/home/a/.kube/config: clusters[0] \"dev\": server";
    // empty: not set.
    std::string server_origin, ca_origin, client_certificate_origin, client_key_origin, credentials_origin;
};

// Loads the configuration from the first of these that exists:
//   1. flags.kubeconfig
//   2. KUBECONFIG: a list separated by ':'. The first file with an entry or a current-context wins.
//      Missing files are skipped, but at least one must exist.
//   3. the pod's service account (KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT and its token
//      file), unless flags.context is set
//   4. $HOME/.kube/config
// Files are YAML as kubectl reads it (json/yaml.hpp), including fields that are not used. Relative
// paths are relative to the file's folder. A file together with its inline data is rejected, as by
// kubectl. A server without a scheme is http:// and gets no credentials. A user in the server's URL
// has priority over all others. Everything is read and validated here: encodings, that key and
// certificate match, that the certificate is valid at `now`. Without a proxy-url the environment
// may name a proxy (see http/proxy.hpp). A credential plugin is not run yet.
// Errors: bad_config with one line that names file and field. docs/credentials.md lists what is
// rejected here but accepted by kubectl.
result<cluster_config> load_config(const config_flags& flags, const config_sources& sources, wall_time now);

// Adds the configuration's view to an error of a call: prepends file and field if the error
// concerns the server's address (unreachable), its certificate (the code becomes bad_config, since
// waiting does not help) or our credentials (unauthorized). Returns all other errors unchanged,
// including those that already name their cause (proxies, credential plugins).
error explain(const cluster_config& config, error e);

}}  // namespace setpoint::v0
