#include "apiserver/admission/quota_usage.hpp"

#include "apiserver/go/seconds.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/quality_of_service.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::array<std::string_view, 6> by_plain_name = {
    "configmaps", "persistentvolumeclaims", "replicationcontrollers", "resourcequotas", "secrets",
    "services"};
constexpr std::string_view class_mark = ".storageclass.storage.k8s.io/";
constexpr std::array<std::string_view, 3> computed = {"cpu", "memory", "ephemeral-storage"};

std::string count_of(const resource& r) {
    return "count/" + r.storage;
}

bool is_native(std::string_view name) {
    return name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos;
}

// The names under which the requests and limits of a pod or container count.
amounts named(const amounts& requests, const amounts& limits) {
    amounts all;
    for (const auto& [name, q] : requests) {
        if (std::ranges::find(computed, name) != computed.end() || name.starts_with("hugepages-"))
            all[name] = q;
        if (all.contains(name) || !is_native(name)) all["requests." + name] = q;
    }
    for (const auto& [name, q] : limits)
        if (std::ranges::find(computed, name) != computed.end()) all["limits." + name] = q;
    return all;
}

void add_pod(amounts& to, const bj::object& pod, bool past_grace) {
    const std::string_view phase = text_at(object_of(pod, "status"), "phase");
    if (past_grace || phase == "Failed" || phase == "Succeeded") return;
    const bj::object& spec = object_of(pod, "spec");
    to["pods"] = quantity(1);
    add_amounts(to, named(pod_amounts(spec, "requests"), pod_amounts(spec, "limits")));
}

void add_service(amounts& to, const bj::object& service) {
    const bj::object& spec = object_of(service, "spec");
    const std::string_view type = text_at(spec, "type");
    const auto ports = static_cast<std::int64_t>(list_of(spec, "ports").size());
    const bool balanced = type == "LoadBalancer";
    const bj::value* const allocates = value_at(spec, "allocateLoadBalancerNodePorts");
    std::int64_t taken = type == "NodePort" ? ports : 0;
    if (balanced && !(allocates && allocates->is_bool() && !allocates->get_bool())) taken = ports;
    if (balanced && taken == 0)
        for_each_object(list_of(spec, "ports"), [&](const bj::object& p, std::size_t) {
            taken += number_at(p, "nodePort").value_or(0) != 0;
        });
    to["services.nodeports"] = quantity(taken);
    to["services.loadbalancers"] = quantity(balanced ? 1 : 0);
}

void add_claim(amounts& to, const bj::object& claim) {
    const bj::object& spec = object_of(claim, "spec");
    const amounts requests = amounts_in(object_of(spec, {"resources", "requests"}));
    const std::string_view by_annotation =
        text_at(object_of(claim, {"metadata", "annotations"}), "volume.beta.kubernetes.io/storage-class");
    const std::string storage_class(by_annotation.empty() ? text_at(spec, "storageClassName")
                                                          : by_annotation);
    if (!storage_class.empty())
        to[fmt::format("{}{}persistentvolumeclaims", storage_class, class_mark)] = quantity(1);
    const auto storage = requests.find("storage");
    if (storage == requests.end()) return;
    quantity wanted = storage->second;
    const amounts allocated = amounts_in(object_of(claim, {"status", "allocatedResources"}));
    if (const auto more = allocated.find("storage"); more != allocated.end() && more->second > wanted)
        wanted = more->second;
    // In whole bytes.
    if (const quantity whole(wanted.value()); whole > wanted) wanted = whole;
    to["requests.storage"] = wanted;
    if (!storage_class.empty()) to[fmt::format("{}{}requests.storage", storage_class, class_mark)] = wanted;
}

bool pod_can_use(std::string_view name) {
    static const std::set<std::string, std::less<>> plain = {"pods",
                                                             "cpu",
                                                             "memory",
                                                             "ephemeral-storage",
                                                             "requests.cpu",
                                                             "requests.memory",
                                                             "limits.cpu",
                                                             "limits.memory",
                                                             "requests.ephemeral-storage",
                                                             "limits.ephemeral-storage"};
    constexpr std::string_view requests = "requests.";
    return plain.contains(name) || name.starts_with("hugepages-") ||
           name.starts_with("requests.hugepages-") ||
           (name.starts_with(requests) && !is_native(name.substr(requests.size())));
}

bool can_use(const resource& r, std::string_view name) {
    if (name == count_of(r)) return true;
    if (std::ranges::find(by_plain_name, r.storage) != by_plain_name.end() && name == r.storage) return true;
    if (r.storage == "pods") return pod_can_use(name);
    if (r.storage == "services") return name == "services.nodeports" || name == "services.loadbalancers";
    if (r.storage != "persistentvolumeclaims") return false;
    const std::size_t mark = name.find(class_mark);
    const std::string_view counted =
        mark == std::string_view::npos ? name : name.substr(mark + class_mark.size());
    return counted == "requests.storage" || counted == "persistentvolumeclaims";
}

// --- scopes ---

bool reaches_other_namespaces(const bj::object& spec) {
    bool found = false;
    const auto look = [&](const bj::object& term) {
        found = found || !list_of(term, "namespaces").empty() || value_at(term, "namespaceSelector");
    };
    for (const char* kind : {"podAffinity", "podAntiAffinity"}) {
        const bj::object& a = object_of(spec, {"affinity", kind});
        for_each_object(list_of(a, "requiredDuringSchedulingIgnoredDuringExecution"),
                        [&](const bj::object& term, std::size_t) { look(term); });
        for_each_object(list_of(a, "preferredDuringSchedulingIgnoredDuringExecution"),
                        [&](const bj::object& w, std::size_t) { look(object_of(w, "podAffinityTerm")); });
    }
    return found;
}

