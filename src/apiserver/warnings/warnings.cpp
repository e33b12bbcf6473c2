#include "apiserver/warnings/warnings.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/validation/names.hpp"
#include "framework/core/ascii.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

const bj::object& meta_of(const bj::object& o) {
    return object_of(o, "metadata");
}

const bj::object& annotations_of(const bj::object& o) {
    return object_of(o, {"metadata", "annotations"});
}

// The pods, or the object itself, then have no valid host name.
void warn_of_name(const bj::object& object, std::string_view use, texts& to) {
    const messages wrong = dns1123_label(text_at(meta_of(object), "name"));
    if (wrong.empty()) return;
    to.push_back(
        fmt::format("metadata.name: this is used in {}, which can result in surprising behavior; a "
                    "DNS label is recommended: [{}]",
                    use, fmt::join(wrong, " ")));
}

bool counts_on(const bj::object& o, const bj::object* old, std::string_view subresource) {
    return subresource.empty() &&
           (!old || number_at(meta_of(o), "generation") != number_at(meta_of(*old), "generation"));
}

void of_pod(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    if (old) return;
    warn_of_name(o, "the Pod's hostname", to);
    warn_of_template(o, "", to);
}

constexpr std::string_view name_use = "Pod names and hostnames";
constexpr const char* template_path = "spec.template";

const bj::object& template_of(const bj::object& o) {
    return object_of(o, {"spec", "template"});
}

void of_named_workload(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_name(o, name_use, to);
    if (counts_on(o, old, sub)) warn_of_template(template_of(o), template_path, to);
}

// The real server checks the old template.
void of_controller(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_name(o, name_use, to);
    if (counts_on(o, old, sub)) warn_of_template(template_of(old ? *old : o), template_path, to);
}

void of_daemon_set(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    if (old && template_of(o) == template_of(*old)) return;
    warn_of_template(template_of(o), template_path, to);
}

void of_claim_spec(const bj::object& spec, const std::string& path, texts& to) {
    for (const char* which : {"requests", "limits"})
        warn_of_fraction(object_of(spec, {"resources", which}), "storage", path + ".resources." + which, to);
}

void of_stateful_set(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    if (counts_on(o, old, sub)) warn_of_template(template_of(o), template_path, to);
    const bj::object& spec = object_of(o, "spec");
    for_each_object(list_of(spec, "volumeClaimTemplates"), [&](const bj::object& claim, std::size_t i) {
        of_claim_spec(object_of(claim, "spec"),
                      indexed("spec.volumeClaimTemplates", i) + (old ? ".Spec" : ""), to);
    });
    if (number_at(spec, "revisionHistoryLimit").value_or(0) < 0)
        to.emplace_back(
            "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value "
            ">= 0 is recommended");
}

void of_pod_template(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (counts_on(o, old, sub)) warn_of_template(object_of(o, "template"), "template", to);
}

void of_job_spec(const bj::object& spec, const std::string& path, texts& to) {
    constexpr std::int64_t max_completions = 100'000, max_at_once = 10'000;
    if (text_at(spec, "completionMode") == "Indexed" &&
        number_at(spec, "completions").value_or(0) > max_completions &&
        number_at(spec, "parallelism").value_or(0) > max_at_once)
        to.push_back(
            path +
            ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher "
            "than 10^4, Kubernetes might not be able to track completedIndexes when a big number of "
            "indexes fail");
    warn_of_template(object_of(spec, "template"), path + ".template", to);
}

void of_job(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_name(o, name_use, to);
    if (counts_on(o, old, sub)) of_job_spec(object_of(o, "spec"), "spec", to);
}

void of_cron_job(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_name(o, name_use, to);
    if (counts_on(o, old, sub))
        of_job_spec(object_of(o, {"spec", "jobTemplate", "spec"}), "spec.jobTemplate.spec", to);
    if (old && sub.empty() && text_at(object_of(o, "spec"), "schedule").find("TZ") != std::string_view::npos)
        to.emplace_back(
            "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see "
            "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details");
}

