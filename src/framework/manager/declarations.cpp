#include "setpoint/manager/declarations.hpp"

#include "framework/manager/webhook_manifests.hpp"
#include "setpoint/api/crd.hpp"
#include "setpoint/api/rbac.hpp"

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 {

manager_declarations::manager_declarations(loop& l, client& api, const logger& log, metrics& m,
                                           manager_options options)
    : options_(std::move(options)),
      cache_(l, api, log, m, {options_.namespaces, {}, {}}, {options_.streaming_lists}) {}

controller_declaration& manager_declarations::declare_controller() {
    return declared_.emplace_back();
}

namespace {

std::string_view metadata_name(const boost::json::object& crd) {
    return crd.at("metadata").at("name").as_string();
}

}  // namespace

conversion_declaration& manager_declarations::declare_conversion(const kind_info& hub) {
    for (conversion_declaration& d : conversions_)
        if (d.hub == &hub) return d;
    return conversions_.emplace_back();
}

std::vector<boost::json::object> manager_declarations::crds() const {
    // All versions of a kind are in one definition.
    std::map<std::pair<std::string, std::string>, std::vector<const kind_info*>> by_kind;
    const auto add = [&](const kind_info* kind) {
        if (!kind->custom || kind->is_partial || kind->description.is_external) return;
        auto& versions = by_kind[{std::string(kind->gvk.group), std::string(kind->gvk.kind)}];
        if (std::find(versions.begin(), versions.end(), kind) == versions.end()) versions.push_back(kind);
    };
    for (const controller_declaration& d : declared_) {
        add(d.kind);
        for (const kind_info* kind : d.also_serves) add(kind);
    }
    for (const kind_info* kind : defined_) add(kind);
    for (const conversion_declaration& d : conversions_) {
        add(d.hub);
        for (const auto& v : d.versions) add(v.kind);
    }
    std::vector<boost::json::object> all;
    all.reserve(by_kind.size());
    for (const auto& [name, versions] : by_kind) all.push_back(crd_of(versions));
    for (const conversion_declaration& d : conversions_)
        for (boost::json::object& crd : all)
            if (crd.at("metadata").at("name").as_string() == definition_name(d))
                crd["spec"].as_object()["conversion"] = conversion_stanza(address_of(options_));
    return all;
}

std::vector<boost::json::object> manager_declarations::external_crds() const {
    std::map<std::pair<std::string, std::string>, std::vector<const kind_info*>> used;
    const auto add = [&](const kind_info* kind) {
        if (!kind->custom || kind->is_partial) return;
        auto& versions = used[{std::string(kind->gvk.group), std::string(kind->gvk.kind)}];
        const auto same = [&](const kind_info* v) { return v->gvk == kind->gvk; };
        if (std::ranges::none_of(versions, same)) versions.push_back(kind);
    };
    const auto add_external = [&](const kind_info* kind) {
        if (kind->description.is_external) add(kind);
    };
    for (const controller_declaration& d : declared_) {
        add_external(d.kind);
        for (const access& a : d.accesses) add_external(a.kind);
        for (const watch& w : d.watches)
            if (w.need == presence::required) add(w.kind);
    }
    for (const access& a : accesses_) add_external(a.kind);
    for (const kind_info* kind : cache_.kinds()) add_external(kind);
    for (const kind_info* kind : defined_) add_external(kind);
    std::vector<boost::json::object> all;
    const auto ours = crds();
    for (const auto& [name, versions] : used) {
        const auto stored = [](const kind_info* k) { return k->description.is_storage; };
        if (std::ranges::count_if(versions, stored) != 1) continue;
        boost::json::object crd = crd_of(versions);
        const auto same = [&](const boost::json::object& o) {
            return metadata_name(o) == metadata_name(crd);
        };
        if (std::ranges::none_of(ours, same)) all.push_back(std::move(crd));
    }
    return all;
}

namespace {

// For clients that scrape metrics. An administrator binds it to Prometheus' service account.
boost::json::object metrics_reader(const std::string& name) {
    boost::json::object role = cluster_role(name, {});
    role["rules"] = boost::json::array{boost::json::object{
        {"nonResourceURLs", boost::json::array{"/metrics"}}, {"verbs", boost::json::array{"get"}}}};
    return role;
}

// In the namespace of the Lease; without one if none was given, so that `kubectl apply -n` chooses it.
boost::json::object election_role(const std::string& name, const std::string& ns) {
    std::vector<resource_access> accesses;
    for (const verb v : {verb::get, verb::watch, verb::create, verb::update})
        accesses.push_back({"coordination.k8s.io", "leases", "", std::string(to_string(v))});
    for (const verb v : {verb::create, verb::patch})
        accesses.push_back({"events.k8s.io", "events", "", std::string(to_string(v))});
    boost::json::object made = role(ns, name, accesses);
    if (ns.empty()) made["metadata"].as_object().erase("namespace");
    return made;
}

}  // namespace

std::vector<boost::json::object> manager_declarations::roles(
    const std::vector<std::string>& namespaces) const {
    std::vector<resource_access> accesses;
    const auto add = [&](const access& a) {
        for (const verb v : a.verbs)
            accesses.push_back({a.kind->gvk.group, a.kind->plural, a.subresource, std::string(to_string(v))});
    };
    for (const controller_declaration& d : declared_)
        for (const access& a : d.accesses) add(a);
    for (const access& a : accesses_) add(a);
    // Kinds that the set-up function watches with cache().
    for (const kind_info* kind : cache_.kinds()) add({kind, "", {verb::get, verb::list, verb::watch}});
    // For the event recorder.
    for (const verb v : {verb::create, verb::patch})
        accesses.push_back({"events.k8s.io", "events", "", std::string(to_string(v))});
    const std::string name = options_.name + "-manager";
    std::vector<boost::json::object> all;
    if (namespaces.empty()) all.push_back(cluster_role(name, accesses));
    for (const std::string& ns : namespaces) all.push_back(role(ns, name, accesses));
    if (options_.election.enabled)
        all.push_back(election_role(options_.name + "-leader-election", options_.election.ns));
    if (options_.metrics_secure) {
        // Reviews are cluster-scoped.
        all.push_back(cluster_role(options_.name + "-metrics-auth",
                                   {{"authentication.k8s.io", "tokenreviews", "", "create"},
                                    {"authorization.k8s.io", "subjectaccessreviews", "", "create"}}));
        all.push_back(metrics_reader(options_.name + "-metrics-reader"));
    }
    for (boost::json::object& one : webhook_roles(options_, webhooks_, conversions_))
        all.push_back(std::move(one));
    return all;
}

std::string manager_declarations::webhook_host_name() const {
    if (webhooks_.empty() && conversions_.empty()) return {};
    return webhook_host_names(address_of(options_)).front();
}

bool manager_declarations::changes(const kind_info& kind) const {
    const auto among = [&](const std::vector<access>& all) {
        return std::any_of(all.begin(), all.end(), [&](const access& a) {
            return a.kind->resource() == kind.resource() &&
                   std::any_of(a.verbs.begin(), a.verbs.end(),
                               [](verb v) { return v == verb::patch || v == verb::update; });
        });
    };
    return among(accesses_) ||
           std::any_of(declared_.begin(), declared_.end(),
                       [&](const controller_declaration& d) { return among(d.accesses); });
}

std::vector<boost::json::object> manager_declarations::webhook_configurations() const {
    const webhook_address at = address_of(options_);
    auto mutating = mutating_configuration(options_.name, webhooks_, at);
    auto validating = validating_configuration(options_.name, webhooks_, at);
    if (!mutating) throw fault(mutating.error());
    if (!validating) throw fault(validating.error());
    std::vector<boost::json::object> all;
    if (!mutating->webhooks.empty()) all.push_back(object_to_json(*mutating));
    if (!validating->webhooks.empty()) all.push_back(object_to_json(*validating));
    return all;
}

}}  // namespace setpoint::v0
