// Defaults of pods, pod templates and volumes that are not constants (defaults.go and conversion.go of
// pkg/apis/core/v1, and +default markers of its types).

#include "apiserver/kinds/core/pod/pod_tables.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/resource_amounts.hpp"
#include "setpoint/api/image_reference.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void fill_container(bj::object& c) {
    set_text_default(c, "imagePullPolicy", default_pull_policy(text_at(c, "image")));
}

// A missing request defaults to the limit, in pods only, not in templates.
void fill_requests_of_limits(bj::object& spec, std::string_view list) {
    bj::array* containers = list_at(spec, list);
    if (containers == nullptr) return;
    for_each_object(*containers, [](bj::object& c, std::size_t) {
        const bj::object* limits = object_at(c, {"resources", "limits"});
        if (limits == nullptr || limits->empty()) return;
        const bj::object copy = *limits;
        bj::object& requests = make_object(make_object(c, "resources"), "requests");
        for (const auto& [name, amount] : copy) requests.emplace(name, amount);
    });
}

bool is_pod_level_resource(std::string_view name) {
    return name == "cpu" || name == "memory" || is_huge_page(name);
}

// Where the pod has amounts of its own, limits of huge pages default to the containers' sum.
void fill_huge_page_limits(bj::object& resources, const bj::object& spec) {
    const bj::object& requests = object_of(resources, "requests");
    for (const auto& [name, q] : container_amounts(spec, "limits")) {
        if (is_huge_page(name) && !requests.contains(name) && !object_of(resources, "limits").contains(name))
            make_object(resources, "limits")[name] = q.canonical().to_string();
    }
}

// Requests default to the containers' sum, then to the pod's limits.
void fill_pod_level_requests(bj::object& resources, const bj::object& spec) {
    bj::object requests = object_of(resources, "requests");
    for (const auto& [name, q] : container_amounts(spec, "requests")) {
        if ((name == "cpu" || name == "memory") && !requests.contains(name))
            requests[name] = q.canonical().to_string();
    }
    for (const auto& [name, amount] : object_of(resources, "limits"))
        if (is_pod_level_resource(name) && !requests.contains(name)) requests[name] = amount;
    if (!requests.empty()) resources["requests"] = std::move(requests);
}

bool all_containers_limit(const bj::object& spec, std::string_view name) {
    bool all = true;
    for (const char* list : {"containers", "initContainers", "ephemeralContainers"})
        for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t) {
            all = all && object_of(c, {"resources", "limits"}).contains(name);
        });
    return all;
}

// What all containers limit is limited to their sum, or to the pod's request if that is more.
void fill_pod_level_limits(bj::object& resources, const bj::object& spec) {
    const auto sums = container_amounts(spec, "limits");
    const bj::object requests = object_of(resources, "requests");
    for (const auto& [name, request] : requests) {
        if (!is_pod_level_resource(name) || object_of(resources, "limits").contains(name)) continue;
        if (!all_containers_limit(spec, name)) continue;
        const auto sum = sums.find(std::string_view(name));
        if (sum == sums.end()) continue;
        const auto asked = quantity::parse(text_of(request));
        const bool more = asked && *asked > sum->second;
        make_object(resources, "limits")[name] =
            more ? bj::value(request) : bj::value(sum->second.canonical().to_string());
    }
}

void fill_host_ports(bj::object& spec, std::string_view list) {
    bj::array* containers = list_at(spec, list);
    if (containers == nullptr) return;
    for_each_object(*containers, [](bj::object& c, std::size_t) {
        bj::array* ports = list_at(c, "ports");
        if (ports == nullptr) return;
        for_each_object(*ports, [](bj::object& p, std::size_t) {
            if (number_at(p, "hostPort").value_or(0) == 0 && p.contains("containerPort")) {
                const bj::value port = p.at("containerPort");
                p["hostPort"] = port;
            }
        });
    });
}

void fill_pod(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    fill_requests_of_limits(spec, "containers");
    fill_requests_of_limits(spec, "initContainers");
    set_default(spec, "enableServiceLinks", true);
    if (true_at(spec, "hostNetwork")) {
        fill_host_ports(spec, "containers");
        fill_host_ports(spec, "initContainers");
    }
}

// serviceAccount is the deprecated name of serviceAccountName; both have the same value.
void fill_account_names(bj::object& spec) {
    std::string name(text_at(spec, "serviceAccountName"));
    if (name.empty()) name = text_at(spec, "serviceAccount");
    if (name.empty()) return;
    spec["serviceAccountName"] = name;
    spec["serviceAccount"] = name;
}

void fill_pod_ips(bj::object& status) {
    const bj::array& all = list_of(status, "podIPs");
    const std::string ip(text_at(status, "podIP"));
    if (all.empty() && !ip.empty()) {
        status["podIPs"] = bj::array{bj::object{{"ip", ip}}};
    } else if (!all.empty() && ip.empty() && all[0].is_object()) {
        const std::string first(text_at(all[0].get_object(), "ip"));
        status["podIP"] = first;
    }
}

}  // namespace

void fill_pod_level_resources(bj::object& spec) {
    const bj::object* given = object_at(spec, "resources");
    if (given == nullptr || (object_of(*given, "limits").empty() && object_of(*given, "requests").empty()))
        return;
    bj::object resources = *given;
    fill_huge_page_limits(resources, spec);
    fill_pod_level_requests(resources, spec);
    fill_pod_level_limits(resources, spec);
    spec["resources"] = std::move(resources);
}

std::string_view default_pull_policy(std::string_view image) {
    const auto reference = parse_image_reference(image);
    const bool latest =
        reference && (reference->tag == "latest" || (reference->tag.empty() && reference->digest.empty()));
    return latest ? "Always" : "IfNotPresent";
}

namespace {

void fill_volume(bj::object& v) {
    bool has_source = false;
    for (const auto& [key, source] : v) has_source = has_source || (key != "name" && !source.is_null());
    if (!has_source) v["emptyDir"] = bj::object();
}

void fill_image_volume(bj::object& source) {
    set_text_default(source, "pullPolicy", default_pull_policy(text_at(source, "reference")));
}

}  // namespace

constinit const type_default pod_type_defaults[7] = {{"core.v1.Container", fill_container},
                                                     {"core.v1.EphemeralContainer", fill_container},
                                                     {"core.v1.Pod", fill_pod},
                                                     {"core.v1.PodSpec", fill_account_names},
                                                     {"core.v1.PodStatus", fill_pod_ips},
                                                     {"core.v1.Volume", fill_volume},
                                                     {"core.v1.ImageVolumeSource", fill_image_volume}};

}}}  // namespace setpoint::v0::apiserver
