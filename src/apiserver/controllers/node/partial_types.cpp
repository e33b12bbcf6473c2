#include "apiserver/controllers/node/partial_types.hpp"

#include "setpoint/api/kubernetes_version.hpp"
#include "setpoint/api/time.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr int lease_seconds = 40;

bj::object condition_of(std::string_view type, bool holds, std::string_view reason, std::string_view message,
                        const std::string& now) {
    return {{"type", type},
            {"status", holds ? "True" : "False"},
            {"lastHeartbeatTime", now},
            {"lastTransitionTime", now},
            {"reason", reason},
            {"message", message}};
}

bj::object amounts() {
    return {{"cpu", "32"}, {"memory", "256Gi"}, {"ephemeral-storage", "1Ti"}, {"pods", "10k"}};
}

bj::object status_of(int index, const std::string& now, const std::string& boot_id,
                     const std::string& machine_id) {
    bj::object info{{"architecture", "amd64"},
                    {"bootID", boot_id},
                    {"containerRuntimeVersion", "setpoint://0.1.0"},
                    {"kernelVersion", "6.1.0"},
                    {"kubeProxyVersion", ""},
                    {"kubeletVersion", fmt::format("v{}", kubernetes_release)},
                    {"machineID", machine_id},
                    {"operatingSystem", "linux"},
                    {"osImage", "setpoint (runs nothing)"},
                    {"systemUUID", machine_id}};
    bj::array conditions;
    conditions.push_back(condition_of("MemoryPressure", false, "KubeletHasSufficientMemory",
                                      "kubelet has sufficient memory available", now));
    conditions.push_back(
        condition_of("DiskPressure", false, "KubeletHasNoDiskPressure", "kubelet has no disk pressure", now));
    conditions.push_back(condition_of("PIDPressure", false, "KubeletHasSufficientPID",
                                      "kubelet has sufficient PID available", now));
    conditions.push_back(condition_of("Ready", true, "KubeletReady", "kubelet is posting ready status", now));
    bj::array addresses;
    addresses.push_back(bj::object{{"type", "InternalIP"}, {"address", node_address(index)}});
    addresses.push_back(bj::object{{"type", "Hostname"}, {"address", node_name(index)}});
    bj::object endpoints{{"kubeletEndpoint", bj::object{{"Port", 10250}}}};
    return {{"capacity", amounts()},
            {"allocatable", amounts()},
            {"conditions", std::move(conditions)},
            {"addresses", std::move(addresses)},
            {"daemonEndpoints", std::move(endpoints)},
            {"nodeInfo", std::move(info)}};
}

}  // namespace

std::string node_name(int index) {
    return fmt::format("node-{}", index);
}

std::string node_address(int index) {
    const int n = index + 2;
    return fmt::format("172.18.{}.{}", n / 256, n % 256);
}

std::string micro_time(wall_time t) {
    return micro_timestamp::from(t).to_string();
}

bj::object node_object(int index, wall_time now, const std::string& boot_id, const std::string& machine_id) {
    const std::string name = node_name(index);
    bj::object labels{{"beta.kubernetes.io/arch", "amd64"},
                      {"beta.kubernetes.io/os", "linux"},
                      {"kubernetes.io/arch", "amd64"},
                      {"kubernetes.io/hostname", name},
                      {"kubernetes.io/os", "linux"}};
    bj::object annotations{{"node.alpha.kubernetes.io/ttl", "0"}};
    return {
        {"apiVersion", "v1"},
        {"kind", "Node"},
        {"metadata",
         bj::object{{"name", name}, {"labels", std::move(labels)}, {"annotations", std::move(annotations)}}},
        {"spec", bj::object{}},
        {"status", status_of(index, timestamp::from(now).to_string(), boot_id, machine_id)}};
}

bj::array with_heartbeat(bj::array conditions, wall_time now) {
    constexpr std::array<std::string_view, 4> own = {"MemoryPressure", "DiskPressure", "PIDPressure",
                                                     "Ready"};
    for (bj::value& v : conditions) {
        bj::object* c = v.if_object();
        const bj::value* type = c ? c->if_contains("type") : nullptr;
        if (!type || !type->is_string()) continue;
        if (std::find(own.begin(), own.end(), std::string_view(type->get_string())) != own.end())
            (*c)["lastHeartbeatTime"] = timestamp::from(now).to_string();
    }
    return conditions;
}

bj::object lease_object(int index, std::string_view node_uid, wall_time now) {
    const std::string name = node_name(index);
    bj::object owner{{"apiVersion", "v1"}, {"kind", "Node"}, {"name", name}, {"uid", node_uid}};
    bj::object meta{{"name", name}, {"namespace", "kube-node-lease"}};
    meta["ownerReferences"] = bj::array{bj::value(std::move(owner))};
    bj::object spec{
        {"holderIdentity", name}, {"leaseDurationSeconds", lease_seconds}, {"renewTime", micro_time(now)}};
    return {{"apiVersion", "coordination.k8s.io/v1"},
            {"kind", "Lease"},
            {"metadata", std::move(meta)},
            {"spec", std::move(spec)}};
}

}}}  // namespace setpoint::v0::apiserver
