// Validates resource requests and limits of containers.

#include "apiserver/objects/resource_amounts.hpp"

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/resource_quota_spec.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

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

std::string text_of_amount(const quantity& q) {
    return q.is_set() ? q.canonical().to_string() : "0";
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

// A multiple of the size of the page, which is in the name of the resource.
void validate_page_amount(std::string_view name, const bj::value& v, const std::string& path,
                          field_errors& to) {
    if (!is_huge_page(name)) return;
    const auto page = quantity::parse(name.substr(std::string_view("hugepages-").size()));
    const quantity q = amount(v);
    if (page && *page > quantity(0) && page->milli_value() % 1000 == 0 && q.value() % page->value() == 0)
        return;
    const std::string text = text_of_amount(q);
    invalid(to, path, text, fmt::format("{} is not positive integer multiple of {}", text, name));
}

// Claims that a container refers to, which the pod must have.
void validate_claim_references(const bj::array& claims, const pod_validation_context& context,
                               const std::string& path, field_errors& to) {
    std::set<std::string, std::less<>> seen;
    for_each_object(claims, [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed(path, i), name(text_at(c, "name")), request(text_at(c, "request"));
        if (name.empty()) return required(to, here);
        if (seen.contains(name)) {
            // All requests of the claim are referenced already.
            duplicate(to, here, name);
        } else {
            if (!request.empty()) add_invalid(to, here + ".request", request, dns1123_label(request));
            const std::string key = request.empty() ? name : name + "/" + request;
            if (seen.contains(key)) duplicate(to, here, key);
            for (const std::string& other : seen) {
                const std::size_t slash = other.find('/');
                if (request.empty() && slash != std::string::npos && other.substr(0, slash) == name)
                    duplicate(to, here, name);
            }
            seen.insert(key);
        }
        if (context.claims.contains(name)) return;
        not_found(to, here, name);
        to.back().detail = "must be one of the names in pod.spec.resourceClaims" +
                           (context.claims.empty() ? " which is empty"
                                                   : fmt::format(": {}", fmt::join(context.claims, ", ")));
    });
}

using resource_name_rule = void (*)(std::string_view name, const std::string& path, field_errors& to);

void validate_requirements(const bj::object& resources, resource_name_rule check_name,
                           const pod_validation_context& context, const std::string& path, field_errors& to) {
    const bj::object &limits = object_of(resources, "limits"), &requests = object_of(resources, "requests");
    bool pages = false, other = false;
    for (const auto& [list, amounts_of] : {std::pair{"limits", &limits}, std::pair{"requests", &requests}}) {
        for (const auto& [name, v] : *amounts_of) {
            const std::string here = keyed(child(path, list), name);
            check_name(name, here, to);
            validate_resource_amount(name, v, here, to);
            if (amounts_of == &requests) validate_request(name, v, limits, path, to);
            validate_page_amount(name, v, here, to);
            pages = pages || is_huge_page(name);
            other = other || name == "cpu" || name == "memory";
        }
    }
    if (pages && !other) forbidden(to, path, "HugePages require cpu or memory");
    validate_claim_references(list_of(resources, "claims"), context, path + ".claims", to);
}

void validate_pod_resource_name(std::string_view name, const std::string& path, field_errors& to) {
    const std::size_t before = to.size();
    validate_resource_name(name, path, to);
    if (to.size() == before && name != "cpu" && name != "memory" && !is_huge_page(name))
        not_supported(to, path, name, {"cpu", "hugepages-", "memory"});
}

// The amounts of a pod against the sums of its containers' amounts.
void validate_container_sums(const bj::object& spec, const bj::object& resources, const std::string& path,
                             field_errors& to) {
    for (const char* list : {"requests", "limits"}) {
        const bool of_limits = std::string_view(list) == "limits";
        const amounts own = amounts_in(object_of(resources, list));
        for (const auto& [name, sum] : container_amounts(spec, list)) {
            const auto at = own.find(name);
            if ((of_limits && !is_huge_page(name)) || at == own.end() || sum <= at->second) continue;
            invalid(to, keyed(child(path, list), name), text_of_amount(at->second),
                    fmt::format("must be greater than or equal to aggregate container {} of {}", list,
                                text_of_amount(sum)));
        }
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
    validate_requirements(resources, validate_container_resource_name, context, path, to);
}

void validate_pod_resources(const bj::object& spec, const pod_validation_context& context,
                            const std::string& parent, field_errors& to) {
    const bj::object* resources = object_at(spec, "resources");
    if (resources == nullptr) return;
    const std::string path = parent + ".resources";
    if (context.os == "windows") return forbidden(to, path, "may not be set for a windows pod");
    if (value_at(*resources, "claims") != nullptr)
        forbidden(to, path + ".claims", "claims may not be set for Resources at pod-level");
    validate_requirements(*resources, validate_pod_resource_name, context, path, to);
    validate_container_sums(spec, *resources, path, to);
    const amounts limits = amounts_in(object_of(*resources, "limits"));
    for_each_object(list_of(spec, "containers"), [&](const bj::object& c, std::size_t i) {
        for (const auto& [name, q] : amounts_in(object_of(c, {"resources", "limits"}))) {
            const auto most = limits.find(name);
            if (most == limits.end() || q <= most->second) continue;
            invalid(
                to, keyed(indexed(path + ".containers", i), name) + ".limits", text_of_amount(q),
                fmt::format("must be less than or equal to pod limits of {}", text_of_amount(most->second)));
        }
    });
}

}}}  // namespace setpoint::v0::apiserver
