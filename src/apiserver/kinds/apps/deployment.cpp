// Deployments (pkg/apis/apps/validation, pkg/registry/apps/deployment).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/workload.hpp"
#include "apiserver/kinds/shared/workload_cells.hpp"
#include "apiserver/kinds/shared/workload_warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void update_deployment(bj::object& o, const bj::object& old, const kind_context& c) {
    update_spec_or_status(o, old, c);
    if (is_status(c)) copy_field(make_object(o, "metadata"), object_of(old, "metadata"), "labels");
}

void fill_deployment(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    bj::object& strategy = make_object(spec, "strategy");
    set_text_default(strategy, "type", "RollingUpdate");
    if (text_at(strategy, "type") != "RollingUpdate") return;
    bj::object& rolling = make_object(strategy, "rollingUpdate");
    set_default(rolling, "maxUnavailable", "25%");
    set_default(rolling, "maxSurge", "25%");
}

constexpr type_default deployment_type_defaults[] = {{"apps.v1.Deployment", fill_deployment}};

void validate_deployment_strategy(const bj::object& spec, field_errors& to) {
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
void validate_deployment_spec(const bj::object& o, const bj::object& old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_counts(spec, {"replicas"}, to);
    validate_workload_selector(spec, "deployment", to);
    validate_workload_template(spec, "ReplicaSet", to, object_at(old, "template"));
    validate_deployment_strategy(spec, to);
    validate_counts(spec, {"minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"}, to);
    const auto deadline = number_at(spec, "progressDeadlineSeconds");
    if (deadline && *deadline <= number_at(spec, "minReadySeconds").value_or(0)) {
        invalid_unsorted(to, "spec.progressDeadlineSeconds", bj::value(*deadline),
                         "must be greater than minReadySeconds");
    }
}

void validate_deployment(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_deployment_spec(o, {}, to);
}

void validate_deployment_update(const bj::object& o, const bj::object& old, const kind_context& c,
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
    validate_deployment_spec(o, object_of(old, "spec"), to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "selector", "spec.selector", to);
}

bj::value deployment_selector_cell(const bj::object& o, wall_time) {
    const std::string s = selector_text(object_of(o, {"spec", "selector"}));
    return cell(s == "<none>" ? "" : s);
}

constexpr cell_row deployment_cells[] = {
    {"Containers", containers_cell},
    {"Images", images_cell},
    {"Ready", ready_of_desired_cell},
    {"Up-to-date", status_number_cell<&updated_replicas>},
    {"Available", status_number_cell<&available_replicas>},
    {"Selector", deployment_selector_cell},
};

}  // namespace

constinit const kind_code deployment_kind{.defaults = apply_go_encoding,
                                          .type_defaults = deployment_type_defaults,
                                          .prepare_create = create_without_status,
                                          .prepare_update = update_deployment,
                                          .validate = validate_deployment,
                                          .validate_update = validate_deployment_update,
                                          .warn = warn_of_workload,
                                          .cells = deployment_cells,
                                          .annotations_bump_generation = true};

}}}  // namespace setpoint::v0::apiserver
