#include "cli/envtest/personality.hpp"

#include "cli/envtest/program_flags.hpp"
#include "setpoint/api/kubernetes_version.hpp"
#include "setpoint/manager/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view about_kube_apiserver =
    R"(The embedded API server with kube-apiserver's flags, for envtest: no controllers,
no nodes, all objects in memory. For other uses see `setpoint apiserver --help`.

Usage:
  kube-apiserver [flags]

Flags:
      --anonymous-auth                allow requests without credentials (default true)
      --audit-log-format string       json (default "json")
      --audit-log-maxage int          days to keep replaced log files (default 366)
      --audit-log-maxbackup int       how many replaced log files to keep (default 100)
      --audit-log-maxsize int         size in MiB at which the log file is replaced (default 100)
      --audit-log-path string         file of audit events, - for the standard output; needs a policy
      --audit-policy-file string      which requests are recorded, and how much of them
      --audit-webhook-batch-buffer-size int
                                      how many events may wait for the webhook (default 10000)
      --audit-webhook-batch-max-size int
                                      how many events are sent at a time (default 400)
      --audit-webhook-batch-max-wait duration
                                      how long an event waits for a full batch (default 30s)
      --audit-webhook-config-file string
                                      kubeconfig of a webhook that gets the events; needs a policy
      --authorization-config string   AuthorizationConfiguration, instead of --authorization-mode
      --authorization-mode strings    Node, RBAC, ABAC, Webhook, AlwaysAllow or AlwaysDeny; without it,
                                      or with AlwaysAllow alone, every client may do everything
      --authorization-policy-file string
                                      rules of --authorization-mode=ABAC, one a line
      --authorization-webhook-cache-authorized-ttl duration
                                      how long answers are kept that allow a request (default 5m0s)
      --authorization-webhook-cache-unauthorized-ttl duration
                                      the same for other answers (default 30s)
      --authorization-webhook-config-file string
                                      kubeconfig of the webhook of --authorization-mode=Webhook
      --authorization-webhook-version string
                                      version of the reviews it gets: v1 or v1beta1 (default "v1beta1")
      --bind-address ip               IP address to listen on (default 127.0.0.1)
      --cert-dir string               folder of apiserver.crt and apiserver.key; made if both are missing
      --client-ca-file string         CAs that issue the certificates of clients
      --emulated-version strings      minor version whose kinds and features are served: this one or the
                                      one before
      --enable-bootstrap-token-auth   accept bootstrap tokens
      --event-ttl duration            how long an Event stays after its last write (default 1h0m0s)
  -h, --help                          print this help
      --oidc-ca-file string           CAs of the provider's certificate; without it the system's
      --oidc-client-id string         audience of the provider's tokens
      --oidc-groups-claim string      claim with the user's groups
      --oidc-groups-prefix string     what is put before each group
      --oidc-issuer-url string        OpenID provider whose tokens are accepted
      --oidc-required-claim strings   claim=value that a token must have; may be repeated
      --oidc-signing-algs strings     algorithms of signatures that are accepted (default RS256)
      --oidc-username-claim string    claim that is the user's name (default "sub")
      --oidc-username-prefix string   what is put before it; -: nothing
      --secure-port int               port of HTTPS (default 6443)
      --tls-cert-file string          the server's certificate, instead of --cert-dir
      --tls-private-key-file string   its key
      --token-auth-file string        users with tokens
      --version                       print the version

All other flags of kube-apiserver are accepted and have no effect; a warning names
those that envtest does not set.
)";

constexpr std::string_view about_etcd =
    R"(Stands in for etcd beside `setpoint kube-apiserver`, for envtest: serves /health and
stores nothing.

Usage:
  etcd [flags]

Flags:
  --data-dir string             folder to make (it stays empty)
  -h, --help                    print this help
  --listen-client-urls string   comma-separated URLs to serve (default http://localhost:2379)
  --version                     print the version

All other flags of etcd are accepted and have no effect.
)";

bool has(std::span<const std::string> arguments, std::string_view a, std::string_view b) {
    return std::ranges::any_of(arguments, [&](const std::string& s) { return s == a || s == b; });
}

}  // namespace

std::optional<std::string_view> personality_of(std::vector<std::string>& arguments) {
    constexpr std::string_view names[] = {"kube-apiserver", "etcd"};
    if (arguments.empty()) return std::nullopt;
    const std::string called = std::filesystem::path(arguments.front()).filename();
    for (const std::string_view name : names) {
        const bool by_link = called == name, by_argument = arguments.size() > 1 && arguments[1] == name;
        if (!by_link && !by_argument) continue;
        arguments.erase(arguments.begin(), arguments.begin() + (by_link ? 1 : 2));
        return name;
    }
    return std::nullopt;
}

int run_personality(std::string_view program, std::span<const std::string> arguments) {
    const bool etcd = program == "etcd";
    if (has(arguments, "--help", "-h")) {
        std::cout << (etcd ? about_etcd : about_kube_apiserver);
        return static_cast<int>(exit_code::ok);
    }
    if (has(arguments, "--version", "-version")) {
        std::cout << (etcd ? "etcd Version: " : "Kubernetes v") << (etcd ? etcd_release : kubernetes_release)
                  << "\nserved by setpoint " SETPOINT_VERSION "\n";
        return static_cast<int>(exit_code::ok);
    }
    if (etcd) return run_etcd(arguments);
    std::vector<std::string> ignored;
    apiserver_settings s = kube_apiserver_settings(arguments, ignored);
    if (!ignored.empty())
        std::cerr << fmt::format("kube-apiserver (setpoint): these flags have no effect here: {}\n",
                                 fmt::join(ignored, ", "));
    return run_apiserver(std::move(s));
}

}}}  // namespace setpoint::v0::cli
