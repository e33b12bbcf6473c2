// Resource slices: the devices that a driver offers (validation.go of pkg/apis/resource/validation).

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/internal_form.hpp"
#include "apiserver/kinds/resource/devices.hpp"
#include "apiserver/kinds/shared/lists.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t longest_value = 64;

void validate_label_of_device(std::string_view name, const std::string& path, field_errors& to) {
    add_invalid(to, path, name, dns1123_label(name));
}

// Exactly one of the node fields must be set. `shown` names those that may be.
std::vector<std::string> validate_node_fields(const bj::object& o, bool slice, const std::string& path,
                                              field_errors& to) {
    std::vector<std::string> set;
    if (const bj::value* name = value_at(o, "nodeName")) {
        if (text_of(*name).empty()) {
            invalid(to, path + ".nodeName", "",
                    slice ? "must be either unset or set to a non-empty string" : "must not be empty");
        } else {
            set.emplace_back("`nodeName`");
            add_invalid(to, path + ".nodeName", *name, dns1123_subdomain(text_of(*name)));
        }
    }
    if (const bj::object* selector = object_at(o, "nodeSelector")) {
        set.emplace_back("`nodeSelector`");
        validate_node_selector(*selector, path + ".nodeSelector", to);
        const bj::array& terms = list_of(*selector, "nodeSelectorTerms");
        if (slice && terms.size() != 1)
            invalid_unsorted(to, path + ".nodeSelector.nodeSelectorTerms",
                             terms.empty() ? bj::value() : bj::value(terms),
                             "must have exactly one node selector term");
    }
    std::vector<const char*> flags{"allNodes"};
    if (slice) flags.push_back("perDeviceNodeSelection");
    for (const char* key : flags) {
        if (value_at(o, key) == nullptr) continue;
        if (true_at(o, key))
            set.push_back(fmt::format("`{}`", key));
        else
            invalid(to, child(path, key), bj::value(false), "must be either unset or set to true");
    }
    return set;
}

void validate_nodes_of_slice(const bj::object& spec, field_errors& to) {
    const std::string one =
        "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
    const std::vector<std::string> set = validate_node_fields(spec, true, "spec", to);
    if (set.empty()) required(to, "spec", one);
    if (set.size() > 1)
        invalid(to, "spec", fmt::format("{{{}}}", fmt::join(set, ", ")),
                one + ", but multiple fields are set");
}

void validate_nodes_of_device(const bj::object& device, bool each, const std::string& path,
                              field_errors& to) {
    if (!each) {
        for (const char* key : {"nodeName", "nodeSelector", "allNodes"}) {
            if (value_at(device, key) == nullptr) continue;
            invalid(
                to, path, bj::value(),
                "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is "
                "set to true in the ResourceSlice spec");
            return;
        }
        return;
    }
    const std::string one =
        "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when "
        "`perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    const std::vector<std::string> set = validate_node_fields(device, false, path, to);
    if (set.empty()) required(to, path, one);
    if (set.size() > 1) invalid(to, path, fmt::format("{{{}}}", fmt::join(set, ", ")), one);
}

void validate_attribute_text(std::string_view kind, std::string_view text, const std::string& path,
                             field_errors& to) {
    static const re2::RE2 semver(
        R"((0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?)");
    if (kind == "version" && !re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), semver))
        invalid(to, path, text, "must be a string compatible with semver.org spec 2.0.0");
    if (text.size() > longest_value) too_long(to, path, longest_value);
}

void validate_attribute(const bj::value& v, const std::string& path, field_errors& to) {
    const bj::object& attribute = struct_of(v);
    std::size_t values = 0;
    for (const char* key : {"bool", "int", "string", "version"}) {
        const bj::value* value = value_at(attribute, key);
        if (value == nullptr) continue;
        ++values;
        if (value->is_string()) validate_attribute_text(key, text_of(*value), child(path, key), to);
    }
    for (const auto& [key, one] : {std::pair("bools", "bool"), std::pair("ints", "int"),
                                   std::pair("strings", "string"), std::pair("versions", "version")}) {
        const bj::value* list = value_at(attribute, key);
        if (list == nullptr || !list->is_array()) continue;
        ++values;
        const bj::array& all = list->get_array();
        if (all.empty()) invalid(to, child(path, key), *list, "must not be empty if specified");
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].is_string())
                validate_attribute_text(one, text_of(all[i]), indexed(child(path, key), i), to);
    }
    if (values == 1) return;
    invalid(to, path, values == 0 ? bj::value("") : v, "exactly one value must be specified");
}

