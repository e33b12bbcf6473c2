#include "apiserver/admission/plugins.hpp"

#include "apiserver/admission/builtin_plugins.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr auto here = admission_plugin::where::here;
constexpr auto apart = admission_plugin::where::apart;
constexpr auto nowhere = admission_plugin::where::nowhere;
constexpr bool on = true, off = false;

constexpr admission_plugin plugins[] = {
    {"AlwaysAdmit", off, here},
    {"NamespaceAutoProvision", off, nowhere},
    {"NamespaceLifecycle", on, apart},
    {"NamespaceExists", off, here, nullptr, namespace_exists_validate},
    {"LimitPodHardAntiAffinityTopology", off, here, nullptr, hard_anti_affinity_validate},
    {"LimitRanger", on, apart},
    {"ServiceAccount", on, apart},
    {"NodeRestriction", off, here, node_restriction_admit, nullptr, node_restriction_admit},
    {"TaintNodesByCondition", on, here, node_taint_admit},
    {"AlwaysPullImages", off, here, pull_images_admit, pull_images_validate},
    {"ImagePolicyWebhook", off, nowhere},
    {"PodSecurity", on, here, nullptr, pod_security_validate},
    {"PodNodeSelector", off, nowhere},
    {"Priority", on, here, priority_admit, priority_validate},
    {"DefaultTolerationSeconds", on, here, default_tolerations_admit},
    {"PodTolerationRestriction", off, nowhere},
    {"EventRateLimit", off, nowhere},
    {"ExtendedResourceToleration", off, here, extended_resource_toleration_admit},
    {"DefaultStorageClass", on, here, default_storage_class_admit},
    {"StorageObjectInUseProtection", on, here, storage_protection_admit},
    {"PodGroupProtection", on, nowhere},
    {"OwnerReferencesPermissionEnforcement", off, here, nullptr, owner_references_validate},
    {"PersistentVolumeClaimResize", on, here, nullptr, claim_resize_validate},
    {"RuntimeClass", on, here, runtime_class_admit, runtime_class_validate},
    {"CertificateApproval", on, here, nullptr, certificate_approval_validate},
    {"CertificateSigning", on, here, nullptr, certificate_signing_validate},
    {"ClusterTrustBundleAttest", on, here, nullptr, trust_bundle_attest_validate},
    {"CertificateSubjectRestriction", on, here, nullptr, certificate_subject_validate},
    {"DefaultIngressClass", on, here, default_ingress_class_admit},
    {"DenyServiceExternalIPs", off, here, nullptr, external_ips_validate},
    {"PodTopologyLabels", on, here, topology_labels_admit},
    {"NodeDeclaredFeatureValidator", on, nowhere},
    {"PodResizeValidator", on, apart},
    {"MutatingAdmissionPolicy", on, apart},
    {"MutatingAdmissionWebhook", on, apart},
    {"ValidatingAdmissionPolicy", on, apart},
    {"ValidatingAdmissionWebhook", on, apart},
    {"ResourceQuota", on, apart},
    {"AlwaysDeny", off, nowhere}};

const admission_plugin* plugin_named(std::string_view name) {
    const auto* found = std::ranges::find(plugins, name, &admission_plugin::name);
    return found == std::end(plugins) ? nullptr : found;
}

// AdmissionOptions.Validate.
std::vector<std::string> errors_of(const std::vector<std::string>& enable,
                                   const std::vector<std::string>& disable) {
    std::vector<std::string> out;
    for (const std::string& name : enable)
        if (!plugin_named(name))
            out.push_back(fmt::format("enable-admission-plugins plugin \"{}\" is unknown", name));
    for (const std::string& name : disable)
        if (!plugin_named(name))
            out.push_back(fmt::format("disable-admission-plugins plugin \"{}\" is unknown", name));
    std::set<std::string_view> both;
    for (const std::string& name : enable)
        if (std::ranges::find(disable, name) != disable.end()) both.insert(name);
    if (!both.empty())
        out.push_back(fmt::format("[{}] in enable-admission-plugins and disable-admission-plugins overlapped",
                                  fmt::join(both, " ")));
    return out;
}

}  // namespace

std::span<const admission_plugin> all_admission_plugins() {
    return plugins;
}

plugin_set::plugin_set() {
    for (const admission_plugin& p : plugins)
        if (p.on_by_default) on_.push_back(&p);
}

result<plugin_set> plugin_set::make(const admission_options& o) {
    if (const std::vector<std::string> wrong = errors_of(o.enable, o.disable); !wrong.empty())
        return error(errc::bad_config,
                     wrong.size() == 1 ? wrong[0] : fmt::format("[{}]", fmt::join(wrong, ", ")));
    plugin_set out;
    out.on_.clear();
    for (const admission_plugin& p : plugins) {
        const bool enabled = std::ranges::find(o.enable, p.name) != o.enable.end(),
                   disabled = std::ranges::find(o.disable, p.name) != o.disable.end();
        if (!enabled && (disabled || !p.on_by_default)) continue;
        out.on_.push_back(&p);
        out.restricts_deletes_ = out.restricts_deletes_ || p.on_delete != nullptr;
        if (enabled && p.is == nowhere) out.missing_.push_back(p.name);
    }
    return out;
}

bool plugin_set::is_on(std::string_view name) const {
    return std::ranges::any_of(on_, [name](const admission_plugin* p) { return p->name == name; });
}

api_result<> plugin_set::run(admission_request& q, plugin_step admission_plugin::* step) const {
    for (const admission_plugin* p : on_)
        if (const plugin_step f = p->*step)
            if (auto ok = f(q); !ok) return ok.error();
    return {};
}

}}}  // namespace setpoint::v0::apiserver
