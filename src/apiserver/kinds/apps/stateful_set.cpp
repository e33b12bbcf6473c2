// StatefulSets (pkg/apis/apps/validation, pkg/registry/apps/statefulset).

#include "apiserver/kinds/core/persistent_volume_claim_spec.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/pod/pod_warnings.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/workload.hpp"
#include "apiserver/kinds/shared/workload_cells.hpp"
#include "apiserver/kinds/shared/workload_warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"

#include <cstdint>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void fill_stateful_set(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    bj::object& strategy = make_object(spec, "updateStrategy");
    if (text_at(strategy, "type").empty()) {
        strategy["type"] = "RollingUpdate";
        make_object(strategy, "rollingUpdate");
    }
    if (text_at(strategy, "type") != "RollingUpdate") return;
    if (bj::object* rolling = object_at(strategy, "rollingUpdate")) {
        set_default(*rolling, "partition", 0);
        set_default(*rolling, "maxUnavailable", 1);
    }
}

// Claim templates have this kind and version, whatever was sent.
void fill_claim_templates(bj::object& spec) {
    bj::array* claims = list_at(spec, "volumeClaimTemplates");
    if (claims == nullptr) return;
    for_each_object(*claims, [](bj::object& claim, std::size_t) {
        claim["kind"] = "PersistentVolumeClaim";
        claim["apiVersion"] = "v1";
    });
}

constexpr type_default stateful_set_type_defaults[] = {{"apps.v1.StatefulSet", fill_stateful_set},
                                                       {"apps.v1.StatefulSetSpec", fill_claim_templates}};

void validate_set_strategy(const bj::object& spec, field_errors& to) {
    const bj::object& s = object_of(spec, "updateStrategy");
    const std::string_view type = text_at(s, "type"), management = text_at(spec, "podManagementPolicy");
    if (management != "OrderedReady" && management != "Parallel") {
        invalid(to, "spec.podManagementPolicy", management, "must be 'OrderedReady' or 'Parallel'");
    }
    const bj::value* rolling = value_at(s, "rollingUpdate");
    const std::string path = "spec.updateStrategy.rollingUpdate";
    if (type == "OnDelete") {
        if (rolling != nullptr)
            invalid(to, path, *rolling, "only allowed for updateStrategy 'RollingUpdate'");
    } else if (type != "RollingUpdate") {
        invalid_unsorted(to, "spec.updateStrategy", internal_strategy(s),
                         "must be 'RollingUpdate' or 'OnDelete'");
    } else if (rolling != nullptr && rolling->is_object()) {
        const bj::object& r = rolling->get_object();
        validate_not_negative(r, "partition", path + ".partition", to);
        if (const bj::value* unavailable = value_at(r, "maxUnavailable")) {
            validate_int_or_percent(unavailable, path + ".maxUnavailable", to);
            if (int_or_percent(unavailable) == 0)
                invalid(to, path + ".maxUnavailable", *unavailable, "cannot be 0");
            validate_at_most_100_percent(unavailable, path + ".maxUnavailable", to);
        }
    }
    const bj::object& retention = object_of(spec, "persistentVolumeClaimRetentionPolicy");
    for (const char* key : {"whenDeleted", "whenScaled"}) {
        const std::string_view policy = text_at(retention, key);
        if (policy == "Retain" || policy == "Delete") continue;
        not_supported(to, child("spec.persistentVolumeClaimRetentionPolicy", key), policy,
                      {"Retain", "Delete"});
    }
}

// The pod spec as the pods will have it: with the volumes of the claim templates, and without host
// names, which are set later.
bj::object spec_with_claims(const bj::object& spec) {
    bj::object out = spec;
    bj::object* pod = object_at(out, {"template", "spec"});
    if (pod == nullptr) return out;
    pod->stable_erase("subdomain");
    pod->stable_erase("hostname");
    bj::array volumes;
    std::set<std::string, std::less<>> claimed;
    for_each_object(list_of(spec, "volumeClaimTemplates"), [&](const bj::object& claim, std::size_t) {
        const std::string name(text_at(object_of(claim, "metadata"), "name"));
        if (!claimed.insert(name).second) return;
        volumes.push_back(
            bj::object{{"name", name}, {"persistentVolumeClaim", bj::object{{"claimName", name}}}});
    });
    if (claimed.empty()) return out;
    for_each_object(list_of(*pod, "volumes"), [&](const bj::object& v, std::size_t) {
        if (!claimed.contains(text_at(v, "name"))) volumes.push_back(bj::value(v));
    });
    (*pod)["volumes"] = std::move(volumes);
    return out;
}

