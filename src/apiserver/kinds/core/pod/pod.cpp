// Pods (pkg/registry/core/pod, pkg/apis/core/validation).

#include "apiserver/kinds/core/pod/mirror_pod.hpp"
#include "apiserver/kinds/core/pod/pod_resize.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/pod/pod_status.hpp"
#include "apiserver/kinds/core/pod/pod_tables.hpp"
#include "apiserver/kinds/core/pod/pod_warnings.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/columns.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/workload_warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/objects/quality_of_service.hpp"
#include "setpoint/api/field_error.hpp"
#include "setpoint/api/time.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void create_pod(bj::object& o, const kind_context& c) {
    bj::object& spec = make_object(o, "spec");
    if (number_at(spec, "terminationGracePeriodSeconds").value_or(0) < 0) {
        spec["terminationGracePeriodSeconds"] = 1;
    }
    fill_pod_level_resources(spec);
    bj::object status{{"phase", "Pending"}, {"qosClass", quality_of_service(spec)}};
    if (!list_of(spec, "schedulingGates").empty()) {
        status["conditions"] =
            bj::array{bj::object{{"type", "PodScheduled"},
                                 {"status", "False"},
                                 {"reason", "SchedulingGated"},
                                 {"message", "Scheduling is blocked due to non-empty scheduling gates"},
                                 {"lastProbeTime", nullptr},
                                 {"lastTransitionTime", nullptr}}};
        bj::object& fenced = status.at("conditions").get_array()[0].get_object();
        fenced["lastTransitionTime"] = timestamp::from(c.now).to_string();
    }
    o["status"] = std::move(status);
}

// An observedGeneration that was set is kept.
void keep_observed(bj::object& o, const bj::object& old) {
    bj::object& status = make_object(o, "status");
    const bj::object& before = object_of(old, "status");
    if (number_at(status, "observedGeneration").value_or(0) == 0)
        copy_field(status, before, "observedGeneration");
    if (text_at(status, "qosClass").empty()) copy_field(status, before, "qosClass");
    // Clients that do not know these fields leave them out; an empty list clears them.
    for (const char* key :
         {"resourceClaimStatuses", "extendedResourceClaimStatus", "nodeAllocatableResourceClaimStatuses"})
        if (value_at(status, key) == nullptr && value_at(before, key) != nullptr)
            copy_field(status, before, key);
    bj::array* conditions = list_at(status, "conditions");
    if (conditions == nullptr) return;
    for_each_object(*conditions, [&](bj::object& now, std::size_t) {
        if (number_at(now, "observedGeneration").value_or(0) != 0) return;
        bool done = false;
        for_each_object(list_of(before, "conditions"), [&](const bj::object& was, std::size_t) {
            if (done || text_at(was, "type") != text_at(now, "type")) return;
            copy_field(now, was, "observedGeneration");
            done = true;
        });
    });
}

void update_pod(bj::object& o, const bj::object& old, const kind_context& c) {
    if (is_status(c)) {
        copy_field(o, old, "spec");
        bj::object& meta = make_object(o, "metadata");
        // The live deletionTimestamp is restored afterwards.
        if (value_at(meta, "deletionTimestamp") != nullptr) meta.stable_erase("deletionTimestamp");
        copy_field(meta, object_of(old, "metadata"), "ownerReferences");
        keep_observed(o, old);
        return;
    }
    if (c.subresource == "ephemeralcontainers" || c.subresource == "resize") keep_metadata(o, old);
    if (c.subresource == "ephemeralcontainers") {
        const bj::object wanted = object_of(o, "spec");
        copy_field(o, old, "spec");
        copy_field(make_object(o, "spec"), wanted, "ephemeralContainers");
    }
    if (c.subresource == "resize") {
        prepare_pod_resize(o, old);
        fill_pod_level_resources(make_object(o, "spec"));
    }
    copy_field(o, old, "status");
    bj::object& spec = make_object(o, "spec");
    if (value_at(spec, "resources") == nullptr && value_at(object_of(old, "spec"), "resources") != nullptr)
        copy_field(spec, object_of(old, "spec"), "resources");
    if (number_at(spec, "terminationGracePeriodSeconds").value_or(0) < 0)
        spec["terminationGracePeriodSeconds"] = 1;
}

// podIP and the first of podIPs are the same, and podIP counts.
void default_pod(bj::object& o) {
    apply_go_encoding(o);
    bj::object* status = object_at(o, "status");
    if (status == nullptr) return;
    const std::string ip(text_at(*status, "podIP"));
    const bj::array& all = list_of(*status, "podIPs");
    const std::string first(
        all.empty() || !all.front().is_object() ? "" : text_at(all.front().get_object(), "ip"));
    if (!ip.empty() && (all.empty() || first != ip)) {
        (*status)["podIPs"] = bj::array{bj::object{{"ip", ip}}};
    } else if (ip.empty() && !first.empty()) {
        (*status)["podIP"] = first;
    } else {
        return;
    }
    apply_go_encoding(o);
}

