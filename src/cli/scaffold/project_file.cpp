#include "cli/scaffold/project_file.hpp"

#include "cli/json_members.hpp"
#include "cli/scaffold/names.hpp"
#include "cli/scaffold/project_text.hpp"
#include "setpoint/json/yaml.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

constexpr std::string_view heading =
    "# What this project consists of. `setpoint create` and `setpoint edit` read and write it; change it "
    "with them.\n";

// What we write ourselves. Whatever else is there belongs to others.
constexpr std::array keys_of_projects = std::to_array<std::string_view>(
    {"domain", "files", "layout", "namespaced", "projectName", "resources", "setpointVersion", "version"});
constexpr std::array keys_of_resources = std::to_array<std::string_view>(
    {"api", "controller", "core", "domain", "group", "kind", "plural", "version", "webhooks"});
constexpr std::array keys_of_apis = std::to_array<std::string_view>({"crdVersion", "namespaced"});
constexpr std::array keys_of_webhooks =
    std::to_array<std::string_view>({"conversion", "defaulting", "spoke", "validation", "webhookVersion"});

// Adds what others have in `from`.
void keep_others(bj::object& to, const bj::object* from, const auto& ours) {
    if (!from) return;
    for (const auto& [key, value] : *from)
        if (std::ranges::find(ours, view(key)) == ours.end()) to[key] = value;
}

// In kubebuilder's order, that of the bytes.
bj::object sorted(const bj::object& o) {
    std::map<std::string_view, const bj::value*> members;
    for (const auto& [key, value] : o) members.emplace(view(key), &value);
    bj::object result;
    for (const auto& [key, value] : members)
        result[chars(key)] = value->is_object() ? bj::value(sorted(value->get_object())) : *value;
    return result;
}

bj::object webhooks_of(const resource& x) {
    bj::object w;
    if (!x.spokes.empty()) {
        w["conversion"] = true;
        bj::array& spokes = w["spoke"].emplace_array();
        for (const std::string& s : x.spokes) spokes.emplace_back(s);
    }
    if (x.defaulting) w["defaulting"] = true;
    if (x.validation) w["validation"] = true;
    if (!w.empty()) w["webhookVersion"] = "v1";
    return w;
}

bj::object to_json(const resource& x, const std::string& domain) {
    bj::object o, api;
    if (x.api) api["crdVersion"] = "v1";
    api["namespaced"] = x.namespaced;
    keep_others(api, object_in(x.as_read, "api"), keys_of_apis);
    o["api"] = std::move(api);
    if (!x.api) o["core"] = true;
    o["controller"] = x.controller;
    if (x.api) o["domain"] = domain;
    if (!x.group.empty()) o["group"] = x.group;
    o["kind"] = x.kind;
    if (x.plural != names_of(x.kind, "").plural) o["plural"] = x.plural;
    o["version"] = x.version;
    bj::object webhooks = webhooks_of(x);
    keep_others(webhooks, object_in(x.as_read, "webhooks"), keys_of_webhooks);
    if (!webhooks.empty()) o["webhooks"] = std::move(webhooks);
    keep_others(o, &x.as_read, keys_of_resources);
    return sorted(o);
}

}  // namespace

std::vector<const resource*> project_file::versions_of(std::string_view group, std::string_view kind,
                                                       bool api) const {
    std::vector<const resource*> all;
    for (const resource& r : resources)
        if (r.api == api && r.group == group && r.kind == kind) all.push_back(&r);
    return all;
}

bool project_file::is_first(const resource& r) const {
    return versions_of(r.group, r.kind, r.api).front()->version == r.version;
}

bool is_project_path(std::string_view path) {
    const bool printable =
        std::ranges::all_of(path, [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != '\x7f'; });
    if (path == project_file_name || !printable || path.size() > 1024) return false;
    for (bool is_first = true;; is_first = false) {
        const std::size_t end = path.find('/');
        const std::string_view part = path.substr(0, end);
        if (part.empty() || part == "." || part == "..") return false;
        if (is_first && (part == ".git" || part.starts_with(".setpoint"))) return false;
        if (end == std::string_view::npos) return true;
        path.remove_prefix(end + 1);
    }
}

std::string to_text(const project_file& p) {
    bj::object o;
    o["domain"] = p.domain;
    o["layout"] = bj::array{layout};
    o["projectName"] = p.name;
    o["setpointVersion"] = p.setpoint_version;
    o["version"] = "3";
    if (p.namespaced) o["namespaced"] = true;
    if (!p.resources.empty()) {
        bj::array& all = o["resources"].emplace_array();
        for (const resource& r : p.resources) all.emplace_back(to_json(r, p.domain));
    }
    bj::object& files = o["files"].emplace_object();
    for (const auto& [path, hash] : p.files) files[path] = hash;
    keep_others(o, &p.as_read, keys_of_projects);
    std::string before = p.text;
    std::erase(before, '\r');
    for (std::size_t at; (at = before.find(heading)) != std::string::npos;) before.erase(at, heading.size());
    return std::string(heading) + to_yaml_like(o, before);
}

}}}  // namespace setpoint::v0::cli::scaffold