// An update tolerates what the set had: claim templates and the name of the Service are immutable, and a pod
// template may be invalid if the old set is.
enum class set_rules : std::uint8_t { create, update, update_of_invalid };

void validate_set_spec(const bj::object& o, set_rules rules, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_set_strategy(spec, to);
    if (rules == set_rules::create) {
        for_each_object(list_of(spec, "volumeClaimTemplates"), [&](const bj::object& claim, std::size_t i) {
            const std::string path = indexed("spec.volumeClaimTemplates", i);
            validate_volume_claim_spec(object_of(claim, "spec"), nullptr, child(path, "spec"), to);
        });
    }
    validate_counts(spec, {"replicas", "minReadySeconds"}, to);
    validate_not_negative(object_of(spec, "ordinals"), "start", "spec.ordinals.start", to);
    const std::string_view service = text_at(spec, "serviceName");
    if (rules == set_rules::create && !service.empty())
        add_invalid(to, "spec.serviceName", service, dns1123_label(service));
    validate_workload_selector(spec, "statefulset", to);
    if (rules != set_rules::update_of_invalid) {
        validate_workload_template(spec_with_claims(spec), "StatefulSet", to);
        return;
    }
    validate_template_matches(object_at(spec, "selector"), object_of(spec, "template"), to);
    validate_template_labels(object_of(spec, "template"), "spec.template", to);
    const bj::object& pod = object_of(spec, {"template", "spec"});
    if (const std::string_view policy = text_at(pod, "restartPolicy"); policy != "Always")
        not_supported(to, "spec.template.spec.restartPolicy", policy, {"Always"});
    if (value_at(pod, "activeDeadlineSeconds") != nullptr)
        forbidden(to, "spec.template.spec.activeDeadlineSeconds",
                  "activeDeadlineSeconds in StatefulSet is not Supported");
}

void validate_stateful_set(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, label_name, to);
    validate_set_spec(o, set_rules::create, to);
}

void validate_stateful_set_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                  field_errors& to) {
    if (is_status(c)) {
        validate_status_counts(object_of(o, "status"),
                               {"replicas", "readyReplicas", "currentReplicas", "updatedReplicas",
                                "availableReplicas", "observedGeneration", "collisionCount"},
                               {"readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"},
                               to, "status.readyReplicas");
        validate_collision_count(object_of(o, "status"), object_of(old, "status"), to);
        validate_metadata_update(o, old, to);
        return;
    }
    validate_metadata_update(o, old, to);
    field_errors before_errors;
    validate_set_spec(old, set_rules::update, before_errors);
    validate_set_spec(o, before_errors.empty() ? set_rules::update : set_rules::update_of_invalid, to);
    const bj::object &spec = object_of(o, "spec"), &before = object_of(old, "spec");
    validate_immutable(spec, before, "selector", "spec.selector", to);
    validate_immutable(spec, before, "volumeClaimTemplates", "spec.volumeClaimTemplates", to,
                       "core.v1.PersistentVolumeClaim");
    for (const char* key : {"serviceName", "podManagementPolicy"})
        validate_immutable(spec, before, key, child("spec", key), to);
}

void warn_of_stateful_set(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    if (changes_template(o, old, sub)) warn_of_template(pod_template_of(o), pod_template_path, to);
    const bj::object& spec = object_of(o, "spec");
    for_each_object(list_of(spec, "volumeClaimTemplates"), [&](const bj::object& claim, std::size_t i) {
        warn_of_claim_spec(object_of(claim, "spec"),
                           indexed("spec.volumeClaimTemplates", i) + (old ? ".Spec" : ""), to);
    });
    if (number_at(spec, "revisionHistoryLimit").value_or(0) < 0)
        to.emplace_back(
            "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value "
            ">= 0 is recommended");
}

constexpr cell_row stateful_set_cells[] = {
    {"Containers", containers_cell},
    {"Images", images_cell},
    {"Ready", ready_of_desired_cell},
};

}  // namespace

constinit const kind_code stateful_set_kind{.defaults = apply_go_encoding,
                                            .type_defaults = stateful_set_type_defaults,
                                            .prepare_create = create_without_status,
                                            .prepare_update = update_spec_or_status,
                                            .validate = validate_stateful_set,
                                            .validate_update = validate_stateful_set_update,
                                            .warn = warn_of_stateful_set,
                                            .cells = stateful_set_cells};

}}}  // namespace setpoint::v0::apiserver
