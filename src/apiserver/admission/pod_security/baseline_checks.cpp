// The checks of the level "baseline", but for those of profiles (profile_checks.cpp).
#include "apiserver/admission/pod_security/checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver::pod_security {

namespace {

constexpr std::array<std::string_view, 13> default_capabilities = {
    "AUDIT_WRITE",      "CHOWN",   "DAC_OVERRIDE", "FOWNER",  "FSETID", "KILL",      "MKNOD",
    "NET_BIND_SERVICE", "SETFCAP", "SETGID",       "SETPCAP", "SETUID", "SYS_CHROOT"};

// In the order in which versions of the policy have added them.
constexpr std::array<std::string_view, 12> safe_sysctls = {"kernel.shm_rmid_forced",
                                                           "net.ipv4.ip_local_port_range",
                                                           "net.ipv4.tcp_syncookies",
                                                           "net.ipv4.ping_group_range",
                                                           "net.ipv4.ip_unprivileged_port_start",
                                                           "net.ipv4.ip_local_reserved_ports",
                                                           "net.ipv4.tcp_keepalive_time",
                                                           "net.ipv4.tcp_fin_timeout",
                                                           "net.ipv4.tcp_keepalive_intvl",
                                                           "net.ipv4.tcp_keepalive_probes",
                                                           "net.ipv4.tcp_rmem",
                                                           "net.ipv4.tcp_wmem"};
constexpr std::size_t safe_in_1_0 = 5, safe_in_1_27 = 6, safe_in_1_29 = 10, safe_in_1_32 = 12;

check_result sysctls(const pod_view& pod, std::size_t safe) {
    names bad;
    const auto end = safe_sysctls.begin() + static_cast<std::ptrdiff_t>(safe);
    for_each_object(list_of(pod.security(), "sysctls"), [&](const bj::object& s, std::size_t) {
        const std::string_view name = text_at(s, "name");
        if (std::find(safe_sysctls.begin(), end, name) == end) bad.emplace_back(name);
    });
    if (bad.empty()) return std::nullopt;
    return violation{"forbidden sysctls", fmt::format("{}", fmt::join(bad, ", "))};
}

// The hosts that a probe or a handler names.
void add_hosts(const bj::object& action, name_set& to) {
    for (const char* how : {"httpGet", "tcpSocket"})
        if (const std::string_view host = text_at(action, {how, "host"}); !host.empty()) to.emplace(host);
}

name_set hosts_of(const bj::object& container) {
    name_set out;
    for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"})
        add_hosts(object_of(container, probe), out);
    for (const char* hook : {"postStart", "preStop"})
        add_hosts(object_of(container, {"lifecycle", hook}), out);
    return out;
}

}  // namespace

check_result capabilities_baseline(const pod_view& pod) {
    name_set added;
    const names bad = pod.containers_with([&](const bj::object&, const bj::object& security) {
        bool valid = true;
        for (const bj::value& c : list_of(object_of(security, "capabilities"), "add")) {
            if (std::ranges::find(default_capabilities, text_of(c)) != default_capabilities.end()) continue;
            valid = false;
            added.emplace(text_of(c));
        }
        return !valid;
    });
    if (bad.empty()) return std::nullopt;
    return violation{"non-default capabilities",
                     fmt::format("{} must not include {} in securityContext.capabilities.add",
                                 containers_text(bad), quoted_list(added))};
}

check_result host_namespaces(const pod_view& pod) {
    names shared;
    for (const char* key : {"hostNetwork", "hostPID", "hostIPC"})
        if (true_at(pod.spec(), key)) shared.push_back(fmt::format("{}=true", key));
    if (shared.empty()) return std::nullopt;
    return violation{"host namespaces", fmt::format("{}", fmt::join(shared, ", "))};
}

