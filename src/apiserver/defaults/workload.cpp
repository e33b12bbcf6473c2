// Defaults of workloads that are not constants (defaults.go of pkg/apis/{apps,batch}/v1, and of core/v1 for
// ReplicationController).

#include "apiserver/defaults/type_defaults.hpp"
#include "apiserver/objects/fields.hpp"

#include <limits>

namespace setpoint::inline v0::apiserver {

namespace {

void deployment(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    bj::object& strategy = make_object(spec, "strategy");
    set_text_default(strategy, "type", "RollingUpdate");
    if (text_at(strategy, "type") != "RollingUpdate") return;
    bj::object& rolling = make_object(strategy, "rollingUpdate");
    set_default(rolling, "maxUnavailable", "25%");
    set_default(rolling, "maxSurge", "25%");
}

void daemon_set(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    bj::object& strategy = make_object(spec, "updateStrategy");
    set_text_default(strategy, "type", "RollingUpdate");
    if (text_at(strategy, "type") != "RollingUpdate") return;
    bj::object& rolling = make_object(strategy, "rollingUpdate");
    set_default(rolling, "maxUnavailable", 1);
    set_default(rolling, "maxSurge", 0);
}

void stateful_set(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    bj::object& strategy = make_object(spec, "updateStrategy");
    if (text_at(strategy, "type").empty()) {
        strategy["type"] = "RollingUpdate";
        make_object(strategy, "rollingUpdate");
    }
    if (text_at(strategy, "type") != "RollingUpdate") return;
    if (bj::object* rolling = object_at(strategy, "rollingUpdate")) set_default(*rolling, "partition", 0);
}

// Claim templates have this kind and version, whatever was sent.
void stateful_set_spec(bj::object& spec) {
    bj::array* claims = list_at(spec, "volumeClaimTemplates");
    if (claims == nullptr) return;
    for_each_object(*claims, [](bj::object& claim, std::size_t) {
        claim["kind"] = "PersistentVolumeClaim";
        claim["apiVersion"] = "v1";
    });
}

void replication_controller(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    const bj::object* labels = object_at(spec, {"template", "metadata", "labels"});
    if (labels == nullptr || labels->empty()) return;
    const bj::object copy = *labels;
    if (object_of(spec, "selector").empty()) spec["selector"] = copy;
    bj::object& meta = make_object(o, "metadata");
    if (object_of(meta, "labels").empty()) meta["labels"] = copy;
}

void job_spec(bj::object& spec) {
    if (value_at(spec, "completions") == nullptr && value_at(spec, "parallelism") == nullptr)
        spec["completions"] = 1;
    set_default(spec, "parallelism", 1);
    const bool per_index = value_at(spec, "backoffLimitPerIndex") != nullptr;
    set_default(spec, "backoffLimit", per_index ? std::numeric_limits<std::int32_t>::max() : 6);
    set_default(spec, "completionMode", "NonIndexed");
    set_default(spec, "suspend", false);
    const bool policy = value_at(spec, "podFailurePolicy") != nullptr;
    set_default(spec, "podReplacementPolicy", policy ? "Failed" : "TerminatingOrFailed");
    set_default(spec, "manualSelector", false);
}

void job(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    job_spec(spec);
    const bj::object* labels = object_at(spec, {"template", "metadata", "labels"});
    if (labels == nullptr || labels->empty()) return;
    const bj::object copy = *labels;
    bj::object& meta = make_object(o, "metadata");
    if (object_of(meta, "labels").empty()) meta["labels"] = copy;
}

constexpr type_default workload_default_table[] = {
    {"apps.v1.Deployment", deployment},
    {"apps.v1.DaemonSet", daemon_set},
    {"apps.v1.StatefulSet", stateful_set},
    {"apps.v1.StatefulSetSpec", stateful_set_spec},
    {"core.v1.ReplicationController", replication_controller},
    {"batch.v1.Job", job},
};

}  // namespace

std::span<const type_default> workload_type_defaults() {
    return workload_default_table;
}

}  // namespace setpoint::inline v0::apiserver
