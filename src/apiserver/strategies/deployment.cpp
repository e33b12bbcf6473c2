// Deployments, ReplicaSets and ReplicationControllers.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"
#include "apiserver/validation/pod.hpp"
#include "apiserver/validation/workload.hpp"

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

void check_strategy(const bj::object& spec, field_errors& to) {
    const bj::object& s = object_of(spec, "strategy");
    const std::string_view type = text_at(s, "type");
    const bj::object* rolling = object_at(s, "rollingUpdate");
    if (type == "Recreate") {
        if (rolling != nullptr) {
            forbidden(to, "spec.strategy.rollingUpdate",
                      "may not be specified when strategy `type` is 'Recreate'");
        }
        return;
    }
    if (type != "RollingUpdate") {
        not_supported_unsorted(to, "spec.strategy", internal_strategy(s), {"Recreate", "RollingUpdate"});
        return;
    }
    if (rolling == nullptr) return;
    const std::string path = "spec.strategy.rollingUpdate";
    const bj::value *unavailable = value_at(*rolling, "maxUnavailable"),
                    *surge = value_at(*rolling, "maxSurge");
    validate_int_or_percent(unavailable, path + ".maxUnavailable", to);
    validate_int_or_percent(surge, path + ".maxSurge", to);
    if (int_or_percent(unavailable) == 0 && int_or_percent(surge) == 0) {
        invalid_unsorted(to, path + ".maxUnavailable", unavailable == nullptr ? bj::value(0) : *unavailable,
                         "may not be 0 when `maxSurge` is 0");
    }
    validate_at_most_100_percent(unavailable, path + ".maxUnavailable", to);
}

// `old`: the spec before an update, or empty.
void check_deployment_spec(const bj::object& o, const bj::object& old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_counts(spec, {"replicas"}, to);
    validate_workload_selector(spec, "deployment", to);
    validate_workload_template(spec, "ReplicaSet", to, object_at(old, "template"));
    check_strategy(spec, to);
    validate_counts(spec, {"minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"}, to);
    const auto deadline = number_at(spec, "progressDeadlineSeconds");
    if (deadline && *deadline <= number_at(spec, "minReadySeconds").value_or(0)) {
        invalid_unsorted(to, "spec.progressDeadlineSeconds", bj::value(*deadline),
                         "must be greater than minReadySeconds");
    }
}

void validate_deployment(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    check_deployment_spec(o, {}, to);
}

void validate_deployment_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_status_counts(
            object_of(o, "status"),
            {"observedGeneration", "replicas", "updatedReplicas", "readyReplicas", "availableReplicas",
             "unavailableReplicas", "terminatingReplicas", "collisionCount"},
            {"updatedReplicas", "readyReplicas", "availableReplicas"}, to);
        validate_collision_count(object_of(o, "status"), object_of(old, "status"), to);
        return;
    }
    check_deployment_spec(o, object_of(old, "spec"), to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "selector", "spec.selector", to);
}

void update_deployment(bj::object& o, const bj::object& old, const strategy_context& c) {
    update_spec_or_status(o, old, c);
    if (is_status(c)) copy_field(make_object(o, "metadata"), object_of(old, "metadata"), "labels");
}

void check_replica_set_spec(const bj::object& o, const bj::object& old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_counts(spec, {"replicas", "minReadySeconds"}, to);
    validate_workload_selector(spec, "deployment", to);
    validate_workload_template(spec, "ReplicaSet", to, object_at(old, "template"));
}

void check_replica_status(const bj::object& o, field_errors& to) {
    validate_status_counts(object_of(o, "status"),
                           {"replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas",
                            "observedGeneration", "terminatingReplicas"},
                           {"fullyLabeledReplicas", "readyReplicas", "availableReplicas"}, to);
}

void validate_replica_set(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    check_replica_set_spec(o, {}, to);
}

void validate_replica_set_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                 field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        check_replica_status(o, to);
        return;
    }
    check_replica_set_spec(o, object_of(old, "spec"), to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "selector", "spec.selector", to);
}

void check_controller_spec(const bj::object& o, const bj::object& old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_counts(spec, {"minReadySeconds"}, to);
    const bj::object& selector = object_of(spec, "selector");
    if (selector.empty()) required(to, "spec.selector");
    validate_counts(spec, {"replicas"}, to);
    const bj::object* pod_template = object_at(spec, "template");
    if (pod_template == nullptr) {
        required(to, "spec.template");
        return;
    }
    if (!selector.empty()) {
        // A plain map, which is compared even if its labels are invalid.
        const bj::object& labels = object_of(*pod_template, {"metadata", "labels"});
        const bool matches = std::ranges::all_of(
            selector, [&](const auto& pair) { return same_field(selector, labels, pair.key()); });
        if (!matches) {
            const bj::value* given = value_at(object_of(*pod_template, "metadata"), "labels");
            invalid(to, "spec.template.metadata.labels", given == nullptr ? bj::value() : *given,
                    "`selector` does not match template `labels`");
        }
    }
    validate_pod_template(*pod_template, "spec.template", to, object_at(old, "template"));
    const bj::object& pod = object_of(*pod_template, "spec");
    const std::string_view policy = text_at(pod, "restartPolicy");
    if (policy != "Always") not_supported(to, "spec.template.spec.restartPolicy", policy, {"Always"});
    if (value_at(pod, "activeDeadlineSeconds") != nullptr) {
        forbidden(to, "spec.template.spec.activeDeadlineSeconds",
                  "activeDeadlineSeconds in ReplicationController is not Supported");
    }
}

void validate_controller(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    check_controller_spec(o, {}, to);
}

void validate_controller_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        check_replica_status(o, to);
    } else {
        check_controller_spec(o, object_of(old, "spec"), to);
    }
}

}  // namespace

const strategy deployment_strategy{.defaults = apply_go_encoding,
                                   .prepare_create = create_without_status,
                                   .prepare_update = update_deployment,
                                   .validate = validate_deployment,
                                   .validate_update = validate_deployment_update,
                                   .annotations_bump_generation = true};
const strategy replica_set_strategy{.defaults = apply_go_encoding,
                                    .prepare_create = create_without_status,
                                    .prepare_update = update_spec_or_status,
                                    .validate = validate_replica_set,
                                    .validate_update = validate_replica_set_update};
const strategy replication_controller_strategy{.defaults = apply_go_encoding,
                                               .prepare_create = create_without_status,
                                               .prepare_update = update_spec_or_status,
                                               .validate = validate_controller,
                                               .validate_update = validate_controller_update};

}  // namespace setpoint::inline v0::apiserver