// The real server cuts long keys in the middle.
std::string shown_key(std::string_view key) {
    constexpr std::size_t most = 63 + 1 + 32;
    if (key.size() <= most) return std::string(key);
    constexpr std::size_t rest = most - 3;
    return fmt::format("{}...{}", key.substr(0, (rest + 1) / 2), key.substr(key.size() - rest / 2));
}

// A quantity of a request policy, with its text.
struct policy_amount {
    std::string_view text;
    quantity value;
};

std::optional<policy_amount> amount_at(const bj::object& o, std::string_view key) {
    const std::string_view text = text_at(o, key);
    const auto value = quantity::parse(text);
    return value ? std::optional(policy_amount{text, *value}) : std::nullopt;
}

quantity quantity_of(const bj::value& v) {
    const auto value = quantity::parse(text_of(v));
    return value ? *value : quantity();
}

void validate_valid_values(const bj::array& values, const policy_amount& usual, const policy_amount& most,
                           const std::string& path, field_errors& to) {
    constexpr std::size_t most_values = 10;
    std::vector<quantity> all;
    for (const bj::value& v : values) all.push_back(quantity_of(v));
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i - 1] > all[i])
            invalid(to, indexed(path, i), values[i], "values must be sorted in ascending order");
    validate_list_items(values, most_values, path, to, [&](const bj::value& v, const std::string& at) {
        if (quantity_of(v) > most.value)
            invalid(to, at, v, fmt::format("option is larger than capacity value: {}", most.text));
    });
    if (all.size() > most_values || std::ranges::find(all, usual.value) == all.end())
        invalid(to, path, usual.text, "default value is not valid according to the requestPolicy");
}

// In the int64 of Go, which wraps: in C++ that overflows, and dividing the smallest number by -1 ends the
// program.
bool is_whole_steps(std::int64_t value, std::int64_t least, std::int64_t step) {
    const auto distance =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least));
    return step == -1 || (step != 0 && distance % step == 0);
}

void validate_step(const policy_amount& value, const policy_amount& least, const policy_amount& step,
                   const std::string& path, field_errors& to) {
    if (is_whole_steps(value.value.value(), least.value.value(), step.value.value())) return;
    invalid(to, path, value.text,
            fmt::format("value is not a multiple of a given step ({}) from ({})", step.text, least.text));
}

// Whether the step check can compute with the amounts.
bool is_in_int64(const bj::object& range, const policy_amount& usual, const std::string& path,
                 field_errors& to) {
    const std::size_t before = to.size();
    const auto check = [&](const char* key, const policy_amount& amount) {
        if (amount.value < quantity(0))
            invalid(to, child(path, key), amount.text, "must be greater than or equal to 0");
        else if (amount.value > quantity(std::numeric_limits<std::int64_t>::max()))
            invalid(to, child(path, key), amount.text, "must not be larger than 9223372036854775807");
    };
    check("default", usual);
    for (const char* key : {"min", "max", "step"})
        if (const auto amount = amount_at(range, key)) check(key, *amount);
    return to.size() == before;
}

void validate_value_range(const bj::object& range, const policy_amount& usual, const policy_amount& most,
                          const std::string& path, field_errors& to) {
    const auto least = amount_at(range, "min"), limit = amount_at(range, "max"),
               step = amount_at(range, "step");
    if (!least) {
        required(to, path + ".min", "required when validRange is defined");
        return;
    }
    const auto wrong = [&](const char* key, std::string_view value, std::string_view why,
                           std::string_view bound) {
        invalid(to, child(path, key), value, fmt::format("{}: {}", why, bound));
    };
    if (least->value > most.value) wrong("min", least->text, "min is larger than capacity value", most.text);
    if (usual.value < least->value) wrong("default", usual.text, "default is less than min", least->text);
    if (limit) {
        if (least->value > limit->value) wrong("max", least->text, "min is larger than max", limit->text);
        if (limit->value > most.value)
            wrong("max", limit->text, "max is larger than capacity value", most.text);
        if (usual.value > limit->value) wrong("default", usual.text, "default is more than max", limit->text);
    }
    if (!step) return;
    if (step->value <= quantity(0))
        return invalid(to, path + ".step", step->text, "must be greater than zero");
    if (const quantity first = least->value + step->value; first > most.value)
        wrong("step", step->text, fmt::format("one step {} is larger than capacity value", first.view()),
              most.text);
    if (!is_in_int64(range, usual, path, to)) return;
    validate_step(usual, *least, *step, path + ".step", to);
    if (limit) validate_step(*limit, *least, *step, path + ".step", to);
}

