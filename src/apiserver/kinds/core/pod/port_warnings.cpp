// Warnings about container ports of a pod, and about overlapping paths in its volumes.

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/core/pod/pod_warnings.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct container_port {
    std::string path, host_ip;
    std::int64_t host_port = 0;
};

// How two ports conflict; "" if they do not.
std::string_view port_conflict(const container_port& a, const container_port& b) {
    if (a.host_ip == b.host_ip && a.host_port == b.host_port) return "duplicate";
    if (a.host_port == 0 || b.host_port == 0) return "overlapping";
    const bool one_is_any = a.host_ip.empty() != b.host_ip.empty();
    return a.host_port == b.host_port && one_is_any ? "dangerously ambiguous" : "";
}

struct mapped_path {
    std::string path, source;
    std::string text() const {
        return go_text::quoted(path) + (source.empty() ? "" : fmt::format(" ({})", source));
    }
};

bool is_inside(const std::string& a, const std::string& b) {
    return (a + "/").starts_with(b + "/");
}

void warn_of_conflict(std::vector<mapped_path>& there, std::vector<mapped_path> more, std::string_view volume,
                      std::string_view what, texts& to) {
    for (mapped_path& m : more) {
        while (m.path.ends_with('/')) m.path.pop_back();
        for (const mapped_path& other : there) {
            if (m.path.empty() || other.path.empty()) continue;
            if (is_inside(other.path, m.path) || is_inside(m.path, other.path))
                to.push_back(fmt::format("volume {} ({}): overlapping paths: {} with {}",
                                         go_text::quoted(volume), what, m.text(), other.text()));
        }
        there.push_back(std::move(m));
    }
}

std::vector<mapped_path> items_of(const bj::object& from, const std::string& source) {
    std::vector<mapped_path> out;
    for_each_object(list_of(from, "items"), [&](const bj::object& item, std::size_t) {
        out.push_back({std::string(text_at(item, "path")), source});
    });
    return out;
}

std::string called_source(std::string_view what, std::string_view name) {
    return fmt::format("{} {}", what, go_text::quoted(name));
}

std::vector<mapped_path> paths_of(const bj::object& source) {
    if (const bj::object* map = object_at(source, "configMap"); map && value_at(*map, "items"))
        return items_of(*map, called_source("ConfigMap", text_at(*map, "name")));
    if (const bj::object* secret = object_at(source, "secret"); secret && value_at(*secret, "items"))
        return items_of(*secret, called_source("Secret", text_at(*secret, "name")));
    if (const bj::object* down = object_at(source, "downwardAPI"); down && value_at(*down, "items"))
        return items_of(*down, "DownwardAPI");
    if (const bj::object* token = object_at(source, "serviceAccountToken"))
        return {{std::string(text_at(*token, "path")), "ServiceAccountToken"}};
    if (const bj::object* bundle = object_at(source, "clusterTrustBundle")) {
        const std::string_view name = text_at(*bundle, "name");
        return {{std::string(text_at(*bundle, "path")),
                 called_source("ClusterTrustBundle", name.empty() ? text_at(*bundle, "signerName") : name)}};
    }
    return {};
}

void warn_of_projected(const bj::object& volume, texts& to) {
    const std::string_view name = text_at(volume, "name");
    std::vector<mapped_path> there;
    for_each_object(list_of(object_of(volume, "projected"), "sources"), [&](const bj::object& s,
                                                                            std::size_t) {
        if (s.empty())
            to.push_back(fmt::format("volume {} (Projected) has no sources provided", go_text::quoted(name)));
        warn_of_conflict(there, paths_of(s), name, "Projected", to);
    });
}

}  // namespace

void warn_of_ports(const bj::object& pod_spec, const std::string& path, texts& to) {
    std::map<std::string, std::vector<container_port>> ports;
    each_container(pod_spec, path, [&](const bj::object& c, const std::string& here) {
        for_each_object(list_of(c, "ports"), [&](const bj::object& p, std::size_t i) {
            const container_port now{indexed(here + ".ports", i), std::string(text_at(p, "hostIP")),
                                     number_at(p, "hostPort").value_or(0)};
            const std::int64_t number = number_at(p, "containerPort").value_or(0);
            const std::string_view protocol = text_at(p, "protocol");
            if (!now.host_ip.empty() && now.host_port == 0)
                to.push_back(
                    fmt::format("{}: hostIP set without hostPort: {{Name:{} HostPort:0 "
                                "ContainerPort:{} Protocol:{} HostIP:{}}}",
                                now.path, text_at(p, "name"), number, protocol, now.host_ip));
            std::vector<container_port>& others = ports[fmt::format("{}/{}", number, protocol)];
            for (const container_port& other : others)
                if (const auto how = port_conflict(now, other); !how.empty())
                    to.push_back(fmt::format("{}: {} port definition with {}", now.path, how, other.path));
            others.push_back(now);
        });
    });
    std::map<std::string, std::string, std::less<>> names;
    each_container(pod_spec, path, [&](const bj::object& c, const std::string& here) {
        for_each_object(list_of(c, "ports"), [&](const bj::object& p, std::size_t i) {
            const std::string name(text_at(p, "name"));
            if (name.empty()) return;
            const auto [first, is_first] = names.emplace(name, indexed(here + ".ports", i));
            if (!is_first)
                to.push_back(fmt::format(
                    "{}: duplicate port name {} with {}, services and probes that "
                    "select ports by name will use {}",
                    indexed(here + ".ports", i), go_text::quoted(name), first->second, first->second));
        });
    });
}

void warn_of_virtual_paths(const bj::object& pod_spec, texts& to) {
    for_each_object(list_of(pod_spec, "volumes"), [&](const bj::object& v, std::size_t) {
        const std::string_view name = text_at(v, "name");
        const auto add_source = [&](const char* kind, const std::string& what) {
            std::vector<mapped_path> there;
            warn_of_conflict(there, items_of(object_of(v, kind), ""), name, what, to);
        };
        add_source("configMap", called_source("ConfigMap", text_at(object_of(v, "configMap"), "name")));
        add_source("secret", called_source("Secret", text_at(object_of(v, "secret"), "secretName")));
        add_source("downwardAPI", "DownwardAPI");
        warn_of_projected(v, to);
    });
}

}}}  // namespace setpoint::v0::apiserver
