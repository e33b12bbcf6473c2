#include "apiserver/controllers/storage/binding_plan.hpp"

#include "setpoint/json/encode.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

using step = claim_step::kind;

constexpr std::string_view default_class_annotation = "storageclass.kubernetes.io/is-default-class";
constexpr const char* provisioned_by = "pv.kubernetes.io/provisioned-by";

class_ptr class_named(const std::vector<class_ptr>& all, std::string_view name) {
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const auto& c) { return c->metadata.name == name; });
    return at == all.end() ? nullptr : *at;
}

bool is_delayed(const class_ptr& of_class) {
    return of_class && of_class->volume_binding_mode == "WaitForFirstConsumer";
}

// The newest of several, then the first by name.
class_ptr default_class(const std::vector<class_ptr>& all) {
    class_ptr best;
    for (const class_ptr& c : all) {
        const auto mark = c->metadata.annotations.find(default_class_annotation);
        if (mark == c->metadata.annotations.end() || mark->second != "true") continue;
        if (!best || c->metadata.creation_timestamp > best->metadata.creation_timestamp ||
            (c->metadata.creation_timestamp == best->metadata.creation_timestamp &&
             c->metadata.name < best->metadata.name))
            best = c;
    }
    return best;
}

claim_step waiting(event_type type, std::string reason, std::string message) {
    return {step::wait, nullptr, nullptr, storage_event{type, std::move(reason), std::move(message)}};
}
claim_step lost(std::string reason, std::string message) {
    return {step::lose, nullptr, nullptr,
            storage_event{event_type::warning, std::move(reason), std::move(message)}};
}

claim_step wait_for_consumer(const std::vector<std::string>& pods) {
    if (pods.empty())
        return waiting(event_type::normal, "WaitForFirstConsumer",
                       "waiting for first consumer to be created before binding");
    return waiting(event_type::normal, "WaitForPodScheduled",
                   fmt::format("waiting for pod{} {} to be scheduled", pods.size() > 1 ? "s" : "",
                               fmt::join(pods, ",")));
}

claim_step provision(const class_ptr& of_class, const std::string& name) {
    if (!of_class)
        return waiting(event_type::warning, "ProvisioningFailed",
                       fmt::format("storageclass.storage.k8s.io \"{}\" not found", name));
    if (of_class->provisioner == own_provisioner) return {step::provision, nullptr, of_class};
    if (of_class->provisioner.starts_with("kubernetes.io/"))
        return waiting(event_type::warning, "ProvisioningFailed",
                       fmt::format("no volume plugin matched name: {}", of_class->provisioner));
    return {step::request, nullptr, of_class,
            storage_event{event_type::normal, "ExternalProvisioning",
                          fmt::format("Waiting for a volume to be created either by the external provisioner "
                                      "'{}' or manually by the system administrator. If volume creation is "
                                      "delayed, please verify that the provisioner is running and correctly "
                                      "registered.",
                                      of_class->provisioner)}};
}

claim_step plan_unbound(const partial_claim& c, const claim_seen& seen) {
    const std::string name = class_of(c);
    const class_ptr of_class = class_named(seen.classes, name);
    const bool delayed = is_delayed(of_class);
    if (volume_ptr v = find_volume(c, seen.volumes, delayed)) return {step::bind, std::move(v)};
    if (!names_class(c))
        if (class_ptr usual = default_class(seen.classes)) return {step::classify, nullptr, std::move(usual)};
    if (delayed && !has_annotation(c.metadata, selected_node)) return wait_for_consumer(seen.waiting_pods);
    if (!name.empty()) return provision(of_class, name);
    return waiting(event_type::normal, "FailedBinding",
                   "no persistent volumes available for this claim and no storage class is set");
}

claim_step plan_requested(const partial_claim& c, const volume_ptr& v) {
    if (!v) return {step::wait};
    if (!v->spec.claim_ref) {
        if (const std::string why = mismatch(*v, c); !why.empty())
            return waiting(event_type::warning, "VolumeMismatch",
                           fmt::format("Cannot bind to requested volume \"{}\": {}", v->metadata.name, why));
        return {step::bind, v};
    }
    if (is_bound_to(*v, c)) return {step::bind, v};
    return waiting(event_type::warning, "FailedBinding",
                   fmt::format("volume \"{}\" already bound to a different claim.", v->metadata.name));
}

claim_step plan_bound(const partial_claim& c, const volume_ptr& v) {
    if (c.spec.volume_name.empty())
        return lost("ClaimLost",
                    "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!");
    if (!v)
        return lost("ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
    if (!v->spec.claim_ref || v->spec.claim_ref->uid == c.metadata.uid) return {step::bind, v};
    return lost("ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly");
}

bj::object reference_to(const partial_claim& c) {
    return {{"kind", "PersistentVolumeClaim"},
            {"namespace", c.metadata.ns.view()},
            {"name", c.metadata.name.view()},
            {"uid", c.metadata.uid.view()},
            {"apiVersion", "v1"},
            {"resourceVersion", c.metadata.resource_version.view()}};
}

volume_step reclaim(const partial_volume& v) {
    volume_step s;
    if (v.status.phase != "Released" && v.status.phase != "Failed") s.phase = "Released";
    const auto made_by = v.metadata.annotations.find(std::string_view(provisioned_by));
    const bool own = made_by != v.metadata.annotations.end() && made_by->second == own_provisioner;
    if (v.spec.reclaim_policy == "Delete" && own) s.remove = true;
    return s;
}

}  // namespace

bool waits_for_consumer(const partial_claim& c, const std::vector<class_ptr>& classes) {
    return is_delayed(class_named(classes, class_of(c))) && !has_annotation(c.metadata, selected_node);
}

