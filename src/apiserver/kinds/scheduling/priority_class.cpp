// PriorityClasses (pkg/apis/scheduling/validation, pkg/registry/scheduling/priorityclass).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::int64_t highest_priority = 1'000'000'000;

constexpr std::pair<std::string_view, std::int64_t> system_classes[] = {
    {"system-node-critical", 2 * highest_priority + 1000}, {"system-cluster-critical", 2 * highest_priority}};

// What is wrong with a class whose name begins with system-; "" if it is one of the system's.
std::string wrong_in_system_class(const bj::object& o, std::string_view name, std::int64_t value) {
    for (const auto& [known, wanted] : system_classes) {
        if (known != name) continue;
        if (wanted != value) return fmt::format("value of {} PriorityClass must be {}", name, wanted);
        return true_at(o, "globalDefault")
                   ? fmt::format("globalDefault of {} PriorityClass must be false", name)
                   : "";
    }
    return fmt::format("{} is not a known system priority class", name);
}

void validate_priority_class(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    const std::string_view name = text_at(object_of(o, "metadata"), "name");
    const std::int64_t value = number_at(o, "value").value_or(0);
    if (name.starts_with("system-")) {
        const std::string wrong = wrong_in_system_class(o, name, value);
        if (!wrong.empty())
            forbidden(
                to, "metadata.name",
                fmt::format(
                    "priority class names with 'system-' prefix are reserved for system use only. error: {}",
                    wrong));
    } else if (value > highest_priority) {
        forbidden(to, "value",
                  fmt::format("maximum allowed value of a user defined priority is {}", highest_priority));
    }
    if (const bj::value* policy = value_at(o, "preemptionPolicy")) {
        validate_one_of(text_of(*policy), {"PreemptLowerPriority", "Never"}, "preemptionPolicy", to);
    }
}

void validate_priority_class_update(const bj::object& o, const bj::object& old, const kind_context&,
                                    field_errors& to) {
    validate_metadata_update(o, old, to);
    if (number_at(o, "value") != number_at(old, "value"))
        forbidden(to, "value", "may not be changed in an update.");
    validate_object_fields(o, &old, to);
}

constexpr cell_row priority_class_cells[] = {
    {"Value", [](const bj::object& o, wall_time) { return bj::value(number_at(o, "value").value_or(0)); }},
    {"Global-Default", [](const bj::object& o, wall_time) { return bj::value(true_at(o, "globalDefault")); }},
    {"PreemptionPolicy", [](const bj::object& o, wall_time) { return cell(text_at(o, "preemptionPolicy")); }},
};

}  // namespace

constinit const kind_code priority_class_kind{.defaults = apply_go_encoding,
                                              .validate = validate_priority_class,
                                              .validate_update = validate_priority_class_update,
                                              .cells = priority_class_cells,
                                              .updates_bump_generation = false};

}}}  // namespace setpoint::v0::apiserver
