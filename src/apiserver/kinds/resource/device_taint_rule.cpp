// DeviceTaintRules (pkg/apis/resource/validation, pkg/registry/resource/devicetaintrule).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/resource/devices.hpp"
#include "apiserver/kinds/shared/age.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/conditions.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/time.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bj::object& rule_taint(bj::object& o) {
    return make_object(make_object(o, "spec"), "taint");
}

void default_rule_times(bj::object& o, wall_time now) {
    set_default(rule_taint(o), "timeAdded", bj::value(timestamp::from(now).to_string()));
}

void create_device_taint_rule(bj::object& o, const kind_context& c) {
    default_rule_times(o, c.now);  // again: webhooks may have changed it
    create_without_status(o, c);
}

void update_device_taint_rule(bj::object& o, const bj::object& old, const kind_context& c) {
    if (is_status(c)) {
        update_spec_or_status_alone(o, old, c);
        return;
    }
    copy_field(o, old, "status");
    default_rule_times(o, c.now);
    bj::object& taint = rule_taint(o);
    const bj::object& before = object_of(old, {"spec", "taint"});
    // How long claims tolerate an effect counts from when it began.
    if (text_at(taint, "effect") != text_at(before, "effect") && same_field(taint, before, "timeAdded"))
        taint["timeAdded"] = timestamp::from(c.now).to_string();
}

void validate_taint_selector(const bj::object& selector, field_errors& to) {
    const std::string path = "spec.deviceSelector";
    if (const bj::value* driver = value_at(selector, "driver"))
        validate_driver_name(text_of(*driver), path + ".driver", to);
    if (const bj::value* pool = value_at(selector, "pool"))
        validate_pool_name(text_of(*pool), path + ".pool", to);
    if (const bj::value* device = value_at(selector, "device"))
        add_invalid(to, path + ".device", *device, dns1123_label(text_of(*device)));
}

// `before` is null for a create. An effect that does not change may be one that is no longer valid.
void validate_rule_taint(const bj::object& taint, const bj::object* before, field_errors& to) {
    const std::string path = "spec.taint";
    const std::string_view key = text_at(taint, "key"), value = text_at(taint, "value"),
                           effect = text_at(taint, "effect");
    add_invalid(to, path + ".key", key, qualified_name(key));
    if (!value.empty()) add_invalid(to, path + ".value", value, label_value(value));
    if (before == nullptr || text_at(*before, "effect") != effect)
        validate_one_of(effect, {"NoExecute", "NoSchedule", "None"}, path + ".effect", to);
}

void validate_rule_spec(const bj::object& spec, const bj::object* before, field_errors& to) {
    if (const bj::object* selector = object_at(spec, "deviceSelector"))
        validate_taint_selector(*selector, to);
    validate_rule_taint(object_of(spec, "taint"), before == nullptr ? nullptr : &object_of(*before, "taint"),
                        to);
}

void validate_device_taint_rule(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_rule_spec(object_of(o, "spec"), nullptr, to);
}

void validate_device_taint_rule_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                       field_errors& to) {
    constexpr std::size_t most_conditions = 8;
    validate_metadata_update(o, old, to);
    if (!is_status(c)) {
        validate_rule_spec(object_of(o, "spec"), &object_of(old, "spec"), to);
        return;
    }
    const bj::array& conditions = list_of(object_of(o, "status"), "conditions");
    validate_conditions(conditions, "status.conditions", to);
    if (conditions.size() > most_conditions)
        too_many(to, "status.conditions", static_cast<std::int64_t>(conditions.size()), most_conditions);
}

bj::value taint_age_cell(const bj::object& o, wall_time now) {
    const std::string_view added = text_at(o, {"spec", "taint", "timeAdded"});
    return cell(added.empty() ? "" : age_text(added, now));
}

constexpr cell_row device_taint_rule_cells[] = {
    {"Key", [](const bj::object& o, wall_time) { return spec_text_cell(o, "taint", "key"); }},
    {"Value", [](const bj::object& o, wall_time) { return spec_text_cell(o, "taint", "value"); }},
    {"Effect", [](const bj::object& o, wall_time) { return spec_text_cell(o, "taint", "effect"); }},
    {"TimeAdded", taint_age_cell},
};

}  // namespace

constinit const kind_code device_taint_rule_kind{.defaults = apply_go_encoding,
                                                 .default_times = default_rule_times,
                                                 .prepare_create = create_device_taint_rule,
                                                 .prepare_update = update_device_taint_rule,
                                                 .validate = validate_device_taint_rule,
                                                 .validate_update = validate_device_taint_rule_update,
                                                 .cells = device_taint_rule_cells,
                                                 .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
