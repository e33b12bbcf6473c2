#include "server_fields.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

namespace {

bj::object fields_of(const bj::object& o, int depth) {
    constexpr int deepest = 8;
    bj::object f;
    for (const auto& [key, value] : o) {
        const bool goes_on = value.is_object() && depth < deepest;
        f[fmt::format("f:{}", std::string_view(key))] =
            goes_on ? fields_of(value.get_object(), depth + 1) : bj::object();
    }
    return f;
}

bj::object entry(std::string_view manager, std::string_view operation, const bj::value& api_version,
                 bj::object fields) {
    return {{"manager", manager},    {"operation", operation},   {"apiVersion", api_version},
            {"time", begin_of_time}, {"fieldsType", "FieldsV1"}, {"fieldsV1", std::move(fields)}};
}

void add_defaults(bj::object& o) {
    bj::object& spec = o["spec"].as_object();
    const auto set = [&spec](std::string_view key, bj::value v) {
        if (!spec.contains(key)) spec[key] = std::move(v);
    };
    if (o["kind"] == "Deployment") {
        set("progressDeadlineSeconds", 600);
        set("revisionHistoryLimit", 10);
        set("strategy",
            {{"type", "RollingUpdate"}, {"rollingUpdate", {{"maxSurge", "25%"}, {"maxUnavailable", "25%"}}}});
    }
    if (o["kind"] == "Service") {
        set("clusterIP", "10.0.0.1");
        set("internalTrafficPolicy", "Cluster");
        set("sessionAffinity", "None");
    }
}

bj::object condition_of(std::string_view type, std::string_view reason, std::string_view message) {
    return {{"type", type},
            {"status", "True"},
            {"reason", reason},
            {"message", message},
            {"lastUpdateTime", begin_of_time},
            {"lastTransitionTime", begin_of_time}};
}

}  // namespace

void add_server_fields(bj::object& o, std::string_view uid, std::string_view version,
                       const bj::object& status) {
    bj::object& meta = o["metadata"].as_object();
    const bj::object applied = {{"metadata", meta}, {"spec", o["spec"]}};
    add_defaults(o);
    bj::array managers{entry("webserver-operator", "Apply", o["apiVersion"], fields_of(applied, 0))};
    if (!status.empty()) {
        managers.push_back(entry("kube-controller-manager", "Update", o["apiVersion"],
                                 {{"f:status", fields_of(status, 1)}}));
        managers.back().get_object()["subresource"] = "status";
        o["status"] = status;
    }
    meta["uid"] = uid;
    meta["resourceVersion"] = version;
    meta["creationTimestamp"] = begin_of_time;
    meta["generation"] = 1;
    meta["managedFields"] = std::move(managers);
}

bj::object rolled_out(std::int64_t generation, std::int64_t replicas) {
    return {{"observedGeneration", generation},
            {"replicas", replicas},
            {"updatedReplicas", replicas},
            {"readyReplicas", replicas},
            {"availableReplicas", replicas},
            {"conditions",
             {condition_of("Available", "MinimumReplicasAvailable", "Deployment has minimum availability."),
              condition_of("Progressing", "NewReplicaSetAvailable", "ReplicaSet has progressed.")}}};
}

}}}  // namespace setpoint::v0::replay
