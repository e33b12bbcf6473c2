#include "testkit/story/pod_lookup.hpp"

#include "apiserver/objects/fields.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::list_of, apiserver::object_of, apiserver::text_at, apiserver::text_of;

constexpr std::size_t most_objects = 10'000;

// Returns 0 if it is not a port.
std::uint16_t port_at(const bj::object& o, std::string_view name) {
    const bj::value* const v = o.if_contains(name);
    const auto n = v && v->is_number() ? apiserver::number_of(*v) : std::nullopt;
    constexpr std::int64_t last_port = 65535;
    return n && *n > 0 && *n <= last_port ? static_cast<std::uint16_t>(*n) : std::uint16_t{0};
}

bool is_ready(const bj::object& pod) {
    for (const bj::value& c : list_of(object_of(pod, "status"), "conditions"))
        if (c.is_object() && text_at(c.get_object(), "type") == "Ready")
            return text_at(c.get_object(), "status") == "True";
    return false;
}

bool is_ending(const bj::object& pod) {
    return object_of(pod, "metadata").contains("deletionTimestamp");
}

bool is_running(const bj::object& pod) {
    return text_at(object_of(pod, "status"), "phase") == "Running";
}

std::string_view namespace_of(const bj::object& o) {
    return text_at(object_of(o, "metadata"), "namespace");
}
std::string_view name_of(const bj::object& o) {
    return text_at(object_of(o, "metadata"), "name");
}

bool is_selected(const bj::object& pod, const bj::object& service) {
    const bj::object& selector = object_of(object_of(service, "spec"), "selector");
    const bj::object& labels = object_of(object_of(pod, "metadata"), "labels");
    return !selector.empty() && namespace_of(pod) == namespace_of(service) &&
           std::all_of(selector.begin(), selector.end(), [&](const auto& one) {
               return labels.contains(one.key()) && text_at(labels, one.key()) == text_of(one.value());
           });
}

// By number, or by the name of a port of a container.
std::uint16_t target_port(const bj::object& service_port, const bj::object& pod) {
    const std::string_view name = text_at(service_port, "targetPort");
    if (name.empty()) {
        const std::uint16_t n = port_at(service_port, "targetPort");
        return n != 0 ? n : port_at(service_port, "port");
    }
    for (const bj::value& c : list_of(object_of(pod, "spec"), "containers"))
        if (c.is_object())
            for (const bj::value& p : list_of(c.get_object(), "ports"))
                if (p.is_object() && text_at(p.get_object(), "name") == name)
                    return port_at(p.get_object(), "containerPort");
    return 0;
}

std::vector<std::string> parts_of(std::string_view name) {
    constexpr std::string_view domain = ".cluster.local", services = ".svc";
    if (name.ends_with(domain)) name.remove_suffix(domain.size());
    if (name.ends_with(services)) name.remove_suffix(services.size());
    std::vector<std::string> parts;
    while (!name.empty()) {
        const std::string_view one = name.substr(0, name.find('.'));
        parts.emplace_back(one);
        name.remove_prefix(std::min(name.size(), one.size() + 1));
    }
    return parts;
}

}  // namespace

std::vector<bj::object> pod_lookup::all(const char* storage) const {
    std::vector<bj::object> out;
    if (const auto* const found = state_.store.find_collection(storage))
        for (const apiserver::record_ptr& o : found->part("", std::nullopt, most_objects))
            out.push_back(o->parse());
    return out;
}

std::vector<bj::object> pod_lookup::pods_of(const bj::object& service, bool only_ready) const {
    std::vector<bj::object> pods = all("pods");
    std::erase_if(pods, [&](const bj::object& p) {
        return !is_selected(p, service) || !is_running(p) || (only_ready && (!is_ready(p) || is_ending(p)));
    });
    return pods;
}

std::optional<pod_port> pod_lookup::at(std::string_view address, std::uint16_t port) const {
    for (bj::object& pod : all("pods"))
        if (is_running(pod) && text_at(object_of(pod, "status"), "podIP") == address)
            return pod_port{std::move(pod), port};
    for (const bj::object& service : all("services")) {
        const bj::object& spec = object_of(service, "spec");
        if (text_at(spec, "clusterIP") != address) continue;
        for (const bj::value& one : list_of(spec, "ports")) {
            if (!one.is_object() || port_at(one.get_object(), "port") != port) continue;
            std::vector<bj::object> pods = pods_of(service, true);
            if (pods.empty()) return std::nullopt;
            const std::uint16_t target = target_port(one.get_object(), pods.front());
            return pod_port{std::move(pods.front()), target};
        }
    }
    return std::nullopt;
}

std::vector<std::string> pod_lookup::addresses_of(const std::string& name) const {
    const std::vector<std::string> parts = parts_of(name);
    std::vector<std::string> out;
    if (parts.empty() || parts.size() > 3) return out;
    const std::string& service_name = parts[parts.size() == 3 ? 1 : 0];
    const std::string& ns = parts.size() == 1 ? ns_ : parts.back();
    for (const bj::object& service : all("services")) {
        if (name_of(service) != service_name || namespace_of(service) != ns) continue;
        const bj::object& spec = object_of(service, "spec");
        const std::string_view address = text_at(spec, "clusterIP");
        if (parts.size() < 3 && address != "None") {
            if (!address.empty()) out.emplace_back(address);
            continue;
        }
        const bj::value* const early = spec.if_contains("publishNotReadyAddresses");
        const bool has_early = early && early->is_bool() && early->get_bool();
        for (const bj::object& pod : pods_of(service, !has_early)) {
            const bj::object& of_pod = object_of(pod, "spec");
            const bool has_name =
                text_at(of_pod, "hostname") == parts[0] && text_at(of_pod, "subdomain") == service_name;
            const std::string_view ip = text_at(object_of(pod, "status"), "podIP");
            if ((parts.size() < 3 || has_name) && !ip.empty()) out.emplace_back(ip);
        }
    }
    return out;
}

std::vector<std::uint16_t> pod_lookup::service_ports(
    const std::function<bool(const pod_port& to)>& is_wanted) const {
    std::vector<std::uint16_t> out;
    const std::vector<bj::object> pods = all("pods");
    for (const bj::object& service : all("services"))
        apiserver::for_each_object(
            list_of(object_of(service, "spec"), "ports"), [&](const bj::object& port, std::size_t) {
                const std::uint16_t n = port_at(port, "port");
                const bool leads_there = std::ranges::any_of(pods, [&](const bj::object& pod) {
                    return is_selected(pod, service) && is_wanted({pod, target_port(port, pod)});
                });
                if (n != 0 && leads_there) out.push_back(n);
            });
    return out;
}

}}}  // namespace setpoint::v0::story