void of_service(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (sub == "status") {
        for_each_object(list_of(object_of(o, {"status", "loadBalancer"}), "ingress"),
                        [&](const bj::object& one, std::size_t i) {
                            warn_of_ip(text_at(one, "ip"), indexed("status.loadBalancer.ingress", i), to);
                        });
    }
    if (!sub.empty()) return;
    const bj::object& spec = object_of(o, "spec");
    constexpr std::string_view hints = "service.kubernetes.io/topology-aware-hints";
    if (annotations_of(o).contains(hints))
        to.push_back(fmt::format(
            "annotation {} is deprecated, please use service.kubernetes.io/topology-mode instead", hints));
    const std::string_view type = text_at(spec, "type"), balancer = text_at(spec, "loadBalancerIP");
    const bj::array& external = list_of(spec, "externalIPs");
    const bool headless = type == "ClusterIP" && text_at(spec, "clusterIP") == "None";
    const bool named = type == "ExternalName";
    if (!headless && !text_at(spec, "clusterIP").empty()) {
        const bj::array& ips = list_of(spec, "clusterIPs");
        for (std::size_t i = 0; i < ips.size(); ++i)
            warn_of_ip(text_of(ips[i]), indexed("spec.clusterIPs", i), to);
    }
    if (headless && !balancer.empty())
        to.emplace_back("spec.loadBalancerIP is ignored for headless services");
    if (headless && !external.empty()) to.emplace_back("spec.externalIPs is ignored for headless services");
    if (headless && text_at(spec, "sessionAffinity") != "None")
        to.emplace_back("spec.SessionAffinity is ignored for headless services");
    for (std::size_t i = 0; i < external.size(); ++i)
        warn_of_ip(text_of(external[i]), indexed("spec.externalIPs", i), to);
    if (!external.empty() && !headless && !named)
        to.emplace_back("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
    if (!balancer.empty()) warn_of_ip(balancer, "spec.loadBalancerIP", to);
    if (named && !external.empty())
        to.emplace_back("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    if (!named && !text_at(spec, "externalName").empty())
        to.emplace_back("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    if (text_at(spec, "trafficDistribution") == "PreferClose")
        to.emplace_back("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
}

void of_secret(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    if (text_at(o, "type") != "kubernetes.io/tls") return;
    const bj::object& data = object_of(o, "data");
    std::string wrong = key_pair_error(base64_decode(text_at(data, "tls.crt")).value_or(""),
                                       base64_decode(text_at(data, "tls.key")).value_or(""));
    if (!wrong.empty()) to.push_back(std::move(wrong));
}

void of_claim(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    constexpr std::string_view old_class = "volume.beta.kubernetes.io/storage-class";
    if (annotations_of(o).contains(old_class))
        to.push_back(keyed("metadata.annotations", old_class) +
                     ": deprecated since v1.8; use \"storageClassName\" attribute instead");
    of_claim_spec(object_of(o, "spec"), "spec", to);
}

void of_volume(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    const bj::object& notes = annotations_of(o);
    const bj::object& spec = object_of(o, "spec");
    const auto note = [&](std::string_view key, std::string_view text) {
        if (notes.contains(key)) to.push_back(keyed("metadata.annotations", key) + ": " + std::string(text));
    };
    note("volume.beta.kubernetes.io/storage-class",
         "deprecated since v1.8; use \"storageClassName\" attribute instead");
    note("volume.beta.kubernetes.io/mount-options",
         "deprecated since v1.31; use \"mountOptions\" attribute instead");
    if (text_at(spec, "persistentVolumeReclaimPolicy") == "Recycle")
        to.emplace_back(
            "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, "
            "the recommended approach is to use dynamic provisioning.");
    for_each_object(list_of(object_of(spec, {"nodeAffinity", "required"}), "nodeSelectorTerms"),
                    [&](const bj::object& term, std::size_t i) {
                        warn_of_node_term(term, false,
                                          indexed("spec.nodeAffinity.required.nodeSelectorTerms", i), to);
                    });
    const auto source = [&](const char* key, std::string_view shown, std::string_view text) {
        if (value_at(spec, key)) to.push_back(fmt::format("spec.{}: {}", shown, text));
    };
    source("cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+");
    source("photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+");
    source("scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+");
    source("storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+");
    source("glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+");
    source("rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+");
}

void of_quota(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    if (old) return;
    const bj::object& hard = object_of(o, {"spec", "hard"});
    for (const std::string name : {"cpu", "memory", "storage", "ephemeral-storage"}) {
        std::string asked = "requests." + name;
        if (!hard.contains(asked) && (name == "cpu" || name == "memory")) asked = name;
        const std::string limit = "limits." + name;
        const auto a = quantity::parse(text_at(hard, asked)), b = quantity::parse(text_at(hard, limit));
        if (!hard.contains(asked) || !hard.contains(limit) || !a || !b || !(*a > *b)) continue;
        to.push_back(fmt::format("ResourceQuota {} ({}) should be less than {} ({})", asked,
                                 text_at(hard, asked), limit, text_at(hard, limit)));
    }
}

void of_node(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    const bj::object& spec = object_of(o, "spec");
    if (value_at(spec, "configSource")) to.emplace_back("spec.configSource: the feature is removed");
    if (!text_at(spec, "externalID").empty())
        to.emplace_back("spec.externalID: this field is deprecated, and is unused by Kubernetes");
}

void of_endpoints(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    for_each_object(list_of(o, "subsets"), [&](const bj::object& subset, std::size_t i) {
        for (const char* list : {"addresses", "notReadyAddresses"})
            for_each_object(list_of(subset, list), [&](const bj::object& a, std::size_t k) {
                warn_of_ip(text_at(a, "ip"), indexed(indexed("subsets", i) + "." + list, k) + ".ip", to);
            });
    });
}

void of_slice(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    if (!old && text_at(o, "addressType") == "FQDN")
        to.emplace_back("spec.addressType: FQDN endpoints are deprecated");
    for_each_object(list_of(o, "endpoints"), [&](const bj::object& e, std::size_t i) {
        const bj::array& addresses = list_of(e, "addresses");
        for (std::size_t k = 0; k < addresses.size(); ++k)
            warn_of_ip(text_of(addresses[k]), indexed(indexed("endpoints", i) + ".addresses", k), to);
    });
}

void of_ingress(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    constexpr std::string_view note = "kubernetes.io/ingress.class";
    if (!old && annotations_of(o).contains(note) && !value_at(object_of(o, "spec"), "ingressClassName"))
        to.push_back(
            fmt::format("annotation \"{}\" is deprecated, please use 'spec.ingressClassName' instead", note));
}

void of_runtime_class(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    for (const auto& [key, value] : object_of(o, {"scheduling", "nodeSelector"}))
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(fmt::format("scheduling.nodeSelector: {}", text));
}

void of_storage_class(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    for_each_object(list_of(o, "allowedTopologies"), [&](const bj::object& t, std::size_t i) {
        for_each_object(list_of(t, "matchLabelExpressions"), [&](const bj::object& e, std::size_t k) {
            if (const auto text = deprecated_label(text_at(e, "key")); !text.empty())
                to.push_back(indexed(indexed("allowedTopologies", i) + ".matchLabelExpressions", k) +
                             ".key: " + std::string(text));
        });
    });
}

void of_storage_capacity(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    const bj::object& nodes = object_of(o, "nodeTopology");
    for_each_object(list_of(nodes, "matchExpressions"), [&](const bj::object& e, std::size_t i) {
        const std::string_view key = text_at(e, "key");
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(
                fmt::format("{}.key: {} is {}", indexed("nodeTopology.matchExpressions", i), key, text));
    });
    for (const auto& [key, value] : object_of(nodes, "matchLabels"))
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(fmt::format("nodeTopology.matchLabels.{}: {}", std::string_view(key), text));
}

void of_csi_driver(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    const bj::object& spec = object_of(o, "spec");
    if (list_of(spec, "tokenRequests").empty() || value_at(spec, "serviceAccountTokenInSecrets")) return;
    if (old && same_field(spec, object_of(*old, "spec"), "tokenRequests")) return;
    to.emplace_back(
        "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to "
        "prevent possible logging of tokens in volume attributes");
}

void of_resource_slice(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    const std::string_view driver = text_at(object_of(o, "spec"), "driver");
    if (driver == lower_case(driver)) return;
    to.push_back(
        fmt::format("spec.driver: driver names should be lowercase; {} contains uppercase characters",
                    go_text::quoted(driver)));
}

void of_policy(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    constexpr std::string_view suffix = ".static.k8s.io";
    if (text_at(meta_of(o), "name").ends_with(suffix))
        to.push_back(
            fmt::format("metadata.name: names ending with \"{}\" are reserved for static "
                        "manifest-based configurations and cannot be managed via the API",
                        suffix));
    to.push_back(
        fmt::format("this server stores a {} without enforcing it, since it does not evaluate CEL: use "
                    "an admission webhook, or test on a real cluster",
                    text_at(o, "kind")));
}

// Definitions have bounded depth, as all input.
bool has_rules(const bj::value& schema) {
    if (const bj::array* list = schema.if_array()) return std::ranges::any_of(*list, has_rules);
    const bj::object* members = schema.if_object();
    if (!members) return false;
    const bj::value* rules = value_at(*members, "x-kubernetes-validations");
    if (rules && rules->is_array() && !rules->get_array().empty()) return true;
    return std::ranges::any_of(*members, [](const auto& member) { return has_rules(member.value()); });
}

void of_definition(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    bool found = false;
    for_each_object(list_of(object_of(o, "spec"), "versions"), [&](const bj::object& version, std::size_t) {
        const bj::value* schema = value_at(version, "schema");
        found = found || (schema && has_rules(*schema));
    });
    if (found)
        to.emplace_back(
            "this server stores x-kubernetes-validations without enforcing them, since it does not evaluate "
            "CEL: use an admission webhook, or test on a real cluster");
}

struct row {
    std::string_view storage;
    warn_function warn;
};

constexpr row rows[] = {{"pods", of_pod},
                        {"podtemplates", of_pod_template},
                        {"replicationcontrollers", of_controller},
                        {"deployments.apps", of_named_workload},
                        {"replicasets.apps", of_named_workload},
                        {"statefulsets.apps", of_stateful_set},
                        {"daemonsets.apps", of_daemon_set},
                        {"jobs.batch", of_job},
                        {"cronjobs.batch", of_cron_job},
                        {"services", of_service},
                        {"secrets", of_secret},
                        {"persistentvolumeclaims", of_claim},
                        {"persistentvolumes", of_volume},
                        {"resourcequotas", of_quota},
                        {"nodes", of_node},
                        {"endpoints", of_endpoints},
                        {"endpointslices.discovery.k8s.io", of_slice},
                        {"ingresses.networking.k8s.io", of_ingress},
                        {"runtimeclasses.node.k8s.io", of_runtime_class},
                        {"storageclasses.storage.k8s.io", of_storage_class},
                        {"csidrivers.storage.k8s.io", of_csi_driver},
                        {"csistoragecapacities.storage.k8s.io", of_storage_capacity},
                        {"resourceslices.resource.k8s.io", of_resource_slice},
                        {"customresourcedefinitions.apiextensions.k8s.io", of_definition},
                        {"validatingadmissionpolicies.admissionregistration.k8s.io", of_policy},
                        {"validatingadmissionpolicybindings.admissionregistration.k8s.io", of_policy},
                        {"mutatingadmissionpolicies.admissionregistration.k8s.io", of_policy},
                        {"mutatingadmissionpolicybindings.admissionregistration.k8s.io", of_policy}};

}  // namespace

warn_function warnings_of(std::string_view storage) {
    for (const row& r : rows)
        if (r.storage == storage) return r.warn;
    return nullptr;
}

void warn_of_finalizers(const bj::object& object, const bj::object* old, std::string_view subresource,
                        texts& to) {
    if (subresource == "status") return;
    std::set<std::string_view> added;
    for (const bj::value& f : list_of(meta_of(object), "finalizers")) added.insert(text_of(f));
    if (old)
        for (const bj::value& f : list_of(meta_of(*old), "finalizers")) added.erase(text_of(f));
    for (const std::string_view name : added) {
        const std::string here = "metadata.finalizers: " + go_text::quoted(name) + ": ";
        for (const std::string& wrong : qualified_name(name)) to.push_back(here + wrong);
        const bool standard = name == "orphan" || name == "foregroundDeletion" || name == "kubernetes" ||
                              name.find('/') != std::string_view::npos;
        if (!standard)
            to.push_back(
                fmt::format("{}prefer a domain-qualified finalizer name {}to avoid accidental conflicts "
                            "with other finalizer writers",
                            here, name.find('.') != std::string_view::npos ? "including a path (/) " : ""));
    }
}

void warn_of_ip(std::string_view ip, const std::string& path, texts& to) {
    const auto a = parse_ip(ip);
    if (!a || a->is_v4()) return;
    if (a->to_v6().is_v4_mapped()) {
        const auto inner = boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, a->to_v6());
        to.push_back(fmt::format("{}: non-standard IP address {} is invalid: use {}", path,
                                 go_text::quoted(ip), go_text::quoted(inner.to_string())));
        return;
    }
    if (a->to_string() != ip)
        to.push_back(fmt::format("{}: IPv6 address {} should be in RFC 5952 canonical format ({})", path,
                                 go_text::quoted(ip), go_text::quoted(a->to_string())));
}

}  // namespace setpoint::inline v0::apiserver
