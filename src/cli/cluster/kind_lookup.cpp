#include "cli/cluster/kind_lookup.hpp"

#include "setpoint/api/admissionregistration_v1.hpp"
#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/autoscaling_v2.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/coordination_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/networking_v1.hpp"
#include "setpoint/api/policy_v1.hpp"
#include "setpoint/api/rbac_v1.hpp"
#include "setpoint/api/scheduling_v1.hpp"
#include "setpoint/api/storage_v1.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

std::string lower(std::string_view s) {
    std::string out(s);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

}  // namespace

template <api_object... T>
void kind_lookup::add_kinds() {
    (add(kind_of<T>().gvk, kind_of<T>().plural, kind_of<T>().scope, kind_of<T>().has_status), ...);
}

kind_lookup::kind_lookup() {
    using namespace kinds;
    add_kinds<custom_resource_definition, namespace_, service_account, core_v1::secret, config_map, service,
              pod, node, persistent_volume_claim, persistent_volume, limit_range, resource_quota>();
    add_kinds<rbac_v1::role, rbac_v1::cluster_role, role_binding, cluster_role_binding>();
    add_kinds<deployment, replica_set, stateful_set, daemon_set, job, cron_job>();
    add_kinds<mutating_webhook_configuration, validating_webhook_configuration, validating_admission_policy,
              validating_admission_policy_binding>();
    add_kinds<ingress, ingress_class, network_policy, horizontal_pod_autoscaler, pod_disruption_budget>();
    add_kinds<priority_class, storage_class, lease>();
}

void kind_lookup::add(const group_version_kind& gvk, std::string plural, scope where, bool has_status) {
    kinds_[gvk] = std::make_unique<const kind_info>(dynamic_kind(gvk, std::move(plural), where, has_status));
}

const kind_info* kind_lookup::find(const group_version_kind& gvk) const {
    const auto found = kinds_.find(gvk);
    return found == kinds_.end() ? nullptr : found->second.get();
}

void kind_lookup::define(const bj::object& definition) {
    const bj::object* const spec = object_in(definition, "spec");
    const bj::object* const names = spec ? object_in(*spec, "names") : nullptr;
    const bj::array* const versions = spec ? array_in(*spec, "versions") : nullptr;
    if (!names || !versions) return;
    for (const bj::value& v : *versions) {
        const bj::object* const version = v.if_object();
        if (!version) continue;
        const group_version_kind gvk(std::string(text_in(*spec, "group")),
                                     std::string(text_in(*version, "name")),
                                     std::string(text_in(*names, "kind")));
        add(gvk, std::string(text_in(*names, "plural")),
            text_in(*spec, "scope") == "Cluster" ? scope::cluster : scope::namespaced, true);
    }
}

awaitable<result<const kind_info*>> kind_lookup::find(client& api, group_version_kind gvk) {
    if (const kind_info* const known = find(gvk)) co_return known;
    const auto definitions = co_await api.list<apiextensions_v1::custom_resource_definition>();
    if (!definitions) co_return definitions.error();
    for (const auto& d : *definitions)
        for (const apiextensions_v1::custom_resource_definition_version& v : d->spec.versions)
            if (d->spec.group == gvk.group && v.name == gvk.version && d->spec.names.kind == gvk.kind) {
                add(gvk, d->spec.names.plural.str(),
                    d->spec.scope == "Cluster" ? scope::cluster : scope::namespaced, true);
                co_return find(gvk);
            }
    co_return error(
        errc::not_found,
        fmt::format("the cluster has no kind {} in {}; install its CustomResourceDefinition first", gvk.kind,
                    gvk.api_version()));
}

result<group_version_kind> kind_of_object(const bj::object& o) {
    const bj::object* const metadata = object_in(o, "metadata");
    if (!metadata || text_in(*metadata, "name").empty())
        return error(errc::bad_data,
                     fmt::format("an object of kind \"{}\" has no metadata.name", text_in(o, "kind")));
    return group_version_kind::parse(text_in(o, "apiVersion"), text_in(o, "kind"));
}

std::string shown_name(const group_version_kind& gvk, std::string_view name) {
    return fmt::format("{}{}{}/{}", lower(gvk.kind), gvk.group.empty() ? "" : ".", gvk.group, name);
}

}}}  // namespace setpoint::v0::cli
