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
void fill_pod_level_limits(bj::object& resources, const bj::object& spec) {
    const bj::object& requests = object_of(resources, "requests");
    if (object_of(resources, "limits").empty() && requests.empty()) return;
    for (const auto& [name, q] : container_amounts(spec, "limits")) {
        if (is_huge_page(name) && !requests.contains(name) && !object_of(resources, "limits").contains(name))
            make_object(resources, "limits")[name] = q.canonical().to_string();
    }
}

// Requests of a pod that has limits default to the containers' sum, then to its limits.
void fill_pod_level_amounts(bj::object& spec) {
    const bj::object* given = object_at(spec, "resources");
    if (given == nullptr) return;
    bj::object resources = *given;
    fill_pod_level_limits(resources, spec);
    if (const bj::object limits = object_of(resources, "limits"); !limits.empty()) {
        bj::object requests = object_of(resources, "requests");
        for (const auto& [name, q] : container_amounts(spec, "requests")) {
            if ((name == "cpu" || name == "memory") && !requests.contains(name))
                requests[name] = q.canonical().to_string();
        }
        for (const auto& [name, amount] : limits)
            if (is_pod_level_resource(name) && !requests.contains(name)) requests[name] = amount;
        if (!requests.empty()) resources["requests"] = std::move(requests);
    }
    spec["resources"] = std::move(resources);
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
    fill_pod_level_amounts(spec);
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
