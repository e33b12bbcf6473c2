#include "apiserver/state/field_ownership.hpp"

#include "apiserver/objects/go_encoding.hpp"

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::vector<std::vector<std::string>> reset_by_status(const resource& r) {
    // Those whose code uses update_spec_or_status_alone(): GetResetFields of pkg/registry.
    constexpr std::array<std::string_view, 10> alone{
        "apiservices.apiregistration.k8s.io",
        "volumeattachments.storage.k8s.io",
        "flowschemas.flowcontrol.apiserver.k8s.io",
        "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
        "devicetaintrules.resource.k8s.io",
        "podcertificaterequests.certificates.k8s.io",
        "resourceclaims.resource.k8s.io",
        "servicecidrs.networking.k8s.io",
        "storageversionmigrations.storagemigration.k8s.io",
        "validatingadmissionpolicies.admissionregistration.k8s.io"};
    if (r.custom || std::ranges::find(alone, r.storage) != alone.end()) return {{"f:spec"}, {"f:metadata"}};
    if (r.storage == "deployments.apps") return {{"f:spec"}, {"f:metadata", "f:labels"}};
    if (r.storage == "pods")
        return {{"f:spec"}, {"f:metadata", "f:deletionTimestamp"}, {"f:metadata", "f:ownerReferences"}};
    return {{"f:spec"}};
}

}  // namespace

bj::object zero_value_of(const resource& r) {
    bj::object out;
    out["kind"] = r.kind;
    out["apiVersion"] = r.gvr.api_version();
    if (!r.custom) add_zero_values(out);
    return out;
}

versioned_type versioned_type_of(const server_state& w, const resource& r, std::string_view subresource,
                                 const bj::object& blank, conversion_memo& known) {
    versioned_type t;
    t.type = r.type.get();
    t.changes = r.custom;
    t.zero_value = &blank;
    for (const std::string& v : w.kinds.versions(r.gvr.group)) {
        const resource_ptr other = r.custom ? w.kinds.find(r.gvr.group, v, r.gvr.resource) : nullptr;
        if (r.custom && (!other || other->storage != r.storage)) continue;
        t.versions.push_back(api_version(r.gvr.group, v));
        if (r.custom) t.version_types.push_back(other->type.get());
    }
    if (r.unserved)
        for (const resource_ptr& other : *r.unserved) {
            t.versions.push_back(other->gvr.api_version());
            t.version_types.push_back(other->type.get());
        }
    if (t.versions.size() < 2) t.version_types.clear();
    if (r.webhook)
        t.convert = [&known](const bj::object& object, const std::string& version) {
            return known.find(object, version);
        };
    if (r.has_status && subresource.empty()) t.reset = {{"f:status"}};
    if (r.storage == "certificatesigningrequests.certificates.k8s.io" && subresource.empty())
        t.reset = {{"f:spec"}, {"f:status"}};
    if (subresource == "finalize") t.reset = {{"f:status"}};
    if (subresource == "status") t.reset = reset_by_status(r);
    return t;
}

field_manager field_manager_of(const server_state& w, const resource& r, std::string_view subresource,
                               const write_options& o) {
    field_manager out;
    out.name = o.manager;
    out.api_version = r.gvr.api_version();
    out.subresource = subresource;
    out.now = w.time_text();
    out.force = o.force;
    return out;
}

}}}  // namespace setpoint::v0::apiserver
