// Kinds that are only stored: quotas and priority classes.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/limits.hpp"
#include "apiserver/validation/metadata.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

void validate_quota(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_quota_spec(object_of(o, "spec"), to);
}

void validate_quota_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                           field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) return;
    validate_quota(o, c, to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "scopes", "spec.scopes", to);
}

constexpr std::int64_t highest_priority = 1'000'000'000;

void validate_priority(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    const std::string_view name = text_at(object_of(o, "metadata"), "name");
    const bool of_system = name == "system-node-critical" || name == "system-cluster-critical";
    if (name.starts_with("system-")) {
        if (!of_system) {
            forbidden(
                to, "metadata.name",
                fmt::format(
                    "priority class names with 'system-' prefix are reserved for system use only. error: {} "
                    "is not a known system priority class",
                    name));
        }
    } else if (number_at(o, "value").value_or(0) > highest_priority) {
        forbidden(to, "value",
                  fmt::format("maximum allowed value of a user defined priority is {}", highest_priority));
    }
    if (const bj::value* policy = value_at(o, "preemptionPolicy")) {
        validate_one_of(text_of(*policy), {"PreemptLowerPriority", "Never"}, "preemptionPolicy", to);
    }
}

void validate_priority_update(const bj::object& o, const bj::object& old, const strategy_context&,
                              field_errors& to) {
    validate_metadata_update(o, old, to);
    if (number_at(o, "value") != number_at(old, "value"))
        forbidden(to, "value", "may not be changed in an update.");
    validate_immutable(o, old, "preemptionPolicy", "preemptionPolicy", to);
}

}  // namespace

const strategy quota_strategy{.defaults = apply_go_encoding,
                              .prepare_create = create_without_status,
                              .prepare_update = update_spec_or_status,
                              .validate = validate_quota,
                              .validate_update = validate_quota_update,
                              .has_generation = false};
const strategy priority_class_strategy{.defaults = apply_go_encoding,
                                       .validate = validate_priority,
                                       .validate_update = validate_priority_update};

}  // namespace setpoint::inline v0::apiserver