check_result host_path_volumes(const pod_view& pod) {
    names bad;
    for_each_object(list_of(pod.spec(), "volumes"), [&](const bj::object& v, std::size_t) {
        if (value_at(v, "hostPath")) bad.emplace_back(text_at(v, "name"));
    });
    if (bad.empty()) return std::nullopt;
    return violation{"hostPath volumes",
                     fmt::format("{} {}", one_or_many("volume", "volumes", bad.size()), quoted_list(bad))};
}

check_result host_ports(const pod_view& pod) {
    name_set ports;
    const names bad = pod.containers_with([&](const bj::object& c, const bj::object&) {
        bool valid = true;
        for_each_object(list_of(c, "ports"), [&](const bj::object& p, std::size_t) {
            const std::int64_t port = number_at(p, "hostPort").value_or(0);
            if (port == 0) return;
            valid = false;
            ports.insert(std::to_string(port));
        });
        return !valid;
    });
    if (bad.empty()) return std::nullopt;
    return violation{"hostPort",
                     fmt::format("{} {} {} {}", containers_text(bad), one_or_many("uses", "use", bad.size()),
                                 one_or_many("hostPort", "hostPorts", ports.size()), fmt::join(ports, ", "))};
}

check_result probe_and_lifecycle_hosts(const pod_view& pod) {
    name_set bad, hosts;
    pod.each_container([&](std::string name, const bj::object& c) {
        name_set own = hosts_of(c);
        if (own.empty()) return;
        bad.insert(std::move(name));
        hosts.merge(own);
    });
    if (bad.empty()) return std::nullopt;
    return violation{
        "probe or lifecycle host",
        fmt::format("{} {} {} {} {}", one_or_many("container", "containers", bad.size()), quoted_list(bad),
                    one_or_many("uses", "use", bad.size()),
                    one_or_many("probe or lifecycle host", "probe or lifecycle hosts", hosts.size()),
                    quoted_list(hosts))};
}

check_result privileged_containers(const pod_view& pod) {
    const names bad = pod.containers_with(
        [](const bj::object&, const bj::object& security) { return true_at(security, "privileged"); });
    if (bad.empty()) return std::nullopt;
    return violation{"privileged", containers_text(bad) + " must not set securityContext.privileged=true"};
}

check_result proc_mount(const pod_view& pod) {
    name_set types;
    const names bad = pod.containers_with([&](const bj::object&, const bj::object& security) {
        const bj::value* const type = value_at(security, "procMount");
        if (type == nullptr || text_of(*type) == "Default") return false;
        types.emplace(text_of(*type));
        return true;
    });
    if (bad.empty()) return std::nullopt;
    return violation{"procMount", fmt::format("{} must not set securityContext.procMount to {}",
                                              containers_text(bad), quoted_list(types))};
}

check_result proc_mount_of_shared_users(const pod_view& pod) {
    return pod.has_own_users() ? std::nullopt : proc_mount(pod);
}

check_result sysctls_1_0(const pod_view& pod) {
    return sysctls(pod, safe_in_1_0);
}
check_result sysctls_1_27(const pod_view& pod) {
    return sysctls(pod, safe_in_1_27);
}
check_result sysctls_1_29(const pod_view& pod) {
    return sysctls(pod, safe_in_1_29);
}
check_result sysctls_1_32(const pod_view& pod) {
    return sysctls(pod, safe_in_1_32);
}

check_result windows_host_process(const pod_view& pod) {
    const auto is_host_process = [](const bj::object& security) {
        return true_at(object_of(security, "windowsOptions"), "hostProcess");
    };
    const std::string setters =
        setters_text(is_host_process(pod.security()),
                     pod.containers_with([&](const bj::object&, const bj::object& security) {
                         return is_host_process(security);
                     }));
    if (setters.empty()) return std::nullopt;
    return violation{"hostProcess",
                     setters + " must not set securityContext.windowsOptions.hostProcess=true"};
}

}}}  // namespace setpoint::v0::apiserver::pod_security
