// Claims of devices and device classes (validation.go of pkg/apis/resource/validation).

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/resource/device_selector.hpp"
#include "apiserver/kinds/resource/devices.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/shared/lists.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t most_requests = 32, most_constraints = 32, most_configs = 32, most_selectors = 32,
                      most_alternatives = 8, longest_expression = 10 * 1024, longest_parameters = 10 * 1024;

// Of a claim: each request, and the requests that it chooses from.
using request_names = std::map<std::string, std::set<std::string, std::less<>>, std::less<>>;

request_names names_of_requests(const bj::object& claim) {
    request_names out;
    for_each_object(list_of(claim, "requests"), [&](const bj::object& r, std::size_t) {
        auto& choices = out[std::string(text_at(r, "name"))];
        for_each_object(list_of(r, "firstAvailable"),
                        [&](const bj::object& s, std::size_t) { choices.emplace(text_at(s, "name")); });
    });
    return out;
}

// "duplicate" for each item whose key came before.
template <class Key>
void validate_unique_name(const bj::array& list, const std::string& path, field_errors& to, Key key) {
    std::set<std::string, std::less<>> seen;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string one = key(list[i]);
        if (!seen.insert(one).second) duplicate(to, indexed(path, i), one);
    }
}

std::string name_of_item(const bj::value& item) {
    return item.is_object() ? std::string(text_at(item.get_object(), "name")) : std::string();
}

std::string text_of_item(const bj::value& item) {
    return std::string(text_of(item));
}

void validate_selectors(const bj::object& o, const std::string& path, field_errors& to) {
    validate_list_items(list_of(o, "selectors"), most_selectors, path, to,
                        [&](const bj::value& selector, const std::string& here) {
                            const bj::object* cel = object_at(struct_of(selector), "cel");
                            if (cel == nullptr) {
                                required(to, here + ".cel");
                                return;
                            }
                            const std::string_view expression = text_at(*cel, "expression");
                            if (expression.size() > longest_expression)
                                too_long(to, here + ".cel.expression", longest_expression);
                            else
                                validate_device_selector(expression, here + ".cel.expression", to);
                        });
}

void validate_device_toleration(const bj::object& t, const std::string& path, field_errors& to) {
    const std::string_view key = text_at(t, "key"), op = text_at(t, "operator"), value = text_at(t, "value"),
                           effect = text_at(t, "effect");
    if (!key.empty()) add_invalid(to, path + ".key", key, qualified_name(key));
    if (op == "Exists") {
        if (!value.empty()) invalid(to, path + ".value", value, "must be empty for operator `Exists`");
    } else if (op == "Equal") {
        add_invalid(to, path + ".value", value, label_value(value));
    } else {
        validate_one_of(op, {"Equal", "Exists"}, path + ".operator", to);
    }
    if (!effect.empty()) validate_one_of(effect, {"NoExecute", "NoSchedule", "None"}, path + ".effect", to);
}

void validate_device_class_name(const bj::object& r, const std::string& path, field_errors& to) {
    const std::string_view name = text_at(r, "deviceClassName");
    if (name.empty())
        required(to, path + ".deviceClassName");
    else
        add_invalid(to, path + ".deviceClassName", name, dns1123_subdomain(name));
}

// An ExactDeviceRequest, or one of firstAvailable.
void validate_exact_request(const bj::object& r, const std::string& path, field_errors& to) {
    validate_device_class_name(r, path, to);
    validate_selectors(r, path + ".selectors", to);
    const std::string_view mode = text_at(r, "allocationMode");
    const std::int64_t count = number_at(r, "count").value_or(0);
    if (mode == "All") {
        if (count != 0)
            invalid(to, path + ".count", count, "must not be specified when allocationMode is 'All'");
    } else if (mode == "ExactCount") {
        if (count <= 0) invalid(to, path + ".count", count, "must be greater than zero");
    } else {
        not_supported(to, path + ".allocationMode", mode, {"All", "ExactCount"});
    }
    for_each_object(list_of(r, "tolerations"), [&](const bj::object& t, std::size_t i) {
        validate_device_toleration(t, indexed(path + ".tolerations", i), to);
    });
}

