// The checks of the level "restricted", but for that of seccomp profiles (profile_checks.cpp).
#include "apiserver/admission/pod_security/checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver::pod_security {

namespace {

constexpr std::array<std::string_view, 9> allowed_volumes = {
    "configMap", "csi",   "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim",
    "projected", "secret"};
// In the order in which the check looks for them.
constexpr std::array<std::string_view, 21> other_volumes = {"hostPath",
                                                            "gcePersistentDisk",
                                                            "awsElasticBlockStore",
                                                            "gitRepo",
                                                            "nfs",
                                                            "iscsi",
                                                            "glusterfs",
                                                            "rbd",
                                                            "flexVolume",
                                                            "cinder",
                                                            "cephfs",
                                                            "flocker",
                                                            "fc",
                                                            "azureFile",
                                                            "vsphereVolume",
                                                            "quobyte",
                                                            "azureDisk",
                                                            "photonPersistentDisk",
                                                            "portworxVolume",
                                                            "scaleIO",
                                                            "storageos"};

}  // namespace

check_result privilege_escalation_1_8(const pod_view& pod) {
    const names bad = pod.containers_with([](const bj::object&, const bj::object& security) {
        return flag_at(security, "allowPrivilegeEscalation") != false;
    });
    if (bad.empty()) return std::nullopt;
    return violation{"allowPrivilegeEscalation != false",
                     containers_text(bad) + " must set securityContext.allowPrivilegeEscalation=false"};
}
check_result privilege_escalation_1_25(const pod_view& pod) {
    return pod.is_windows() ? std::nullopt : privilege_escalation_1_8(pod);
}

check_result capabilities_restricted_1_22(const pod_view& pod) {
    name_set added;
    const auto adds_forbidden = [&](const bj::object& capabilities) {
        bool any = false;
        for (const bj::value& c : list_of(capabilities, "add")) {
            if (text_of(c) == "NET_BIND_SERVICE") continue;
            any = true;
            added.emplace(text_of(c));
        }
        return any;
    };
    const auto drops_all = [](const bj::object& capabilities) {
        return std::ranges::any_of(list_of(capabilities, "drop"),
                                   [](const bj::value& c) { return text_of(c) == "ALL"; });
    };
    const names keeping = pod.containers_with([&](const bj::object&, const bj::object& security) {
        return !drops_all(object_of(security, "capabilities"));
    });
    const names adding = pod.containers_with([&](const bj::object&, const bj::object& security) {
        return adds_forbidden(object_of(security, "capabilities"));
    });
    names details;
    if (!keeping.empty())
        details.push_back(containers_text(keeping) + " must set securityContext.capabilities.drop=[\"ALL\"]");
    if (!adding.empty())
        details.push_back(fmt::format("{} must not include {} in securityContext.capabilities.add",
                                      containers_text(adding), quoted_list(added)));
    if (details.empty()) return std::nullopt;
    return violation{"unrestricted capabilities", fmt::format("{}", fmt::join(details, "; "))};
}
check_result capabilities_restricted_1_25(const pod_view& pod) {
    return pod.is_windows() ? std::nullopt : capabilities_restricted_1_22(pod);
}

check_result restricted_volumes(const pod_view& pod) {
    names bad;
    name_set types;
    for_each_object(list_of(pod.spec(), "volumes"), [&](const bj::object& v, std::size_t) {
        const auto has = [&v](std::string_view source) { return value_at(v, source) != nullptr; };
        if (std::ranges::any_of(allowed_volumes, has)) return;
        bad.emplace_back(text_at(v, "name"));
        const auto type = std::ranges::find_if(other_volumes, has);
        types.emplace(type == other_volumes.end() ? std::string_view("unknown") : *type);
    });
    if (bad.empty()) return std::nullopt;
    return violation{
        "restricted volume types",
        fmt::format("{} {} {} {} {}", one_or_many("volume", "volumes", bad.size()), quoted_list(bad),
                    one_or_many("uses", "use", bad.size()),
                    one_or_many("restricted volume type", "restricted volume types", types.size()),
                    quoted_list(types))};
}

check_result run_as_non_root_1_0(const pod_view& pod) {
    constexpr const char *field = "runAsNonRoot", *reason = "runAsNonRoot != true";
    const auto of_pod = flag_at(pod.security(), field);
    const names bad = pod.containers_with(
        [&](const bj::object&, const bj::object& security) { return flag_at(security, field) == false; });
    const std::string setters = setters_text(of_pod == false, bad);
    if (!setters.empty())
        return violation{reason, setters + " must not set securityContext.runAsNonRoot=false"};
    const names unset = pod.containers_with(
        [&](const bj::object&, const bj::object& security) { return !flag_at(security, field); });
    if (of_pod == true || unset.empty()) return std::nullopt;
    return violation{
        reason, fmt::format("pod or {} must set securityContext.runAsNonRoot=true", containers_text(unset))};
}
check_result run_as_non_root_1_35(const pod_view& pod) {
    return pod.has_own_users() ? std::nullopt : run_as_non_root_1_0(pod);
}

check_result run_as_user_1_23(const pod_view& pod) {
    const auto is_root = [](const bj::object& security) { return number_at(security, "runAsUser") == 0; };
    const std::string setters = setters_text(
        is_root(pod.security()), pod.containers_with([&](const bj::object&, const bj::object& security) {
            return is_root(security);
        }));
    if (setters.empty()) return std::nullopt;
    return violation{"runAsUser=0", setters + " must not set runAsUser=0"};
}
check_result run_as_user_1_35(const pod_view& pod) {
    return pod.has_own_users() ? std::nullopt : run_as_user_1_23(pod);
}

}}}  // namespace setpoint::v0::apiserver::pod_security
