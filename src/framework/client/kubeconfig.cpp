#include "setpoint/client/kubeconfig.hpp"

#include "framework/client/kubeconfig_parts.hpp"
#include "setpoint/client/credentials.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::string_view service_account = "/var/run/secrets/kubernetes.io/serviceaccount/";

// Implements load_config(); configuration errors are thrown as faults.
class loader {
public:
    loader(const config_flags& flags, const config_sources& sources, wall_time now)
        : flags_(flags), sources_(sources), now_(now) {}
    cluster_config load() const;

private:
    std::optional<cluster_config> from_pod() const;
    cluster_config from_files(const kubeconfig& files) const;
    kubeconfig read_list(const std::string& list) const;
    std::string home_file() const;
    void complete(cluster_config& c) const;

    const config_flags& flags_;
    const config_sources& sources_;
    wall_time now_;
};

cluster_config loader::load() const {
    if (!flags_.kubeconfig.empty()) {
        kubeconfig files;
        files.merge(flags_.kubeconfig, read_config_file(sources_, flags_.kubeconfig, "--kubeconfig"));
        return from_files(files);
    }
    if (const auto list = sources_.getenv("KUBECONFIG"); list && !list->empty())
        return from_files(read_list(*list));
    if (flags_.context.empty())
        if (auto pod = from_pod()) return std::move(*pod);
    const std::string home = home_file();
    if (!home.empty()) {
        if (auto content = sources_.read_file(home)) {
            kubeconfig files;
            files.merge(home, *content);
            return from_files(files);
        } else if (content.error().code != errc::not_found) {
            refuse_config(home, content.error().message);
        }
    }
    refuse_config("no cluster configuration",
                  fmt::format("--kubeconfig is not given, KUBECONFIG is not set, this is not a pod with a "
                              "service account, and {}",
                              home.empty() ? "HOME is not set" : home + " does not exist"));
}

std::string loader::home_file() const {
    const auto home = sources_.getenv("HOME");
    return home && !home->empty() ? *home + "/.kube/config" : std::string();
}

kubeconfig loader::read_list(const std::string& list) const {
    kubeconfig files;
    std::vector<std::string> seen;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(':', begin), list.size());
        const std::string path = list.substr(begin, end - begin);
        begin = end + 1;
        if (path.empty() || std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
        seen.push_back(path);
        auto content = sources_.read_file(path);
        if (content)
            files.merge(path, *content);
        else if (content.error().code != errc::not_found)
            refuse_config("KUBECONFIG", fmt::format("{}: {}", path, content.error().message));
    }
    if (files.files.empty()) refuse_config("KUBECONFIG", fmt::format("no such file: {}", list));
    return files;
}

std::optional<cluster_config> loader::from_pod() const {
    const auto host = sources_.getenv("KUBERNETES_SERVICE_HOST"),
               port = sources_.getenv("KUBERNETES_SERVICE_PORT");
    if (!host || host->empty() || !port || port->empty()) return std::nullopt;
    const std::string folder(service_account);
    auto token = sources_.read_file(folder + "token");
    if (!token && token.error().code == errc::not_found)
        return std::nullopt;  // a pod without a service account
    const std::string where = "the pod's service account";
    cluster_config c;
    c.description = where;
    c.server_origin = "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT";
    // The kubelet sets an IPv6 address without brackets; users sometimes set it with them.
    std::string address = *host;
    if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
    if (!is_port(*port) || address.find_first_of("/@[] \t\r\n") != std::string::npos)
        refuse_config(c.server_origin, fmt::format("{:?} and {:?} are not a host and a port", *host, *port));
    c.server = {"https", address, *port};
    if (!token) refuse_config(where, fmt::format("{}token: {}", folder, token.error().message));
    auto parsed = parse_token(*token);
    if (!parsed) refuse_config(where, fmt::format("{}token: {}", folder, parsed.error().message));
    c.credentials.token = std::move(*parsed);
    c.credentials.token_file = c.credentials_origin = folder + "token";
    c.ca_origin = c.ca_file = folder + "ca.crt";
    c.tls.ca_pem = read_config_file(sources_, c.ca_file, where);
    if (c.tls.ca_pem.empty()) refuse_config(c.ca_origin, "the file is empty");
    if (auto ns = sources_.read_file(folder + "namespace"); ns && !ns->empty()) c.default_namespace = *ns;
    while (!c.default_namespace.empty() && c.default_namespace.back() == '\n') c.default_namespace.pop_back();
    complete(c);
    return c;
}

void loader::complete(cluster_config& c) const {
    find_proxy(sources_, c);
    make_tls(c, now_);
}

cluster_config loader::from_files(const kubeconfig& files) const {
    const std::string all = fmt::format("{}", fmt::join(files.files, ":"));
    const std::string name = flags_.context.empty() ? files.current_context : flags_.context;
    if (name.empty()) refuse_config(all, "current-context: missing, and --context is not given");
    const auto context = files.contexts.find(name);
    if (context == files.contexts.end())
        refuse_config(all, fmt::format("{}: there is no context {:?}",
                                       flags_.context.empty() ? "current-context" : "--context", name));

    cluster_config c;
    c.description = fmt::format("{}, context {}", all, name);
    const config_fields& f = context->second;
    const std::string cluster_name = f.text("cluster"), user_name = f.text("user");
    const auto cluster = files.clusters.find(cluster_name);
    if (cluster == files.clusters.end())
        refuse_config(f.at("cluster"), cluster_name.empty()
                                           ? "missing"
                                           : fmt::format("there is no cluster {:?}", cluster_name));
    const auto url_user = read_cluster(cluster->second, sources_, c);
    if (const auto user = files.users.find(user_name); user != files.users.end())
        read_user(user->second, cluster->second, sources_, c);
    else if (!user_name.empty())
        refuse_config(f.at("user"), fmt::format("there is no user {:?}", user_name));
    if (url_user) use_url_user(*url_user, c);
    if (!c.server.tls()) c.tls = {};
    if (const std::string ns = f.text("namespace"); !ns.empty()) c.default_namespace = ns;
    complete(c);
    return c;
}

}  // namespace

result<cluster_config> load_config(const config_flags& flags, const config_sources& sources, wall_time now) {
    try {
        return loader(flags, sources, now).load();
    } catch (const fault& f) {
        return f.why();
    }
}

error explain(const cluster_config& c, error e) {
    // "the origin: what" is the result of within(); the name of a call may precede it.
    const auto names = [&e](const std::string& origin) {
        return !origin.empty() && e.message.find(origin + ": ") != std::string::npos;
    };
    if (e.code == errc::unauthorized && !c.credentials_origin.empty())
        return names(c.credentials_origin) ? e : e.within(c.credentials_origin);
    if (e.code != errc::unreachable) return e;
    if (c.proxy && e.message.find("(" + c.proxy->named_by + ")") != std::string::npos) return e;
    // The texts of the TLS layer: "the certificate of 10.0.0.1:6443 is not trusted: ...", "... is
    // for a, b, not for c".
    const bool refused = e.message.find("the certificate of ") != std::string::npos;
    if (refused) e.code = errc::bad_config;
    const bool untrusted = refused && e.message.find(" is not trusted") != std::string::npos;
    return e.within(untrusted && !c.ca_origin.empty() ? c.ca_origin : c.server_origin);
}

}}  // namespace setpoint::v0
