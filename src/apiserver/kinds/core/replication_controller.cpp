// ReplicationControllers.

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/pod/pod_warnings.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/workload.hpp"
#include "apiserver/kinds/shared/workload_cells.hpp"
#include "apiserver/kinds/shared/workload_warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void fill_replication_controller(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    const bj::object* labels = object_at(spec, {"template", "metadata", "labels"});
    if (labels == nullptr || labels->empty()) return;
    const bj::object copy = *labels;
    if (object_of(spec, "selector").empty()) spec["selector"] = copy;
    bj::object& meta = make_object(o, "metadata");
    if (object_of(meta, "labels").empty()) meta["labels"] = copy;
}

constexpr type_default replication_controller_type_defaults[] = {
    {"core.v1.ReplicationController", fill_replication_controller}};

void validate_controller_spec(const bj::object& o, const bj::object& old, field_errors& to) {
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
    validate_template_policy(*pod_template, "ReplicationController", to);
}

void validate_replication_controller(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_controller_spec(o, {}, to);
}

void validate_replication_controller_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                            field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_replica_status(o, to);
    } else {
        validate_controller_spec(o, object_of(old, "spec"), to);
    }
}

// The real server checks the old template.
void warn_of_replication_controller(const bj::object& o, const bj::object* old, std::string_view sub,
                                    texts& to) {
    if (!old) warn_of_host_name(o, host_name_use, to);
    if (changes_template(o, old, sub))
        warn_of_template(pod_template_of(old ? *old : o), pod_template_path, to);
}

constexpr cell_row replication_controller_cells[] = {
    {"Containers", containers_cell},
    {"Images", images_cell},
    {"Desired", wanted_replicas_cell},
    {"Current", status_number_cell<&all_replicas>},
    {"Ready", status_number_cell<&ready_replicas>},
    {"Selector",
     [](const bj::object& o, wall_time) { return cell(labels_text(object_of(o, {"spec", "selector"}))); }},
};

}  // namespace

constinit const kind_code replication_controller_kind{
    .defaults = apply_go_encoding,
    .type_defaults = replication_controller_type_defaults,
    .prepare_create = create_without_status,
    .prepare_update = update_spec_or_status,
    .validate = validate_replication_controller,
    .validate_update = validate_replication_controller_update,
    .warn = warn_of_replication_controller,
    .cells = replication_controller_cells};

}}}  // namespace setpoint::v0::apiserver
