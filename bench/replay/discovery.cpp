#include "discovery.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

namespace {

struct served {
    std::string_view group, version, resource, singular, kind;
    bool has_status;
};
constexpr std::array all{served{"my.domain", "v1", "webservers", "webserver", "WebServer", true},
                         served{"apps", "v1", "deployments", "deployment", "Deployment", true},
                         served{"", "v1", "services", "service", "Service", true},
                         served{"", "v1", "events", "event", "Event", false},
                         served{"events.k8s.io", "v1", "events", "event", "Event", false}};

bj::object group_document(std::string_view group) {
    const bj::object version = {{"groupVersion", fmt::format("{}/v1", group)}, {"version", "v1"}};
    return {{"name", group}, {"versions", {version}}, {"preferredVersion", version}};
}

bj::object resource_list(std::string_view group) {
    bj::array resources;
    for (const served& s : all) {
        if (s.group != group) continue;
        bj::object r = {{"name", s.resource},
                        {"singularName", s.singular},
                        {"namespaced", true},
                        {"kind", s.kind},
                        {"verbs", {"create", "delete", "get", "list", "patch", "update", "watch"}}};
        resources.push_back(r);
        if (!s.has_status) continue;
        r["name"] = fmt::format("{}/status", s.resource);
        r["singularName"] = "";
        r["verbs"] = {"get", "patch", "update"};
        resources.push_back(r);
    }
    return {{"kind", "APIResourceList"},
            {"apiVersion", "v1"},
            {"groupVersion", group.empty() ? "v1" : fmt::format("{}/v1", group)},
            {"resources", std::move(resources)}};
}

bj::object document(std::string_view path) {
    if (path == "/version")
        return {{"major", "1"}, {"minor", "36"}, {"gitVersion", "v1.36.0"}, {"platform", "linux/amd64"}};
    if (path == "/api")
        return {{"kind", "APIVersions"}, {"versions", {"v1"}}, {"serverAddressByClientCIDRs", bj::array()}};
    if (path == "/api/v1") return resource_list("");
    bj::array groups;
    for (const std::string_view group : {"apps", "events.k8s.io", "my.domain"}) {
        if (path == fmt::format("/apis/{}/v1", group)) return resource_list(group);
        groups.push_back(group_document(group));
        if (path != fmt::format("/apis/{}", group)) continue;
        bj::object one = group_document(group);
        one["kind"] = "APIGroup";
        one["apiVersion"] = "v1";
        return one;
    }
    if (path == "/apis")
        return {{"kind", "APIGroupList"}, {"apiVersion", "v1"}, {"groups", std::move(groups)}};
    return {};
}

}  // namespace

std::optional<std::string> discovery_document(std::string_view path) {
    const bj::object d = document(path);
    if (d.empty()) return std::nullopt;
    return bj::serialize(d);
}

}}}  // namespace setpoint::v0::replay