void validate_any_pod(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_mirror_pod(o, to);
    const bj::object& spec = object_of(o, "spec");
    validate_pod_spec(spec, &object_of(o, "metadata"), "spec", to,
                      old == nullptr ? nullptr : object_at(*old, "spec"));
    if (text_at(spec, "serviceAccountName").empty()) {
        for_each_object(list_of(spec, "volumes"), [&](const bj::object& v, std::size_t i) {
            const bj::array& sources = list_of(object_of(v, "projected"), "sources");
            for_each_object(sources, [&](const bj::object& s, std::size_t k) {
                if (value_at(s, "serviceAccountToken") == nullptr) return;
                forbidden(
                    to,
                    indexed(indexed("spec.volumes", i) + ".projected.sources", k) + ".serviceAccountToken",
                    "must not be specified when serviceAccountName is not set");
            });
        });
    }
    for (const char* list : {"containers", "initContainers"}) {
        for_each_object(list_of(spec, list), [&](const bj::object& container, std::size_t i) {
            validate_image_padding(container, indexed(child("spec", list), i), to);
        });
    }
}

void validate_pod(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_pod(o, nullptr, to);
    const bj::object& spec = object_of(o, "spec");
    if (!list_of(spec, "ephemeralContainers").empty()) {
        forbidden(to, "spec.ephemeralContainers", "cannot be set on create");
    }
    if (!text_at(spec, "nodeName").empty() && !list_of(spec, "schedulingGates").empty()) {
        forbidden(to, "spec.nodeName", "cannot be set until all schedulingGates have been cleared");
    }
}

// Ephemeral containers can only be added.
void validate_ephemeral_kept(const bj::object& o, const bj::object& old, field_errors& to) {
    if (is_mirror_pod(old)) return refuse_pod_change("static pods do not support ephemeral containers", to);
    constexpr const char *list = "ephemeralContainers", *path = "spec.ephemeralContainers";
    const bj::array& now = list_of(object_of(o, "spec"), list);
    for_each_object(list_of(object_of(old, "spec"), list), [&](const bj::object& was, std::size_t) {
        const std::string name(text_at(was, "name"));
        const auto same_name = [&](const bj::value& v) {
            return v.is_object() && text_at(v.get_object(), "name") == name;
        };
        const auto found = std::find_if(now.begin(), now.end(), same_name);
        if (found == now.end())
            forbidden(to, path, "existing ephemeral containers \"" + name + "\" may not be removed\n");
        else if (found->get_object() != was)
            forbidden(to, path, "existing ephemeral containers \"" + name + "\" may not be changed\n");
    });
}

void validate_pod_update(const bj::object& o, const bj::object& old, const kind_context& c,
                         field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_mirror_kept(o, old, to);
        validate_pod_status(o, old, to);
        return;
    }
    validate_any_pod(o, &old, to);
    if (c.subresource != "resize") validate_mirror_kept(o, old, to);
    if (c.subresource.empty()) validate_pod_changes(o, old, to);
    if (c.subresource == "ephemeralcontainers") validate_ephemeral_kept(o, old, to);
    if (c.subresource == "resize") validate_pod_resize(o, old, to);
}

std::int64_t pod_grace(const bj::object& o, std::optional<std::int64_t> asked) {
    const bj::object& spec = object_of(o, "spec");
    const std::string_view phase = text_at(object_of(o, "status"), "phase");
    if (text_at(spec, "nodeName").empty() || phase == "Failed" || phase == "Succeeded") return 0;
    const std::int64_t seconds =
        asked ? *asked : number_at(spec, "terminationGracePeriodSeconds").value_or(0);
    return seconds < 0 ? 1 : seconds;
}

void warn_of_pod(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    if (old) return;
    warn_of_host_name(o, "the Pod's hostname", to);
    warn_of_template(o, "", to);
}

}  // namespace

constinit const kind_code pod_kind{.defaults = default_pod,
                                   .type_defaults = pod_type_defaults,
                                   .prepare_create = create_pod,
                                   .prepare_update = update_pod,
                                   .validate = validate_pod,
                                   .validate_update = validate_pod_update,
                                   .warn = warn_of_pod,
                                   .cells = pod_cells,
                                   .row_conditions = pod_row_conditions,
                                   .selectable_path = pod_selectable_path,
                                   .grace = pod_grace};

}}}  // namespace setpoint::v0::apiserver