void validate_policy(const bj::object& policy, const policy_amount& most, const std::string& path,
                     field_errors& to) {
    const bj::array& values = list_of(policy, "validValues");
    const bj::object* range = object_at(policy, "validRange");
    if (values.empty() && range == nullptr) return;
    if (!values.empty() && range != nullptr) {
        forbidden(to, path,
                  "exactly one policy can be specified, cannot specify \"validValues\" and \"validRange\" at "
                  "the same time");
        return;
    }
    const auto usual = amount_at(policy, "default");
    if (!usual)
        required(to, path + ".default",
                 fmt::format("required when {} is defined", range ? "validRange" : "validValues"));
    else if (range != nullptr)
        validate_value_range(*range, *usual, most, path + ".validRange", to);
    else
        validate_valid_values(values, *usual, most, path + ".validValues", to);
}

void validate_capacity(const bj::value& capacity, bool shared, const std::string& path, field_errors& to) {
    const bj::object* o = capacity.if_object();
    const bj::object* policy = o == nullptr ? nullptr : object_at(*o, "requestPolicy");
    if (policy == nullptr) return;
    if (shared)
        validate_policy(*policy, amount_at(*o, "value").value_or(policy_amount()), path + ".requestPolicy",
                        to);
    else
        forbidden(to, path + ".requestPolicy", "allowMultipleAllocations must be true");
}

void validate_taint(const bj::object& t, const std::string& path, field_errors& to) {
    const std::string_view key = text_at(t, "key"), value = text_at(t, "value");
    add_invalid(to, path + ".key", key, qualified_name(key));
    if (!value.empty()) add_invalid(to, path + ".value", value, label_value(value));
    validate_one_of(text_at(t, "effect"), {"NoExecute", "NoSchedule", "None"}, path + ".effect", to);
}

void validate_counters(const bj::object& o, const char* name_key, const std::string& path, field_errors& to) {
    constexpr std::size_t most = 32;
    const std::string_view name = text_at(o, name_key);
    if (name.empty())
        required(to, child(path, name_key));
    else
        validate_label_of_device(name, child(path, name_key), to);
    const bj::object& counters = object_of(o, "counters");
    if (counters.empty()) required(to, path + ".counters");
    if (counters.size() > most)
        too_many(to, path + ".counters", static_cast<std::int64_t>(counters.size()), most);
    else
        for (const auto& [key, value] : counters) validate_label_of_device(key, path + ".counters", to);
}

void validate_slice_names(const bj::array& list, std::string_view key, const std::string& path,
                          field_errors& to) {
    std::set<std::string, std::less<>> seen;
    for_each_object(list, [&](const bj::object& o, std::size_t i) {
        const std::string name(text_at(o, key));
        if (!seen.insert(name).second) duplicate(to, indexed(path, i), name);
    });
}

bool is_native_resource(std::string_view name) {
    return name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos;
}

void validate_factor(const bj::object& of, const char* key, bool zero, const std::string& path,
                     field_errors& to) {
    const bj::value* const v = value_at(of, key);
    if (v == nullptr) return;
    const quantity factor = quantity_of(*v);
    if (factor < quantity(0) || (factor == quantity(0) && !zero))
        invalid(to, child(path, key), *v, zero ? "must be non-negative" : "must be positive");
}

void validate_mapping(const bj::object& mapping, const bj::object& capacity, const std::string& path,
                      field_errors& to) {
    const bj::value *const key = value_at(mapping, "capacityKey"), *const factor = value_at(
                                                                       mapping, "capacityMultiplier");
    if (key != nullptr && text_of(*key).empty())
        invalid(to, path + ".capacityKey", "", "capacityKey must not be an empty string");
    else if (key != nullptr && !capacity.contains(text_of(*key)))
        not_found(to, path + ".capacityKey", text_of(*key));
    if (key != nullptr && factor == nullptr)
        required(to, path + ".capacityMultiplier", "capacityMultiplier is required when capacityKey is set");
    if (key != nullptr) validate_factor(mapping, "capacityMultiplier", false, path, to);
    validate_factor(mapping, "deviceMultiplier", false, path, to);
    if (factor != nullptr && key == nullptr)
        required(to, path + ".capacityKey", "capacityKey is required when capacityMultiplier is set");
}

