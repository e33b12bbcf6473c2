#include "testkit/sim/preview/rolled_out.hpp"

#include "apiserver/objects/fields.hpp"

#include <initializer_list>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;

void set_counts(bj::object& status, std::initializer_list<std::string_view> names, std::int64_t n) {
    for (const std::string_view name : names) {
        if (n == 0)
            status.erase(name);
        else
            status[name] = n;
    }
}

void set_condition(bj::object& status, std::string_view type, std::string_view reason,
                   std::string_view message, const std::string& now) {
    bj::value& list = status["conditions"];
    if (!list.is_array()) list = bj::array();
    bj::object* found = nullptr;
    for (bj::value& v : list.get_array())
        if (v.is_object() && apiserver::text_at(v.get_object(), "type") == type) found = &v.get_object();
    if (!found) found = &list.get_array().emplace_back(bj::object{{"type", type}}).get_object();
    if (apiserver::text_at(*found, "status") != "True") (*found)["lastTransitionTime"] = now;
    (*found)["status"] = "True";
    (*found)["reason"] = reason;
    (*found)["message"] = message;
    (*found)["lastUpdateTime"] = now;
}

void roll_out_deployment(bj::object& o, bj::object& status, std::int64_t n, const std::string& now) {
    set_counts(status, {"replicas", "updatedReplicas", "readyReplicas", "availableReplicas"}, n);
    status.erase("unavailableReplicas");
    set_condition(status, "Available", "MinimumReplicasAvailable", "Deployment has minimum availability.",
                  now);
    set_condition(status, "Progressing", "NewReplicaSetAvailable",
                  "Deployment \"" + std::string(apiserver::text_at(o, {"metadata", "name"})) +
                      "\" has successfully progressed.",
                  now);
}

}  // namespace

std::optional<bj::object> rolled_out(std::string_view resource, bj::object o, const std::string& now) {
    const bool is_deployment = resource == "deployments.apps", is_set = resource == "daemonsets.apps";
    if (!is_deployment && !is_set && resource != "statefulsets.apps") return std::nullopt;
    const std::int64_t generation =
        apiserver::number_at(apiserver::object_of(o, "metadata"), "generation").value_or(0);
    const std::int64_t seen =
        apiserver::number_at(apiserver::object_of(o, "status"), "observedGeneration").value_or(0);
    if (seen >= generation) return std::nullopt;
    const bj::object& spec = apiserver::object_of(o, "spec");
    const std::int64_t n = apiserver::number_at(spec, "replicas").value_or(1);
    const bool is_paused = apiserver::true_at(spec, "paused");
    bj::object& status = apiserver::make_object(o, "status");
    status["observedGeneration"] = generation;
    if (is_paused) return o;
    if (is_deployment) {
        roll_out_deployment(o, status, n, now);
    } else if (is_set) {
        const std::int64_t desired = apiserver::number_at(status, "desiredNumberScheduled").value_or(0);
        for (const char* name : {"currentNumberScheduled", "numberReady"}) status[name] = desired;
        set_counts(status, {"updatedNumberScheduled", "numberAvailable"}, desired);
        status.erase("numberUnavailable");
    } else {
        status["replicas"] = n;
        set_counts(status, {"readyReplicas", "currentReplicas", "updatedReplicas"}, n);
        status["availableReplicas"] = n;
        if (const bj::value* const update = apiserver::value_at(status, "updateRevision"))
            status["currentRevision"] = bj::value(*update);
    }
    return o;
}

}}}  // namespace setpoint::v0::sim