bool has_priority_class(const bj::object& scope, const bj::object& spec) {
    const std::string_view op = text_at(scope, "operator"), name = text_at(spec, "priorityClassName");
    const bj::array& values = list_of(scope, "values");
    const bool listed = std::ranges::any_of(values, [&](const bj::value& v) { return text_of(v) == name; });
    if (op == "In") return !name.empty() && listed;
    if (op == "NotIn") return !listed;
    return op == "DoesNotExist" ? name.empty() : !name.empty();
}

bool is_in(const bj::object& scope, const bj::object& pod) {
    const std::string_view name = text_at(scope, "scopeName");
    const bj::object& spec = object_of(pod, "spec");
    const bool terminating = number_at(spec, "activeDeadlineSeconds").value_or(-1) >= 0;
    if (name == "Terminating") return terminating;
    if (name == "NotTerminating") return !terminating;
    if (name == "BestEffort") return quality_of_service(spec) == "BestEffort";
    if (name == "NotBestEffort") return quality_of_service(spec) != "BestEffort";
    if (name == "PriorityClass") return has_priority_class(scope, spec);
    return name == "CrossNamespacePodAffinity" && reaches_other_namespaces(spec);
}

// The classes that a claim has, had or is to get.
std::set<std::string_view> attributes_classes(const bj::object& claim) {
    const bj::object& status = object_of(claim, "status");
    std::set<std::string_view> names{
        text_at(object_of(claim, "spec"), "volumeAttributesClassName"),
        text_at(status, "currentVolumeAttributesClassName"),
        text_at(object_of(status, "modifyVolumeStatus"), "targetVolumeAttributesClassName")};
    names.erase("");
    return names;
}

bool is_claim_in(const bj::object& scope, const bj::object& claim) {
    if (text_at(scope, "scopeName") != "VolumeAttributesClass") return false;
    const std::set<std::string_view> names = attributes_classes(claim);
    const bj::array& values = list_of(scope, "values");
    const auto is_listed = [&](std::string_view name) {
        return std::ranges::any_of(values, [&](const bj::value& v) { return text_of(v) == name; });
    };
    const std::string_view op = text_at(scope, "operator");
    if (op == "In") return std::ranges::any_of(names, is_listed);
    if (op == "NotIn") return names.empty() || !std::ranges::all_of(names, is_listed);
    return (op == "DoesNotExist") == names.empty();
}

}  // namespace

bool is_past_grace(const bj::object& pod, wall_time now) {
    const bj::object& meta = object_of(pod, "metadata");
    const auto grace = number_at(meta, "deletionGracePeriodSeconds");
    const auto deleted = timestamp::parse(text_at(meta, "deletionTimestamp"));
    return grace && deleted && time_left(*deleted, std::chrono::seconds(*grace), now) < duration::zero();
}

amounts quota_usage(const resource& r, const bj::object& o, bool past_grace) {
    amounts used;
    used[count_of(r)] = quantity(1);
    if (std::ranges::find(by_plain_name, r.storage) != by_plain_name.end()) used[r.storage] = quantity(1);
    if (r.storage == "pods") add_pod(used, o, past_grace);
    if (r.storage == "services") add_service(used, o);
    if (r.storage == "persistentvolumeclaims") add_claim(used, o);
    return used;
}

std::set<std::string> quota_names_of(const resource& r, const amounts& hard) {
    std::set<std::string> names;
    for (const auto& [name, q] : hard)
        if (can_use(r, name)) names.insert(name);
    return names;
}

bool count_objects_only(const resource& r, const std::set<std::string>& names) {
    const std::string all = count_of(r);
    return std::ranges::all_of(names, [&](const std::string& name) {
        return name == all || (name == r.storage && r.storage != "pods");
    });
}

bool is_in_scopes(const bj::object& spec, const resource& r, const bj::object& o) {
    const bj::array& scopes = list_of(spec, "scopes");
    const bj::array& selectors = list_of(object_of(spec, "scopeSelector"), "matchExpressions");
    if (scopes.empty() && selectors.empty()) return true;
    const auto is_in_scope = r.storage == "pods"                     ? is_in
                             : r.storage == "persistentvolumeclaims" ? is_claim_in
                                                                     : nullptr;
    if (!is_in_scope) return false;
    const bool in_named = std::ranges::all_of(scopes, [&](const bj::value& s) {
        return is_in_scope({{"scopeName", text_of(s)}, {"operator", "Exists"}}, o);
    });
    return in_named && std::ranges::all_of(selectors, [&](const bj::value& s) {
               return s.is_object() && is_in_scope(s.get_object(), o);
           });
}

std::string missing_amounts(const bj::object& pod, const std::set<std::string>& limited) {
    const bj::object& spec = object_of(pod, "spec");
    if (!object_of(spec, "resources").empty()) return {};
    std::map<std::string, std::set<std::string>> without;
    for (const char* list : {"containers", "initContainers"})
        for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t) {
            const amounts has = named(amounts_in(object_of(c, {"resources", "requests"})),
                                      amounts_in(object_of(c, {"resources", "limits"})));
            for (const char* name :
                 {"cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"})
                if (limited.contains(name) && !has.contains(std::string_view(name)))
                    without[name].insert(std::string(text_at(c, "name")));
        });
    std::vector<std::string> parts;
    parts.reserve(without.size());
    for (const auto& [name, containers] : without)
        parts.push_back(fmt::format("{} for: {}", name, fmt::join(containers, ",")));
    return parts.empty() ? std::string() : fmt::format("must specify {}", fmt::join(parts, "; "));
}

}}}  // namespace setpoint::v0::apiserver