// How much of a node's resources a device stands for, and needs.
void validate_node_resources(const bj::object& device, const std::string& path, field_errors& to) {
    for (const auto& [name, v] : object_of(device, "nodeAllocatableResources")) {
        const std::string here = keyed(path, name), over = here + ".overhead";
        const bj::object *const mapping = object_at(struct_of(v), "mapping"), *const overhead = object_at(
                                                                                  struct_of(v), "overhead");
        if (!is_native_resource(name)) invalid(to, here, name, "must be a node allocatable resource name");
        if (mapping == nullptr && overhead == nullptr)
            required(to, here, "at least one of mapping or overhead must be set");
        if (mapping != nullptr)
            validate_mapping(*mapping, object_of(device, "capacity"), here + ".mapping", to);
        if (overhead == nullptr) continue;
        if (value_at(*overhead, "perPod") == nullptr && value_at(*overhead, "perContainer") == nullptr)
            invalid(to, over, "", "at least one of perPod or perContainer must be set");
        for (const char* key : {"perPod", "perContainer"}) validate_factor(*overhead, key, true, over, to);
    }
}

// An attribute counts once, or with each element of its lists.
std::size_t count_values(const bj::object& attributes) {
    std::size_t out = 0;
    for (const auto& attribute : attributes) {
        std::size_t elements = 0;
        for (const char* key : {"bools", "ints", "strings", "versions"})
            elements += list_of(struct_of(attribute.value()), key).size();
        out += elements == 0 ? 1 : elements;
    }
    return out;
}

// The device with the name before an update; null if there is none.
const bj::object* find_device(const bj::object* spec, std::string_view name) {
    if (spec == nullptr) return nullptr;
    for (const bj::value& d : list_of(*spec, "devices"))
        if (d.is_object() && text_at(d.get_object(), "name") == name) return d.if_object();
    return nullptr;
}

void validate_sliced_device(const bj::object& device, const bj::object* old, bool each_has_nodes,
                            const std::string& path, field_errors& to) {
    constexpr std::size_t most_values = 32, most_attribute_values = 48, most_taints = 16, most_counters = 2;
    validate_label_of_device(text_at(device, "name"), path + ".name", to);
    const bj::object &attributes = object_of(device, "attributes"), &capacity = object_of(device, "capacity");
    if (const std::size_t all = attributes.size() + capacity.size(); all > most_values)
        invalid(to, path, static_cast<std::int64_t>(all),
                fmt::format("the total number of attributes and capacities must not exceed {}", most_values));
    if (const std::size_t all = count_values(attributes); all > most_attribute_values)
        invalid(
            to, path, static_cast<std::int64_t>(all),
            fmt::format("the total number of attribute values must not exceed {}", most_attribute_values));
    for (const auto& [key, value] : attributes) {
        validate_device_qualified_name(key, path + ".attributes", to);
        validate_attribute(value, keyed(path + ".attributes", shown_key(key)), to);
    }
    for (const auto& [key, value] : capacity) {
        validate_device_qualified_name(key, path + ".capacity", to);
        validate_capacity(value, true_at(device, "allowMultipleAllocations"),
                          keyed(path + ".capacity", shown_key(key)), to);
    }
    if (old == nullptr || !same_field(device, *old, "taints"))
        validate_list_items(
            list_of(device, "taints"), most_taints, path + ".taints", to,
            [&](const bj::value& t, const std::string& at) { validate_taint(struct_of(t), at, to); });
    const bj::array& consumed = list_of(device, "consumesCounters");
    validate_list_items(consumed, most_counters, path + ".consumesCounters", to,
                        [&](const bj::value& c, const std::string& at) {
                            validate_counters(struct_of(c), "counterSet", at, to);
                        });
    if (consumed.size() <= most_counters)
        validate_slice_names(consumed, "counterSet", path + ".consumesCounters", to);
    validate_nodes_of_device(device, each_has_nodes, path, to);
    validate_binding_conditions(device, path, to);
    validate_node_resources(device, path + ".nodeAllocatableResources", to);
}

void validate_pool(const bj::object& pool, field_errors& to) {
    validate_pool_name(text_at(pool, "name"), "spec.pool.name", to);
    const std::int64_t slices = number_at(pool, "resourceSliceCount").value_or(0),
                       generation = number_at(pool, "generation").value_or(0);
    if (slices <= 0) invalid(to, "spec.pool.resourceSliceCount", slices, "must be greater than zero");
    if (generation < 0)
        invalid(to, "spec.pool.generation", generation, "must be greater than or equal to zero");
}

