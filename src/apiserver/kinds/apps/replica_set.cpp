// ReplicaSets (pkg/apis/apps/validation, pkg/registry/apps/replicaset).

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

void validate_replica_set_spec(const bj::object& o, const bj::object& old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_counts(spec, {"replicas", "minReadySeconds"}, to);
    validate_workload_selector(spec, "deployment", to);
    validate_workload_template(spec, "ReplicaSet", to, object_at(old, "template"));
}

void validate_replica_set(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_replica_set_spec(o, {}, to);
}

void validate_replica_set_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                 field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_replica_status(o, to);
        return;
    }
    validate_replica_set_spec(o, object_of(old, "spec"), to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "selector", "spec.selector", to);
}

constexpr cell_row replica_set_cells[] = {
    {"Containers", containers_cell},
    {"Images", images_cell},
    {"Desired", wanted_replicas_cell},
    {"Current", status_number_cell<&all_replicas>},
    {"Ready", status_number_cell<&ready_replicas>},
    {"Selector", selector_cell},
};

}  // namespace

constinit const kind_code replica_set_kind{.defaults = apply_go_encoding,
                                           .prepare_create = create_without_status,
                                           .prepare_update = update_spec_or_status,
                                           .validate = validate_replica_set,
                                           .validate_update = validate_replica_set_update,
                                           .warn = warn_of_workload,
                                           .cells = replica_set_cells};

}}}  // namespace setpoint::v0::apiserver
