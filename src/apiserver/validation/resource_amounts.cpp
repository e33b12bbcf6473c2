// Validates resource requests and limits of containers.

#include "apiserver/objects/fields.hpp"
#include "apiserver/validation/limits.hpp"
#include "apiserver/validation/pod.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace setpoint::inline v0::apiserver {

namespace {

bool is_standard(std::string_view name) {
    return name == "storage" || is_quota_resource(name);
}

bool is_of_containers(std::string_view name) {
    return name == "cpu" || name == "memory" || name == "ephemeral-storage" || name.starts_with("hugepages-");
}

bool may_be_overcommitted(std::string_view name) {
    const bool native =
        name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos;
    return native && !name.starts_with("hugepages-");
}

bool is_extended(std::string_view name) {
    return name.find('/') != std::string_view::npos &&
           name.find("kubernetes.io/") == std::string_view::npos && !name.starts_with("requests.") &&
           qualified_name("requests." + std::string(name)).empty();
}

bool is_counted(std::string_view name) {
    constexpr std::string_view counted[] = {
        "pods",       "resourcequotas",         "services",           "replicationcontrollers", "secrets",
        "configmaps", "persistentvolumeclaims", "services.nodeports", "services.loadbalancers"};
    return is_extended(name) || std::ranges::find(counted, name) != std::end(counted);
}

quantity amount(const bj::value& v) {
    const auto q = quantity::parse(text_of(v));
    return q ? *q : quantity();
}

void validate_request(std::string_view name, const bj::value& v, const bj::object& limits,
                      const std::string& path, field_errors& to) {
    const bj::value* limit = value_at(limits, name);
    const std::string requests = path + ".requests";
    if (limit == nullptr) {
        if (!may_be_overcommitted(name)) {
            required(to, path + ".limits", "Limit must be set for non overcommitable resources");
        }
        return;
    }
    const quantity asked = amount(v), most = amount(*limit);
    if (asked != most && !may_be_overcommitted(name)) {
        invalid(to, requests, text_of(v),
                fmt::format("must be equal to {} limit of {}", name, text_of(*limit)));
    } else if (asked > most) {
        invalid(to, requests, text_of(v),
                fmt::format("must be less than or equal to {} limit of {}", name, text_of(*limit)));
    }
}

}  // namespace

void validate_resource_amount(std::string_view name, const bj::value& v, const std::string& path,
                              field_errors& to) {
    const quantity q = amount(v);
    if (q < quantity(0)) invalid(to, path, text_of(v), std::string(not_negative));
    if (is_counted(name) && !is_whole_amount(q)) invalid(to, path, text_of(v), "must be an integer");
}

void validate_resource_name(std::string_view name, const std::string& path, field_errors& to) {
    const messages c = qualified_name(name);
    add_invalid(to, path, name, c);
    if (c.empty() && name.find('/') == std::string_view::npos && !is_standard(name))
        invalid(to, path, name, "must be a standard resource type or fully qualified");
}

void validate_container_resource_name(std::string_view name, const std::string& path, field_errors& to) {
    validate_resource_name(name, path, to);
    if (name.find('/') == std::string_view::npos) {
        if (!is_of_containers(name)) invalid(to, path, name, "must be a standard resource for containers");
    } else if (name.find("kubernetes.io/") == std::string_view::npos && !is_extended(name)) {
        invalid(to, path, name, "doesn't follow extended resource name standard");
    }
}

void validate_resources(const bj::object& resources, const pod_validation_context& context,
                        const std::string& path, field_errors& to) {
    const bj::object& limits = object_of(resources, "limits");
    for (const auto& [name, v] : limits) {
        const std::string here = keyed(path + ".limits", name);
        validate_container_resource_name(name, here, to);
        validate_resource_amount(name, v, here, to);
    }
    for (const auto& [name, v] : object_of(resources, "requests")) {
        const std::string here = keyed(path + ".requests", name);
        validate_container_resource_name(name, here, to);
        validate_resource_amount(name, v, here, to);
        validate_request(name, v, limits, path, to);
    }
    for_each_object(list_of(resources, "claims"), [&](const bj::object& c, std::size_t i) {
        const std::string_view name = text_at(c, "name");
        if (name.empty()) {
            required(to, indexed(path + ".claims", i) + ".name");
        } else if (!context.claims.contains(name)) {
            not_found(to, indexed(path + ".claims", i), name);
        }
    });
}

}  // namespace setpoint::inline v0::apiserver
