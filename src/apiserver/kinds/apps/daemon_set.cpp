// DaemonSets (pkg/apis/apps/validation, pkg/registry/apps/daemonset).

#include "apiserver/go/text.hpp"
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

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view template_generation = "deprecated.daemonset.template.generation";

void set_template_generation(bj::object& o, std::int64_t n) {
    make_object(make_object(o, "metadata"), "annotations")[template_generation] = std::to_string(n);
}

std::int64_t template_generation_of(const bj::object& o) {
    const std::string_view text = text_at(object_of(o, {"metadata", "annotations"}), template_generation);
    std::int64_t n = 0;
    for (const char c : text) {
        if (c < '0' || c > '9' || n > 1'000'000'000) return 0;
        n = n * 10 + (c - '0');
    }
    return n;
}

// The real server keeps it in a number of its internal type.
std::string template_generation_error(const bj::object& o) {
    // Null is an empty text.
    const bj::value* text = object_of(o, {"metadata", "annotations"}).if_contains(template_generation);
    return text == nullptr ? std::string() : go_text::parse_int_error(text_of(*text));
}

void create_daemon_set(bj::object& o, const kind_context& c) {
    create_without_status(o, c);
    if (template_generation_of(o) < 1) set_template_generation(o, 1);
}

void update_daemon_set(bj::object& o, const bj::object& old, const kind_context& c) {
    update_spec_or_status(o, old, c);
    const bool changed =
        !is_status(c) && !same_field(object_of(o, "spec"), object_of(old, "spec"), "template");
    set_template_generation(o, template_generation_of(old) + (changed ? 1 : 0));
}

// The number becomes this annotation, so it is always set.
void default_daemon_set(bj::object& o) {
    apply_go_encoding(o);
    set_text_default(make_object(make_object(o, "metadata"), "annotations"), template_generation, "0");
}

void fill_daemon_set(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    bj::object& strategy = make_object(spec, "updateStrategy");
    set_text_default(strategy, "type", "RollingUpdate");
    if (text_at(strategy, "type") != "RollingUpdate") return;
    bj::object& rolling = make_object(strategy, "rollingUpdate");
    set_default(rolling, "maxUnavailable", 1);
    set_default(rolling, "maxSurge", 0);
}

constexpr type_default daemon_set_type_defaults[] = {{"apps.v1.DaemonSet", fill_daemon_set}};

void validate_daemon_strategy(const bj::object& spec, field_errors& to) {
    const bj::object& s = object_of(spec, "updateStrategy");
    const std::string_view type = text_at(s, "type");
    if (type == "OnDelete") return;
    if (type != "RollingUpdate") {
        not_supported_unsorted(to, "spec.updateStrategy", internal_strategy(s),
                               {"RollingUpdate", "OnDelete"});
        return;
    }
    const std::string path = "spec.updateStrategy.rollingUpdate";
    const bj::object& rolling = object_of(s, "rollingUpdate");
    const bj::value *unavailable = value_at(rolling, "maxUnavailable"),
                    *surge = value_at(rolling, "maxSurge");
    validate_int_or_percent(unavailable, path + ".maxUnavailable", to);
    validate_int_or_percent(surge, path + ".maxSurge", to);
    validate_at_most_100_percent(unavailable, path + ".maxUnavailable", to);
    validate_at_most_100_percent(surge, path + ".maxSurge", to);
    if (int_or_percent(unavailable) != 0 && int_or_percent(surge) != 0) {
        invalid(to, path + ".maxSurge", *surge, "may not be set when maxUnavailable is non-zero");
    } else if (int_or_percent(unavailable) == 0 && int_or_percent(surge) == 0) {
        required(to, path + ".maxUnavailable", "cannot be 0 when maxSurge is 0");
    }
}

// `old`: the spec before an update, or empty.
void validate_daemon_spec(const bj::object& o, const bj::object& old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const bj::object* selector = object_at(spec, "selector");
    if (selector != nullptr) validate_selector(*selector, "spec.selector", to);
    validate_template_matches(selector, object_of(spec, "template"), to);
    if (selector != nullptr && is_empty_selector(*selector)) {
        invalid_unsorted(to, "spec.selector", bj::value(*selector),
                         "empty selector is invalid for daemonset");
    }
    bj::object rest = spec;
    rest["selector"] = bj::object();  // validated above
    validate_workload_template(rest, "DaemonSet", to, object_at(old, "template"));
    validate_counts(spec, {"minReadySeconds"}, to);
    validate_daemon_strategy(spec, to);
    validate_counts(spec, {"revisionHistoryLimit"}, to);
}

void validate_daemon_set(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_daemon_spec(o, {}, to);
}

void validate_daemon_set_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_status_counts(object_of(o, "status"),
                               {"currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled",
                                "numberReady", "observedGeneration", "updatedNumberScheduled",
                                "numberAvailable", "numberUnavailable", "collisionCount"},
                               {}, to);
        validate_collision_count(object_of(o, "status"), object_of(old, "status"), to);
        return;
    }
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "selector", "spec.selector", to);
    validate_daemon_spec(o, object_of(old, "spec"), to);
}

void warn_of_daemon_set(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    if (old && pod_template_of(o) == pod_template_of(*old)) return;
    warn_of_template(pod_template_of(o), pod_template_path, to);
}

constexpr const char *ds_desired = "desiredNumberScheduled", *ds_current = "currentNumberScheduled",
                     *ds_ready = "numberReady", *ds_updated = "updatedNumberScheduled",
                     *ds_available = "numberAvailable";

constexpr cell_row daemon_set_cells[] = {
    {"Containers", containers_cell},
    {"Images", images_cell},
    {"Desired", status_number_cell<&ds_desired>},
    {"Current", status_number_cell<&ds_current>},
    {"Ready", status_number_cell<&ds_ready>},
    {"Up-to-date", status_number_cell<&ds_updated>},
    {"Available", status_number_cell<&ds_available>},
    {"Node Selector", [](const bj::object& o,
                         wall_time) { return cell(labels_text(object_of(pod_spec_of(o), "nodeSelector"))); }},
    {"Selector", selector_cell},
};

}  // namespace

constinit const kind_code daemon_set_kind{.defaults = default_daemon_set,
                                          .type_defaults = daemon_set_type_defaults,
                                          .conversion_error = template_generation_error,
                                          .prepare_create = create_daemon_set,
                                          .prepare_update = update_daemon_set,
                                          .validate = validate_daemon_set,
                                          .validate_update = validate_daemon_set_update,
                                          .warn = warn_of_daemon_set,
                                          .cells = daemon_set_cells};

}}}  // namespace setpoint::v0::apiserver
