#include "apiserver/kinds/core/pod/pod_status.hpp"

#include "apiserver/go/net.hpp"
#include "apiserver/kinds/core/pod/container_status.hpp"
#include "apiserver/kinds/shared/addresses.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/resource_amounts.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_conditions_of_pod(const bj::array& conditions, field_errors& to) {
    for_each_object(conditions, [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed("status.conditions", i);
        if (const std::int64_t n = number_at(c, "observedGeneration").value_or(0); n < 0)
            invalid(to, here + ".observedGeneration", bj::value(n), "must be a non-negative integer");
        const std::string_view type = text_at(c, "type");
        if (type == "PodScheduled" || type == "Ready" || type == "Initialized") return;
        add_invalid(to, here + ".Type", type, qualified_name(type));
    });
}

void validate_nominated_node(const bj::object& pod, const bj::object& old, field_errors& to) {
    const std::string path = "status.nominatedNodeName";
    const std::string_view node = text_at(pod, {"status", "nominatedNodeName"});
    if (node.empty() || node == text_at(old, {"status", "nominatedNodeName"})) return;
    add_invalid(to, path, node, dns1123_subdomain(node));
    if (!text_at(old, {"spec", "nodeName"}).empty())
        forbidden(to, path, "may not be set on pods that are already bound to a node");
}

void validate_claim_statuses(const bj::object& pod, field_errors& to) {
    std::set<std::string, std::less<>> in_spec, seen;
    for_each_object(list_of(object_of(pod, "spec"), "resourceClaims"),
                    [&](const bj::object& c, std::size_t) { in_spec.emplace(text_at(c, "name")); });
    const bj::array& statuses = list_of(object_of(pod, "status"), "resourceClaimStatuses");
    for_each_object(statuses, [&](const bj::object& s, std::size_t i) {
        const std::string here = indexed("status.resourceClaimStatuses", i), name(text_at(s, "name"));
        if (!in_spec.contains(name))
            invalid(to, here + ".name", name, "must match the name of an entry in `spec.resourceClaims`");
        if (!seen.insert(name).second) duplicate(to, here + ".name", name);
        if (const bj::value* claim = value_at(s, "resourceClaimName"))
            add_invalid(to, here + ".resourceClaimName", *claim, dns1123_subdomain(text_of(*claim)));
    });
}

const bj::object* container_named(const bj::object& spec, std::string_view name) {
    const bj::object* found = nullptr;
    for (const char* list : {"initContainers", "containers"}) {
        for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t) {
            if (text_at(c, "name") == name) found = &c;
        });
    }
    return found;
}

void validate_extended_claim(const bj::object& pod, field_errors& to) {
    const bj::object* claim = object_at(pod, {"status", "extendedResourceClaimStatus"});
    if (claim == nullptr) return;
    const std::string path = "status.extendedResourceClaimStatus", list = path + ".requestMappings";
    const bj::array& mappings = list_of(*claim, "requestMappings");
    if (mappings.empty()) required(to, list, "at least one request mapping is required");
    std::set<std::array<std::string, 3>> seen;
    for_each_object(mappings, [&](const bj::object& m, std::size_t i) {
        const std::string here = indexed(list, i), name(text_at(m, "containerName")),
                          resource(text_at(m, "resourceName")), request(text_at(m, "requestName"));
        const bj::object* container = container_named(object_of(pod, "spec"), name);
        if (container == nullptr)
            invalid(to, here + ".containerName", name,
                    "must match the name of an entry in spec.initContainers.name or spec.containers.name");
        else if (!object_of(*container, {"resources", "requests"}).contains(resource))
            invalid(to, here + ".resourceName", resource,
                    "must match the extended resource name of an entry in "
                    "spec.initContainers.resources.requests or spec.containers.resources.requests");
        add_invalid(to, path + ".requestName", request, dns1123_label(request));
        if (seen.insert({name, resource, request}).second) return;
        duplicate(to, here + ".containerName", name);
        duplicate(to, here + ".resourceName", resource);
        duplicate(to, here + ".requestName", request);
    });
    const std::string_view name = text_at(*claim, "resourceClaimName");
    if (name.empty())
        required(to, path + ".resourceClaimName");
    else
        add_invalid(to, path + ".resourceClaimName", name, dns1123_subdomain(name));
}

bool refers_to_claim(const bj::object& pod, std::string_view name) {
    bool found = false;
    const auto look = [&](const bj::object& c, std::size_t) {
        const bj::value* claim = value_at(c, "resourceClaimName");
        found = found || (claim != nullptr && text_of(*claim) == name);
    };
    for_each_object(list_of(object_of(pod, "spec"), "resourceClaims"), look);
    for_each_object(list_of(object_of(pod, "status"), "resourceClaimStatuses"), look);
    return found;
}