bool has_list_attribute(const bj::object& device) {
    return std::ranges::any_of(object_of(device, "attributes"), [](const auto& attribute) {
        const bj::object& a = struct_of(attribute.value());
        return std::ranges::any_of(std::array{"bools", "ints", "strings", "versions"},
                                   [&](const char* key) { return value_at(a, key) != nullptr; });
    });
}

// Devices with taints, counters or lists count double.
std::size_t most_devices(const bj::array& devices) {
    constexpr std::size_t plain = 128, advanced = 64;
    const bool costly = std::ranges::any_of(devices, [](const bj::value& d) {
        return d.is_object() &&
               (!list_of(d.get_object(), "taints").empty() ||
                !list_of(d.get_object(), "consumesCounters").empty() || has_list_attribute(d.get_object()));
    });
    return costly ? advanced : plain;
}

// Each device that consumes counters has the attribute that this field names, with a text.
void validate_partition_type(const bj::object& spec, field_errors& to) {
    const bj::value* named = value_at(spec, "partitionTypeAttribute");
    if (named == nullptr) return;
    const std::string name(text_of(*named)), driver = std::string(text_at(spec, "driver")) + "/";
    const bj::array& devices = list_of(spec, "devices");
    const auto consumes = [](const bj::value& d) {
        return d.is_object() && !list_of(d.get_object(), "consumesCounters").empty();
    };
    if (std::ranges::none_of(devices, consumes)) {
        invalid(to, "spec.partitionTypeAttribute", name,
                "may only be set on a slice which declares devices that consume counters");
        return;
    }
    field_errors wrong;
    validate_device_qualified_name(name, "", wrong);
    if (!wrong.empty() || name.find('/') == std::string::npos) return;
    for_each_object(devices, [&](const bj::object& device, std::size_t i) {
        if (list_of(device, "consumesCounters").empty()) return;
        const bj::object& attributes = object_of(device, "attributes");
        const std::string path = keyed(child(indexed("spec.devices", i), "attributes"), name);
        const bj::object* attribute = object_at(attributes, name);
        if (attribute == nullptr && name.starts_with(driver))
            attribute = object_at(attributes, name.substr(driver.size()));
        if (attribute == nullptr) {
            required(to, path,
                     "device consumes counters and `partitionTypeAttribute` names this attribute, so it must "
                     "be set");
        } else if (value_at(*attribute, "string") == nullptr) {
            invalid_unsorted(to, path, internal_form("resource.v1.DeviceAttribute", bj::value(*attribute)),
                             "must be a string value because `partitionTypeAttribute` names this attribute");
        }
    });
}

}  // namespace

void validate_resource_slice_spec(const bj::object& spec, const bj::object* old, field_errors& to) {
    constexpr std::size_t most_counter_sets = 8;
    validate_driver_name(text_at(spec, "driver"), "spec.driver", to);
    const bj::object& pool = object_of(spec, "pool");
    validate_pool(pool, to);
    if (old != nullptr) {
        validate_immutable(pool, object_of(*old, "pool"), "name", "spec.pool.name", to);
        validate_immutable(spec, *old, "driver", "spec.driver", to);
        validate_immutable(spec, *old, "nodeName", "spec.nodeName", to);
    }
    validate_nodes_of_slice(spec, to);
    if (value_at(spec, "sharedCounters") != nullptr && value_at(spec, "devices") != nullptr)
        invalid(to, "spec", "", "only one of `sharedCounters` or `devices` is allowed");
    const bj::array &devices = list_of(spec, "devices"), &counters = list_of(spec, "sharedCounters");
    const bool each = true_at(spec, "perDeviceNodeSelection");
    validate_list_items(devices, most_devices(devices), "spec.devices", to,
                        [&](const bj::value& d, const std::string& at) {
                            validate_sliced_device(
                                struct_of(d), find_device(old, text_at(struct_of(d), "name")), each, at, to);
                        });
    if (devices.size() <= most_devices(devices)) validate_slice_names(devices, "name", "spec.devices", to);
    validate_list_items(
        counters, most_counter_sets, "spec.sharedCounters", to,
        [&](const bj::value& c, const std::string& at) { validate_counters(struct_of(c), "name", at, to); });
    if (counters.size() <= most_counter_sets)
        validate_slice_names(counters, "name", "spec.sharedCounters", to);
    validate_partition_type(spec, to);
}

}}}  // namespace setpoint::v0::apiserver