void validate_device_request(const bj::object& r, const std::string& path, field_errors& to) {
    const std::string_view name = text_at(r, "name");
    add_invalid(to, path + ".name", name, dns1123_label(name));
    const bj::array& choices = list_of(r, "firstAvailable");
    const bj::object* exactly = object_at(r, "exactly");
    const std::string one = "exactly one of `exactly` or `firstAvailable` is required";
    if (choices.empty() && exactly == nullptr) {
        required(to, path, one);
    } else if (!choices.empty() && exactly != nullptr) {
        invalid(to, path, bj::value(), one + ", but multiple fields are set");
    } else if (exactly != nullptr) {
        validate_exact_request(*exactly, path + ".exactly", to);
    } else {
        const std::string here = path + ".firstAvailable";
        validate_list_items(choices, most_alternatives, here, to,
                            [&](const bj::value& c, const std::string& at) {
                                const std::string_view own = text_at(struct_of(c), "name");
                                add_invalid(to, at + ".name", own, dns1123_label(own));
                                validate_exact_request(struct_of(c), at, to);
                            });
        if (choices.size() <= most_alternatives) validate_unique_name(choices, here, to, name_of_item);
    }
}

void validate_request_reference(std::string_view name, const request_names& known, const std::string& path,
                                field_errors& to) {
    constexpr const char* wrong =
        "must be the name of a request in the claim or the name of a request and a subrequest separated by "
        "'/'";
    const std::size_t slash = name.find('/');
    const std::string_view first = name.substr(0, slash);
    const std::optional<std::string_view> second =
        slash == std::string_view::npos ? std::nullopt : std::optional(name.substr(slash + 1));
    if (second && second->find('/') != std::string_view::npos) {
        invalid(to, path, name, wrong);
        return;
    }
    add_invalid(to, path, first, dns1123_label(first));
    if (second) add_invalid(to, path, *second, dns1123_label(*second));
    const auto found = known.find(first);
    if (found == known.end() || (second && !found->second.contains(*second))) invalid(to, path, name, wrong);
}

void validate_references(const bj::object& o, const request_names& known, const std::string& path,
                         field_errors& to) {
    const bj::array& requests = list_of(o, "requests");
    validate_list_items(requests, most_requests, path + ".requests", to,
                        [&](const bj::value& name, const std::string& at) {
                            validate_request_reference(text_of(name), known, at, to);
                        });
    if (requests.size() <= most_requests)
        validate_unique_name(requests, path + ".requests", to, text_of_item);
}

void validate_constraint(const bj::object& c, const request_names& known, const std::string& path,
                         field_errors& to) {
    validate_references(c, known, path, to);
    for (const char* key : {"matchAttribute", "distinctAttribute"}) {
        const bj::value* name = value_at(c, key);
        if (name == nullptr) continue;
        validate_device_qualified_name(text_of(*name), child(path, key), to);
        if (text_of(*name).find('/') == std::string_view::npos)
            invalid(to, child(path, key), *name,
                    "a fully qualified name must be a domain and a name separated by a slash");
        return;
    }
    required(to, path,
             "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple fields "
             "are set");
}

// A DeviceConfiguration: only drivers know what is in it.
void validate_configuration(const bj::object& c, const std::string& path, field_errors& to) {
    const bj::object* opaque = object_at(c, "opaque");
    if (opaque == nullptr) {
        required(to, path + ".opaque");
        return;
    }
    validate_driver_name(text_at(*opaque, "driver"), path + ".opaque.driver", to);
    const std::string here = path + ".opaque.parameters";
    const bj::value* parameters = value_at(*opaque, "parameters");
    if (parameters == nullptr)
        required(to, here);
    else
        validate_raw_object(*parameters, longest_parameters, here, to);
}

// --- allocation ---

void validate_allocation_result(const bj::object& r, const request_names& known, const std::string& path,
                                field_errors& to) {
    validate_request_reference(text_at(r, "request"), known, path + ".request", to);
    validate_driver_name(text_at(r, "driver"), path + ".driver", to);
    validate_pool_name(text_at(r, "pool"), path + ".pool", to);
    const std::string_view device = text_at(r, "device");
    add_invalid(to, path + ".device", device, dns1123_label(device));
    validate_binding_conditions(r, path, to);
}

void validate_allocation(const bj::object& allocation, const request_names& known, field_errors& to) {
    const std::string path = "status.allocation", devices_path = path + ".devices";
    const bj::object& devices = object_of(allocation, "devices");
    validate_list_items(list_of(devices, "results"), most_requests, devices_path + ".results", to,
                        [&](const bj::value& r, const std::string& at) {
                            validate_allocation_result(struct_of(r), known, at, to);
                        });
    validate_list_items(list_of(devices, "config"), 2 * most_configs, devices_path + ".config", to,
                        [&](const bj::value& c, const std::string& at) {
                            const bj::object& config = struct_of(c);
                            validate_one_of(text_at(config, "source"), {"FromClaim", "FromClass"},
                                            at + ".source", to);
                            validate_references(config, known, at, to);
                            validate_configuration(config, at, to);
                        });
    if (const bj::object* nodes = object_at(allocation, "nodeSelector"))
        validate_node_selector(*nodes, path + ".nodeSelector", to);
}