// What a claim takes of a node's resources.
void validate_claimed(const bj::array& all, std::initializer_list<const char*> amounts,
                      const std::string& path, field_errors& to) {
    for_each_object(all, [&](const bj::object& item, std::size_t i) {
        const std::string here = indexed(path, i);
        const std::string_view name = text_at(item, "name");
        if (name.find('/') != std::string_view::npos && name.find("kubernetes.io/") == std::string_view::npos)
            invalid(to, here + ".name", name, "must be a node allocatable resource name");
        bool any = false;
        for (const char* key : amounts) {
            const auto amount = quantity::parse(text_at(item, key));
            any = any || amount.has_value();
            if (amount && *amount < quantity(0))
                invalid(to, child(here, key), text_at(item, key), "must be non-negative");
        }
        if (!any && amounts.size() > 1)
            invalid(to, here, "", "at least one of perPod or perContainer must be set");
    });
}

void validate_node_claims(const bj::object& pod, field_errors& to) {
    const bj::array& all = list_of(object_of(pod, "status"), "nodeAllocatableResourceClaimStatuses");
    for_each_object(all, [&](const bj::object& s, std::size_t i) {
        const std::string here = indexed("status.nodeAllocatableResourceClaimStatuses", i);
        const std::string_view name = text_at(s, "resourceClaimName");
        if (name.empty()) return required(to, here + ".resourceClaimName");
        if (!refers_to_claim(pod, name))
            invalid(to, here + ".resourceClaimName", name, "no mapping found in pod reference");
        validate_claimed(list_of(s, "mapping"), {"quantity"}, here + ".mapping", to);
        validate_claimed(list_of(s, "overhead"), {"perPod", "perContainer"}, here + ".overhead", to);
    });
}

bj::value shown_addresses(const bj::array& all) {
    bj::array shown;
    for_each_object(all, [&](const bj::object& a, std::size_t) {
        shown.push_back(bj::object{{"IP", text_at(a, "ip")}});
    });
    return shown;
}

// status.podIPs or status.hostIPs: one of each family.
void validate_addresses_of_pod(const bj::object& status, const bj::object& old, const char* key,
                               field_errors& to) {
    const std::string path = child("status", key);
    const bj::array& all = list_of(status, key);
    old_addresses had;
    for_each_object(list_of(old, key),
                    [&](const bj::object& a, std::size_t) { had.insert(text_at(a, "ip")); });
    std::set<address_family> families;
    std::string wrong;
    for_each_object(all, [&](const bj::object& a, std::size_t i) {
        const std::string_view ip = text_at(a, "ip");
        if (!had.contains(ip)) validate_ip(ip, indexed(path, i), to);
        const address_family family = sloppy_ip(ip);
        if (family == address_family::none && wrong.empty()) wrong = fmt::format("invalid IP[{}]: {}", i, ip);
        families.insert(family);
    });
    if (all.size() < 2) return;
    if (!wrong.empty()) internal_failure(to, path, "failed to check for dual stack with error:" + wrong);
    if (families != std::set{address_family::v4, address_family::v6} || all.size() > 2) {
        invalid_unsorted(to, path, shown_addresses(all),
                         "may specify no more than one IP for each IP family");
    }
}

void validate_all_addresses(const bj::object& status, const bj::object& old, field_errors& to) {
    validate_addresses_of_pod(status, old, "podIPs", to);
    const bj::array& all = list_of(status, "podIPs");
    if (all.empty() != text_at(status, "podIP").empty())
        invalid_unsorted(to, "status.podIPs", shown_addresses(all),
                         "podIP and podIPs must either both be set or both be unset");
    const bj::array& hosts = list_of(status, "hostIPs");
    if (hosts.empty()) return;
    const std::string_view first = hosts.front().is_object() ? text_at(hosts.front().get_object(), "ip") : "";
    if (first != text_at(status, "hostIP"))
        invalid(to, "status.hostIPs[0].ip", first, "must be equal to `hostIP`");
    validate_addresses_of_pod(status, old, "hostIPs", to);
}

}  // namespace

void validate_pod_status(const bj::object& pod, const bj::object& old, field_errors& to) {
    const bj::object &status = object_of(pod, "status"), &before = object_of(old, "status");
    validate_conditions_of_pod(list_of(status, "conditions"), to);
    validate_nominated_node(pod, old, to);
    if (const std::int64_t n = number_at(status, "observedGeneration").value_or(0); n < 0)
        invalid(to, "status.observedGeneration", bj::value(n), "must be a non-negative integer");
    validate_immutable(status, before, "qosClass", "status.qosClass", to);
    validate_container_states(pod, old, to);
    validate_claim_statuses(pod, to);
    validate_extended_claim(pod, to);
    validate_node_claims(pod, to);
    validate_all_addresses(status, before, to);
    validate_container_statuses(pod, to);
}

}}}  // namespace setpoint::v0::apiserver
