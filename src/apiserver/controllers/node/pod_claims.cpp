#include "apiserver/controllers/node/pod_claims.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

bool waits_for_node(const partial_claim& c, const std::vector<class_ptr>& classes) {
    const std::string name = class_of(c);
    return std::any_of(classes.begin(), classes.end(), [&](const class_ptr& x) {
        return x->metadata.name == name && x->volume_binding_mode == "WaitForFirstConsumer";
    });
}

volume_ptr volume_of(const partial_claim& c, const std::vector<volume_ptr>& volumes) {
    const auto at = std::find_if(volumes.begin(), volumes.end(),
                                 [&](const volume_ptr& v) { return v->metadata.name == c.spec.volume_name; });
    return at == volumes.end() ? nullptr : *at;
}

}  // namespace

bool uses_claims(const partial_pod& p) {
    return std::any_of(p.spec.volumes.begin(), p.spec.volumes.end(),
                       [](const partial_pod_volume& v) { return !v.claim.claim_name.empty(); });
}

pod_claims claims_of(const partial_pod& p, const claims_seen& seen) {
    pod_claims out;
    for (const partial_pod_volume& v : p.spec.volumes) {
        if (v.claim.claim_name.empty()) continue;
        const auto at = seen.claims.find(v.claim.claim_name.view());
        if (at == seen.claims.end() || is_deleting(at->second->metadata)) {
            out.why = fmt::format("persistentvolumeclaim \"{}\" {}", v.claim.claim_name,
                                  at == seen.claims.end() ? "not found" : "is being deleted");
            return out;
        }
        const partial_claim& c = *at->second;
        if (!c.spec.volume_name.empty() && has_annotation(c.metadata, bind_completed)) {
            if (volume_ptr volume = volume_of(c, seen.volumes)) out.bound.push_back(std::move(volume));
        } else if (waits_for_node(c, seen.classes)) {
            out.delayed.push_back(at->second);
        } else {
            out.why = "pod has unbound immediate PersistentVolumeClaims";
            return out;
        }
    }
    return out;
}

std::string claim_mismatch(const pod_claims& claims, const partial_node& n) {
    for (const volume_ptr& v : claims.bound)
        if (!reaches(*v, n)) return "node(s) didn't match PersistentVolume's node affinity";
    for (const claim_ptr& c : claims.delayed) {
        const auto at = c->metadata.annotations.find(std::string_view(selected_node));
        if (at != c->metadata.annotations.end() && at->second != n.metadata.name)
            return "node(s) didn't find available persistent volumes to bind";
    }
    return {};
}

}}}  // namespace setpoint::v0::apiserver
