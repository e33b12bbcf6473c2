
#include "apiserver/server/initial_objects.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/schema/embedded_table.hpp"
#include "apiserver/server/bootstrap_roles.hpp"
#include "apiserver/write/writer.hpp"
#include "setpoint/core/task_scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

SETPOINT_TABLE(initial_objects, "initial_objects.json");

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view automanaged = "kube-aggregator.kubernetes.io/automanaged";

bool serves(const server_state& w, std::string_view group, std::string_view version) {
    const std::vector<std::string> all = w.kinds.versions(group);
    return std::ranges::find(all, version) != all.end();
}

// As the aggregator does: an APIService for each version of the group that definitions serve.
void keep_api_services(server_state& w, const std::string& group) {
    const resource_ptr r = w.kinds.find("apiregistration.k8s.io", "v1", "apiservices");
    std::set<std::string> missing;
    for (const std::string& version : w.kinds.versions(group)) missing.insert(version);
    for (const record_ptr& o : w.of(*r).list("", 0, std::nullopt, 0, nullptr).items) {
        const bj::object tree = o->parse();
        if (text_at(object_of(tree, "spec"), "group") != group) continue;
        const std::string version(text_at(object_of(tree, "spec"), "version"));
        if (missing.erase(version) > 0) continue;
        if (text_at(object_of(tree, {"metadata", "labels"}), automanaged) == "true") w.drop(*r, o->key);
    }
    for (const std::string& version : missing)
        keep_unvalidated(
            w, *r,
            {{"apiVersion", "apiregistration.k8s.io/v1"},
             {"kind", "APIService"},
             {"metadata",
              {{"name", fmt::format("{}.{}", version, group)}, {"labels", {{automanaged, "true"}}}}},
             {"spec",
              {{"group", group},
               {"version", version},
               {"groupPriorityMinimum", 1000},
               {"versionPriority", 100}}}});
}

// From an earlier start, with a data folder.
bool is_there(server_state& w, const resource& r, const bj::object& o) {
    const bj::object& meta = object_of(o, "metadata");
    return w.of(r).get({std::string(text_at(meta, "namespace")), std::string(text_at(meta, "name"))}) !=
           nullptr;
}

void add(server_state& w, std::string_view group, std::string_view version, std::string_view plural,
         std::string_view text) {
    const resource_ptr r = w.kinds.find(group, version, plural);
    if (!r) return;
    bj::object o = json_text::parse_own(text).as_object();
    if (is_there(w, *r, o)) return;
    o["kind"] = r->kind;
    o["apiVersion"] = r->gvr.api_version();
    fill_defaults(*r, o);
    std::vector<std::string> warnings;
    write_options options;
    options.manager = "kube-apiserver";
    // No webhook is there yet, so that nothing suspends.
    auto done = run_now(object_writer(w, *r, "", options, warnings).create(std::move(o)));
    if (!done) throw std::logic_error("initial object: " + done.error().message);
}

// What servers of aggregated APIs read to verify their clients.
bj::object authentication_map(const std::string& ca_pem, const front_proxy_options& proxies) {
    bj::object data;
    if (!ca_pem.empty()) data["client-ca-file"] = ca_pem;
    if (!proxies.client_ca_pem.empty()) {
        const auto list = [](const std::vector<std::string>& names) {
            bj::array out;
            for (const std::string& each : names) out.emplace_back(each);
            return json_text::serialize(bj::value(std::move(out)));
        };
        data["requestheader-client-ca-file"] = proxies.client_ca_pem;
        data["requestheader-username-headers"] = list(proxies.username_headers);
        if (!proxies.uid_headers.empty()) data["requestheader-uid-headers"] = list(proxies.uid_headers);
        data["requestheader-group-headers"] = list(proxies.group_headers);
        data["requestheader-extra-headers-prefix"] = list(proxies.extra_prefixes);
        data["requestheader-allowed-names"] = list(proxies.allowed_names);
    }
    bj::object meta{{"name", "extension-apiserver-authentication"}, {"namespace", "kube-system"}};
    return {{"metadata", std::move(meta)}, {"data", std::move(data)}};
}

}  // namespace

void keep_unvalidated(server_state& w, const resource& r, bj::object o) {
    bj::object& meta = o["metadata"].as_object();
    meta["uid"] = w.new_uid();
    meta["creationTimestamp"] = w.time_text();
    const object_key key(std::string(text_at(meta, "namespace")), std::string(text_at(meta, "name")));
    if (r.kind == "APIService")
        make_object(o, "status")["conditions"] =
            bj::array{bj::object{{"type", "Available"},
                                 {"status", "True"},
                                 {"reason", "Local"},
                                 {"message", "Local APIServices are always available"}}};
    if (bj::object* status = object_at(o, "status")) {
        if (bj::array* conditions = list_at(*status, "conditions"))
            for_each_object(*conditions,
                            [&](bj::object& c, std::size_t) { c["lastTransitionTime"] = w.time_text(); });
        apply_go_encoding(o);
    }
    w.keep(r, key, in_order(std::move(o)));
}

void add_initial_objects(server_state& w) {
    for (const char* name : {"default", "kube-node-lease", "kube-public", "kube-system"})
        add(w, "", "v1", "namespaces", std::string(R"({"metadata":{"name":")") + name + "\"}}");
    add(w, "", "v1", "services", kubernetes_service);
    // SystemPriorityClasses of pkg/apis/scheduling/v1.
    for (const char* text :
         {R"({"metadata":{"name":"system-node-critical"},"value":2000001000,"description":
              "Used for system critical pods that must not be moved from their current node."})",
          R"({"metadata":{"name":"system-cluster-critical"},"value":2000000000,"description":
              "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary."})"})
        add(w, "scheduling.k8s.io", "v1", "priorityclasses", text);
}

bj::object initial_cluster_role(std::string_view name) {
    const bj::value all = json_text::parse_own(SETPOINT_TABLE_TEXT(initial_objects));
    for (const bj::value& v : list_of(all.as_object(), "clusterroles"))
        if (text_at(v.as_object(), {"metadata", "name"}) == name) return v.as_object();
    return {};
}

void add_bootstrap_objects(server_state& w, const std::string& ca_pem, const front_proxy_options& proxies) {
    add(w, "", "v1", "configmaps", json_text::serialize(authentication_map(ca_pem, proxies)));
    const bj::value all = json_text::parse_own(SETPOINT_TABLE_TEXT(initial_objects));
    reconcile_bootstrap_roles(w, all.as_object());
    for (const auto& [plural, list] : all.as_object())
        for_each_object(list.as_array(), [&](const bj::object& o, std::size_t) {
            if (text_at(o, "apiVersion").starts_with("rbac.")) return;
            const bj::object& spec = object_of(o, "spec");
            const bool is_service = text_at(o, "kind") == "APIService";
            if (is_service && !serves(w, text_at(spec, "group"), text_at(spec, "version"))) return;
            const std::string_view version = text_at(o, "apiVersion");
            const resource_ptr r = w.kinds.find(version.substr(0, version.find('/')), "v1", plural);
            if (!is_there(w, *r, o)) keep_unvalidated(w, *r, o);
        });
    w.stored.push_back([&w](const resource& r, const record_ptr& before, const record_ptr& now) {
        if (r.kind != "CustomResourceDefinition") return;
        keep_api_services(w, std::string(text_at(object_of((now ? now : before)->parse(), "spec"), "group")));
    });
}

}}}  // namespace setpoint::v0::apiserver
