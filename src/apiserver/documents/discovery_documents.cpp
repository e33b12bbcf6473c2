// Builds the discovery documents.

#include "apiserver/documents/discovery.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/api/kubernetes_version.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::string digest(const EVP_MD* how, std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), bytes.data(), &size, how, nullptr) != 1) return {};
    return {reinterpret_cast<const char*>(bytes.data()), size};
}

struct subresource {
    std::string name;
    std::string group, version, kind;  // an empty group and version are those of the resource
    std::vector<std::string_view> verbs;
};

struct subresource_row {
    std::string_view plural, name, group, version, kind, verbs;
};
// Subresources whose verbs or kind differ from get, patch and update of the resource's own kind.
constexpr subresource_row subresource_rows[] = {
    {"namespaces", "finalize", "", "", "Namespace", "update"},
    {"nodes", "proxy", "", "", "NodeProxyOptions", "create,delete,get,patch,update"},
    {"pods", "attach", "", "", "PodAttachOptions", "create,get"},
    {"pods", "binding", "", "", "Binding", "create"},
    {"pods", "eviction", "policy", "v1", "Eviction", "create"},
    {"pods", "exec", "", "", "PodExecOptions", "create,get"},
    {"pods", "log", "", "", "Pod", "get"},
    {"pods", "portforward", "", "", "PodPortForwardOptions", "create,get"},
    {"pods", "proxy", "", "", "PodProxyOptions", "create,delete,get,patch,update"},
    {"serviceaccounts", "token", "authentication.k8s.io", "v1", "TokenRequest", "create"},
    {"services", "proxy", "", "", "ServiceProxyOptions", "create,delete,get,patch,update"},
};

std::vector<std::string_view> split(std::string_view s) {
    std::vector<std::string_view> out;
    while (!s.empty()) {
        const std::size_t comma = s.find(',');
        out.push_back(s.substr(0, comma));
        s.remove_prefix(comma == std::string_view::npos ? s.size() : comma + 1);
    }
    return out;
}

std::vector<subresource> subresources_of(const resource& r) {
    const std::vector<std::string_view> usual = {"get", "patch", "update"};
    std::vector<subresource> out;
    for (const std::string& name : r.other_subresources) {
        subresource s{name, {}, {}, r.kind, usual};
        for (const subresource_row& row : subresource_rows) {
            if (!r.gvr.group.empty() || row.plural != r.gvr.resource || row.name != name) continue;
            s = {name, std::string(row.group), std::string(row.version), std::string(row.kind),
                 split(row.verbs)};
        }
        out.push_back(std::move(s));
    }
    if (r.has_status) out.push_back({"status", {}, {}, r.kind, usual});
    if (r.scale) out.push_back({"scale", "autoscaling", "v1", "Scale", usual});
    // Custom resources list status before scale.
    if (!r.custom) {
        std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    }
    return out;
}

template <class List>
bj::array strings(const List& list) {
    bj::array out;
    for (const auto& s : list) out.emplace_back(std::string_view(s));
    return out;
}

bool any_storage(const resource& r) {
    return r.allows("watch");
}

void add_resource(bj::array& to, const resource& r) {
    bj::object o;
    o["name"] = r.gvr.resource;
    o["singularName"] = r.singular;
    o["namespaced"] = r.namespaced;
    o["kind"] = r.kind;
    o["verbs"] = strings(r.verbs);
    if (!r.short_names.empty()) o["shortNames"] = strings(r.short_names);
    if (!r.categories.empty()) o["categories"] = strings(r.categories);
    if (any_storage(r)) o["storageVersionHash"] = storage_version_hash(r);
    to.push_back(std::move(o));
    for (const subresource& s : subresources_of(r)) {
        bj::object sub;
        sub["name"] = r.gvr.resource + "/" + s.name;
        sub["singularName"] = "";
        sub["namespaced"] = r.namespaced;
        if (!s.group.empty()) sub["group"] = s.group;
        if (!s.version.empty()) sub["version"] = s.version;
        sub["kind"] = s.kind;
        sub["verbs"] = strings(s.verbs);
        to.push_back(std::move(sub));
    }
}

bj::object response_kind(const resource& r, const subresource* s) {
    bj::object out;
    // Built-in kinds leave group and version empty: they are those of the document.
    const bool own = s == nullptr || s->group.empty();
    out["group"] = own ? (r.custom ? r.gvr.group : std::string()) : s->group;
    out["version"] = own ? (r.custom ? r.gvr.version : std::string()) : s->version;
    out["kind"] = s == nullptr ? r.kind : s->kind;
    return out;
}

bj::object discovered(const resource& r) {
    bj::object o;
    o["resource"] = r.gvr.resource;
    o["responseKind"] = response_kind(r, nullptr);
    o["scope"] = r.namespaced ? "Namespaced" : "Cluster";
    o["singularResource"] = r.singular;
    o["verbs"] = strings(r.verbs);
    if (!r.short_names.empty()) o["shortNames"] = strings(r.short_names);
    if (!r.categories.empty()) o["categories"] = strings(r.categories);
    bj::array subs;
    for (const subresource& s : subresources_of(r)) {
        bj::object sub;
        sub["subresource"] = s.name;
        sub["responseKind"] = response_kind(r, &s);
        sub["verbs"] = strings(s.verbs);
        subs.push_back(std::move(sub));
    }
    if (!subs.empty()) o["subresources"] = std::move(subs);
    return o;
}