bool wants_more(const partial_claim& c) {
    const auto wanted = c.spec.resources.requests.find(std::string_view("storage"));
    const auto has = c.status.capacity.find(std::string_view("storage"));
    return c.status.phase == "Bound" && wanted != c.spec.resources.requests.end() &&
           (has == c.status.capacity.end() || has->second < wanted->second);
}

bj::object expand_volume(const partial_claim& c) {
    bj::object capacity, spec, patch;
    capacity["storage"] = json::to_value(c.spec.resources.requests).at("storage");
    spec["capacity"] = std::move(capacity);
    patch["spec"] = std::move(spec);
    return patch;
}

claim_step plan_claim(const partial_claim& c, const claim_seen& seen) {
    const auto at = std::find_if(seen.volumes.begin(), seen.volumes.end(),
                                 [&](const volume_ptr& v) { return v->metadata.name == c.spec.volume_name; });
    const volume_ptr named = at == seen.volumes.end() ? nullptr : *at;
    claim_step s;
    if (has_annotation(c.metadata, bind_completed))
        s = plan_bound(c, named);
    else
        s = c.spec.volume_name.empty() ? plan_unbound(c, seen) : plan_requested(c, named);
    const class_ptr& k = seen.bound_class;
    if (s.what == step::bind && wants_more(c) && k && k->provisioner == own_provisioner &&
        k->allow_volume_expansion.value_or(false) && is_bound_to(*s.volume, c))
        s.what = step::expand;
    // Reported once.
    if (s.what == step::lose && c.status.phase == "Lost") s = {};
    return s;
}

bj::object make_volume(const partial_claim& c, const partial_storage_class& of_class) {
    const std::string name = "pvc-" + c.metadata.uid.str();
    bj::array modes;
    for (const interned_string& m : c.spec.access_modes) modes.push_back(bj::string(m.view()));
    const auto size = c.spec.resources.requests.find(std::string_view("storage"));
    bj::object capacity;
    capacity["storage"] = size == c.spec.resources.requests.end()
                              ? bj::value("1Gi")
                              : json::to_value(c.spec.resources.requests).at("storage");
    bj::object annotations, meta, spec;
    annotations[provisioned_by] = own_provisioner;
    meta["name"] = name;
    meta["annotations"] = std::move(annotations);
    spec["accessModes"] = std::move(modes);
    spec["capacity"] = std::move(capacity);
    spec["claimRef"] = reference_to(c);
    spec["csi"] = bj::object{{"driver", own_driver}, {"volumeHandle", name}};
    spec["persistentVolumeReclaimPolicy"] =
        of_class.reclaim_policy.empty() ? std::string_view("Delete") : of_class.reclaim_policy.view();
    spec["storageClassName"] = of_class.metadata.name.view();
    if (!c.spec.volume_mode.empty()) spec["volumeMode"] = c.spec.volume_mode.view();
    return {{"apiVersion", "v1"},
            {"kind", "PersistentVolume"},
            {"metadata", std::move(meta)},
            {"spec", std::move(spec)}};
}

volume_step plan_volume(const partial_volume& v, const partial_claim* claim) {
    volume_step s;
    const bool unused = !v.spec.claim_ref || v.spec.claim_ref->uid.empty();
    const bool elsewhere =
        claim && !claim->spec.volume_name.empty() && claim->spec.volume_name != v.metadata.name;
    const bool surplus =
        elsewhere && has_annotation(v.metadata, provisioned_by) && v.spec.reclaim_policy == "Delete";
    const bool by_user = elsewhere && !surplus && !has_annotation(v.metadata, bound_by_controller);
    if (unused || by_user) {
        s.phase = "Available";
    } else if (!claim || surplus) {
        s = reclaim(v);
    } else if (elsewhere) {
        s.unbind = true;
    } else if (!claim->spec.volume_name.empty()) {
        s.phase = "Bound";
    } else if (!has_same_mode(v, *claim)) {
        s.event = {
            event_type::warning, "VolumeMismatch",
            fmt::format("Cannot bind PersistentVolume to requested PersistentVolumeClaim \"{}\" due to "
                        "incompatible volumeMode.",
                        claim->metadata.name)};
    }
    if (s.phase == v.status.phase) s.phase.clear();
    return s;
}

bj::object bind_volume(const partial_volume& v, const partial_claim& c) {
    bj::object patch;
    if (!is_bound_to(v, c) && !has_annotation(v.metadata, bound_by_controller)) {
        bj::object annotations, meta;
        annotations[bound_by_controller] = "yes";
        meta["annotations"] = std::move(annotations);
        patch["metadata"] = std::move(meta);
    }
    if (!v.spec.claim_ref || v.spec.claim_ref->uid != c.metadata.uid) {
        bj::object spec;
        spec["claimRef"] = reference_to(c);
        patch["spec"] = std::move(spec);
    }
    return patch;
}

bj::object bind_claim(const partial_claim& c, const partial_volume& v) {
    bj::object patch, annotations;
    if (c.spec.volume_name != v.metadata.name) {
        bj::object spec;
        spec["volumeName"] = v.metadata.name.view();
        patch["spec"] = std::move(spec);
        if (!has_annotation(c.metadata, bound_by_controller)) annotations[bound_by_controller] = "yes";
    }
    if (!has_annotation(c.metadata, bind_completed)) annotations[bind_completed] = "yes";
    if (!annotations.empty()) {
        bj::object meta;
        meta["annotations"] = std::move(annotations);
        patch["metadata"] = std::move(meta);
    }
    return patch;
}

partial_claim_status bound_status(const partial_volume& v) {
    partial_claim_status s;
    s.phase = "Bound";
    s.access_modes = v.spec.access_modes;
    s.capacity = v.spec.capacity;
    return s;
}

}}}  // namespace setpoint::v0::apiserver