void validate_consumers(const bj::object& status, const bj::object& before, bool deleted, field_errors& to) {
    constexpr std::size_t most_consumers = 256;
    const std::string path = "status.reservedFor";
    const bj::array& consumers = list_of(status, "reservedFor");
    validate_list_items(consumers, most_consumers, path, to, [&](const bj::value& c, const std::string& at) {
        for (const char* key : {"resource", "name", "uid"})
            if (text_at(struct_of(c), key).empty()) required(to, child(at, key));
    });
    if (consumers.size() <= most_consumers)
        validate_unique_name(consumers, path, to, [](const bj::value& c) {
            return c.is_object() ? std::string(text_at(c.get_object(), "uid")) : std::string();
        });
    if (consumers.empty()) return;
    if (object_at(status, "allocation") == nullptr) {
        forbidden(to, path, "may not be specified when `allocated` is not set");
        return;
    }
    const bj::array& old = list_of(before, "reservedFor");
    const auto is_new = [&](const bj::value& c) { return std::ranges::find(old, c) == old.end(); };
    if (deleted && std::ranges::any_of(consumers, is_new))
        forbidden(to, path,
                  "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are "
                  "set");
}

}  // namespace

void validate_claim_spec(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::object& devices = object_of(spec, "devices");
    const request_names known = names_of_requests(devices);
    const std::string here = path + ".devices";
    const bj::array& requests = list_of(devices, "requests");
    validate_list_items(
        requests, most_requests, here + ".requests", to,
        [&](const bj::value& r, const std::string& at) { validate_device_request(struct_of(r), at, to); });
    if (requests.size() <= most_requests)
        validate_unique_name(requests, here + ".requests", to, name_of_item);
    validate_list_items(
        list_of(devices, "constraints"), most_constraints, here + ".constraints", to,
        [&](const bj::value& c, const std::string& at) { validate_constraint(struct_of(c), known, at, to); });
    validate_list_items(list_of(devices, "config"), most_configs, here + ".config", to,
                        [&](const bj::value& c, const std::string& at) {
                            validate_references(struct_of(c), known, at, to);
                            validate_configuration(struct_of(c), at, to);
                        });
}

void validate_claim_status(const bj::object& claim, const bj::object& old, field_errors& to) {
    const bj::object &status = object_of(claim, "status"), &before = object_of(old, "status");
    validate_consumers(status, before, value_at(object_of(claim, "metadata"), "deletionTimestamp") != nullptr,
                       to);
    std::set<std::string> allocated;
    const bj::object* allocation = object_at(status, "allocation");
    if (allocation != nullptr)
        for_each_object(list_of(object_of(*allocation, "devices"), "results"),
                        [&](const bj::object& r, std::size_t) { allocated.insert(allocated_device_id(r)); });
    const bj::array& devices = list_of(status, "devices");
    for_each_object(devices, [&](const bj::object& d, std::size_t i) {
        validate_device_status(d, allocated, indexed("status.devices", i), to);
    });
    std::set<std::string, std::less<>> seen;
    for_each_object(devices, [&](const bj::object& d, std::size_t i) {
        if (!seen.insert(allocated_device_id(d)).second)
            duplicate_unsorted(to, indexed("status.devices", i), shown_device_id(d));
    });
    if (allocation == nullptr) return;
    if (object_at(before, "allocation") == nullptr)
        validate_allocation(*allocation, names_of_requests(object_of(claim, {"spec", "devices"})), to);
    else if (!same_field(status, before, "allocation"))
        invalid_unsorted(to, "status.allocation", bj::value(*allocation), std::string(immutable));
}

void validate_device_class_spec(const bj::object& spec, field_errors& to) {
    validate_selectors(spec, "spec.selectors", to);
    validate_list_items(
        list_of(spec, "config"), most_configs, "spec.config", to,
        [&](const bj::value& c, const std::string& at) { validate_configuration(struct_of(c), at, to); });
    const bj::value* extended = value_at(spec, "extendedResourceName");
    if (extended == nullptr) return;
    const std::string_view name = text_of(*extended);
    const bool native =
        name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos;
    if (native || name.starts_with("requests.") || !qualified_name("requests." + std::string(name)).empty())
        invalid(to, "spec.extendedResourceName", *extended, "must be a valid extended resource name");
}

}}}  // namespace setpoint::v0::apiserver