bj::object version_of_group(std::string_view group, std::string_view version) {
    bj::object out;
    out["groupVersion"] = api_version(group, version);
    out["version"] = version;
    return out;
}

bj::object group_fields(const registry& resources, std::string_view group) {
    bj::object out;
    out["name"] = group;
    const std::vector<std::string> versions = resources.versions(group);
    bj::array list;
    for (const std::string& v : versions) list.push_back(version_of_group(group, v));
    out["versions"] = std::move(list);
    out["preferredVersion"] = version_of_group(group, versions.front());
    return out;
}

}  // namespace

std::string etag_of(std::string_view text) {
    std::string out;
    for (const char c : digest(EVP_sha512(), text)) {
        constexpr const char* digits = "0123456789ABCDEF";
        const auto byte = static_cast<unsigned char>(c);
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

std::string storage_version_hash(const resource& r) {
    // The real server stores these in versions that it does not serve.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> unserved{
        {{"customresourcedefinitions.apiextensions.k8s.io", "apiextensions.k8s.io/v1beta1"},
         {"clustertrustbundles.certificates.k8s.io", "certificates.k8s.io/v1beta1"},
         {"podcertificaterequests.certificates.k8s.io", "certificates.k8s.io/v1beta1"},
         {"devicetaintrules.resource.k8s.io", "resource.k8s.io/v1beta2"},
         {"storageversionmigrations.storagemigration.k8s.io", "storagemigration.k8s.io/v1beta1"}}};
    std::string stored = r.storage_version;
    for (const auto& [storage, version] : unserved)
        if (r.storage == storage) stored = version;
    if (stored.find('/') == std::string::npos) stored = "/" + stored;
    return base64_encode(digest(EVP_sha256(), stored + "/" + r.kind).substr(0, 8));
}

std::string git_version() {
    return fmt::format("v{}+setpoint", kubernetes_release);
}

bj::object version_document(emulated_version v) {
    bj::object out;
    out["major"] = "1";
    out["minor"] = kubernetes_minor;
    out["emulationMajor"] = "1";
    out["emulationMinor"] = minor_of(v);
    out["minCompatibilityMajor"] = "1";
    out["minCompatibilityMinor"] = compatible_minor_of(v);
    out["gitVersion"] = git_version();
    out["gitCommit"] = "";
    out["gitTreeState"] = "clean";
    out["buildDate"] = "1970-01-01T00:00:00Z";
    out["goVersion"] = "";
    out["compiler"] = "clang";
    out["platform"] = "linux/amd64";
    return out;
}

bj::object api_versions(std::string_view server_address) {
    bj::object out;
    out["kind"] = "APIVersions";
    bj::array versions;
    versions.emplace_back("v1");
    out["versions"] = std::move(versions);
    bj::object address;
    address["clientCIDR"] = "0.0.0.0/0";
    address["serverAddress"] = server_address;
    bj::array addresses;
    addresses.push_back(std::move(address));
    out["serverAddressByClientCIDRs"] = std::move(addresses);
    return out;
}

bj::object api_group_list(const registry& resources) {
    bj::object out;
    out["kind"] = "APIGroupList";
    out["apiVersion"] = "v1";
    bj::array groups;
    std::string_view last;
    for (const registry::group_version* gv : resources.all()) {
        // Versions of a group are adjacent.
        if (gv->group.empty() || gv->group == last) continue;
        last = gv->group;
        groups.push_back(group_fields(resources, gv->group));
    }
    out["groups"] = std::move(groups);
    return out;
}

std::optional<bj::object> api_group(const registry& resources, std::string_view group) {
    if (group.empty() || resources.versions(group).empty()) return std::nullopt;
    bj::object out;
    out["kind"] = "APIGroup";
    out["apiVersion"] = "v1";
    for (auto& [key, value] : group_fields(resources, group)) out.emplace(key, std::move(value));
    return out;
}

std::optional<bj::object> api_resource_list(const registry& resources, std::string_view group,
                                            std::string_view version) {
    for (const registry::group_version* gv : resources.all()) {
        if (gv->group != group || gv->version != version) continue;
        bj::object out;
        out["kind"] = "APIResourceList";
        if (!group.empty()) out["apiVersion"] = "v1";
        out["groupVersion"] = api_version(group, version);
        bj::array list;
        for (const auto& [plural, r] : gv->resources) add_resource(list, *r);
        out["resources"] = std::move(list);
        return out;
    }
    return std::nullopt;
}

bj::object aggregated_discovery(const registry& resources, bool core) {
    bj::object out;
    out["kind"] = "APIGroupDiscoveryList";
    out["apiVersion"] = "apidiscovery.k8s.io/v2";
    out["metadata"].emplace_object();
    bj::array items;
    std::string_view last;
    for (const registry::group_version* gv : resources.all()) {
        if (gv->group.empty() != core) continue;
        if (items.empty() || gv->group != last) {
            bj::object item;
            bj::object& metadata = item["metadata"].emplace_object();
            if (!gv->group.empty()) metadata["name"] = gv->group;
            item["versions"].emplace_array();
            items.push_back(std::move(item));
        }
        last = gv->group;
        bj::object version;
        version["version"] = gv->version;
        bj::array list;
        for (const auto& [plural, r] : gv->resources) list.push_back(discovered(*r));
        version["resources"] = std::move(list);
        version["freshness"] = "Current";
        items.back().at("versions").as_array().push_back(std::move(version));
    }
    out["items"] = std::move(items);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
