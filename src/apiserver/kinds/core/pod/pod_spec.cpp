#include "apiserver/kinds/core/pod/pod_spec.hpp"

#include "apiserver/kinds/core/pod/mirror_pod.hpp"
#include "apiserver/kinds/core/pod/pod_volumes.hpp"
#include "apiserver/kinds/core/pod/security.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/pattern.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_host_network(const bj::object& spec, bool is_pod, const std::string& path, field_errors& to) {
    if (!true_at(spec, "hostNetwork")) return;
    for_each_object(list_of(spec, "containers"), [&](const bj::object& c, std::size_t i) {
        for_each_object(list_of(c, "ports"), [&](const bj::object& p, std::size_t k) {
            const std::int64_t host = number_at(p, "hostPort").value_or(0);
            if (host == number_at(p, "containerPort").value_or(0) || (!is_pod && host == 0)) return;
            invalid_unsorted(to, indexed(indexed(path + ".containers", i) + ".ports", k) + ".hostPort",
                             bj::value(host), "must match `containerPort` when `hostNetwork` is true");
        });
    });
}

void validate_gates(const bj::object& spec, const std::string& path, field_errors& to) {
    for_each_object(list_of(spec, "readinessGates"), [&](const bj::object& g, std::size_t i) {
        const std::string_view type = text_at(g, "conditionType");
        add_invalid(to, indexed(path + ".readinessGates", i) + ".conditionType", type, qualified_name(type));
    });
    std::set<std::string, std::less<>> seen;
    for_each_object(list_of(spec, "schedulingGates"), [&](const bj::object& g, std::size_t i) {
        const std::string here = indexed(path + ".schedulingGates", i), name(text_at(g, "name"));
        add_invalid(to, here, name, qualified_name(name));
        if (!seen.insert(name).second) duplicate(to, here, name);
    });
}

// IsDNS1123SubdomainWithUnderscore of apimachinery.
messages dns_search(std::string_view s) {
    constexpr const char* form = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*";
    constexpr std::size_t longest = 253;
    std::string why;
    static const std::shared_ptr<const pattern> compiled = pattern::compile(fmt::format("^{}$", form), why);
    messages out;
    if (s.size() > longest) out.push_back(fmt::format("must be no more than {} characters", longest));
    if (!compiled->matches(s))
        out.push_back(fmt::format(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or "
            "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for "
            "validation is '{}')",
            form));
    return out;
}

void validate_dns_searches(const bj::array& searches, const bj::value& whole, const std::string& path,
                           field_errors& to) {
    constexpr std::size_t most = 32, longest = 2048;
    if (searches.size() > most)
        invalid(to, path, whole, fmt::format("must not have more than {} search paths", most));
    std::size_t length = searches.empty() ? 0 : searches.size() - 1;
    for (const bj::value& s : searches) length += text_of(s).size();
    if (length > longest)
        invalid(to, path, whole,
                fmt::format("must not have more than {} characters (including spaces) in the search list",
                            longest));
    for (std::size_t i = 0; i < searches.size(); ++i) {
        std::string_view s = text_of(searches[i]);
        if (s == ".") continue;
        if (s.ends_with('.')) s.remove_suffix(1);
        add_invalid(to, indexed(path, i), s, dns_search(s));
    }
}

void validate_dns(const bj::object& spec, const std::string& parent, field_errors& to) {
    constexpr std::size_t most = 3;
    const std::string path = parent + ".dnsConfig";
    const bj::object* const config = object_at(spec, "dnsConfig");
    const bj::array& servers = list_of(object_of(spec, "dnsConfig"), "nameservers");
    if (text_at(spec, "dnsPolicy") == "None") {
        if (config == nullptr) return required(to, path, "must provide `dnsConfig` when `dnsPolicy` is None");
        if (servers.empty())
            return required(to, path + ".nameservers",
                            "must provide at least one DNS nameserver when `dnsPolicy` is None");
    }
    if (config == nullptr) return;
    if (servers.size() > most)
        invalid(to, path + ".nameservers", bj::value(servers),
                fmt::format("must not have more than {} nameservers", most));
    for (std::size_t i = 0; i < servers.size(); ++i) {
        validate_ip(text_of(servers[i]), indexed(path + ".nameservers", i), to);
    }
    const bj::array& searches = list_of(*config, "searches");
    validate_dns_searches(searches, bj::value(searches), path + ".searches", to);
    for_each_object(list_of(*config, "options"), [&](const bj::object& o, std::size_t i) {
        if (text_at(o, "name").empty()) required(to, indexed(path + ".options", i), "must not be empty");
    });
}

void validate_host_name(const bj::object& spec, const std::string& path, field_errors& to) {
    constexpr std::size_t longest = 64;
    const bj::value* const name = value_at(spec, "hostnameOverride");
    if (name == nullptr) return;
    const std::string here = path + ".hostnameOverride";
    if (true_at(spec, "setHostnameAsFQDN"))
        forbidden(to, here, "may not be specified when setHostnameAsFQDN is true");
    if (true_at(spec, "hostNetwork")) forbidden(to, here, "may not be specified when hostNetwork is true");
    if (text_of(*name).size() > longest) too_long(to, here, longest);
    add_invalid(to, here, *name, dns1123_subdomain(text_of(*name)));
}

void validate_claims(const bj::object& spec, const bj::object* pod_metadata, const std::string& path,
                     field_errors& to) {
    const bool is_mirror =
        pod_metadata != nullptr && object_of(*pod_metadata, "annotations").contains(mirror_annotation);
    std::set<std::string, std::less<>> seen;
    for_each_object(list_of(spec, "resourceClaims"), [&](const bj::object& c, std::size_t i) {
        if (is_mirror) {
            forbidden(to, "[]", "static pods do not support resource claims");
            return;
        }
        const std::string here = indexed(path + ".resourceClaims", i), name(text_at(c, "name"));
        if (name.empty()) {
            required(to, here + ".name");
        } else if (seen.contains(name)) {
            duplicate(to, here + ".name", name);
        } else {
            add_invalid(to, here + ".name", name, dns1123_label(name));
            seen.insert(name);
        }
        const bj::value *const claim = value_at(c, "resourceClaimName"), *const made = value_at(
                                                                             c, "resourceClaimTemplateName");
        if (claim != nullptr && made != nullptr)
            invalid(to, here, bj::value(c),
                    "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
        if (claim == nullptr && made == nullptr)
            invalid(to, here, bj::value(c),
                    "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
        if (claim != nullptr)
            add_invalid(to, here + ".resourceClaimName", *claim, dns1123_subdomain(text_of(*claim)));
        if (made != nullptr)
            add_invalid(to, here + ".resourceClaimTemplateName", *made, dns1123_subdomain(text_of(*made)));
    });
}

void validate_scheduling_group(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::object* group = object_at(spec, "schedulingGroup");
    if (group == nullptr) return;
    const std::string here = path + ".schedulingGroup.podGroupName";
    const bj::value* name = value_at(*group, "podGroupName");
    if (name == nullptr)
        invalid(to, here, bj::value(), "must specify one of: `podGroupName`");
    else
        add_invalid(to, here, *name, dns1123_subdomain(text_of(*name)));
    if (!list_of(spec, "evictionResponders").empty())
        forbidden(to, path + ".schedulingGroup", "may not be set when evictionResponders is set");
}

// Scalar fields.
void validate_scalars(const bj::object& spec, const std::string& path, field_errors& to) {
    for (const char* key : {"serviceAccountName", "nodeName", "priorityClassName", "runtimeClassName"}) {
        const bj::value* v = value_at(spec, key);
        const bool pointer = std::string_view(key) == "runtimeClassName";
        if (v == nullptr || (!pointer && text_of(*v).empty())) continue;
        add_invalid(to, child(path, key), *v, dns1123_subdomain(text_of(*v)));
    }
    if (const auto deadline = number_at(spec, "activeDeadlineSeconds")) {
        add_invalid(to, path + ".activeDeadlineSeconds", bj::value(*deadline),
                    in_range(*deadline, 1, largest_int32));
    }
    for (const char* key : {"hostname", "subdomain"}) {
        const std::string_view name = text_at(spec, key);
        if (!name.empty()) add_invalid(to, child(path, key), name, dns1123_label(name));
    }
    for_each_object(list_of(spec, "hostAliases"), [&](const bj::object& a, std::size_t i) {
        const std::string here = indexed(path + ".hostAliases", i);
        validate_ip(text_at(a, "ip"), here + ".ip", to);
        const bj::array& names = list_of(a, "hostnames");
        for (std::size_t k = 0; k < names.size(); ++k) {
            add_invalid(to, indexed(here + ".hostnames", k), names[k], dns1123_subdomain(text_of(names[k])));
        }
    });
    if (const bj::value* policy = value_at(spec, "preemptionPolicy")) {
        validate_one_of(text_of(*policy), {"PreemptLowerPriority", "Never"}, path + ".preemptionPolicy", to);
    }
}

}  // namespace

void validate_pod_spec(const bj::object& spec, const bj::object* pod_metadata, const std::string& path,
                       field_errors& to, const bj::object* old) {
    static const bj::object none;
    const bj::object& before = old == nullptr ? none : *old;
    pod_validation_context context;
    context.is_pod = pod_metadata != nullptr;
    context.os = text_at(spec, {"os", "name"});
    context.has_os = object_at(spec, "os") != nullptr;
    context.restart_policy = text_at(spec, "restartPolicy");
    context.grace = number_at(spec, "terminationGracePeriodSeconds").value_or(30);
    validate_volumes(list_of(spec, "volumes"),
                     {.pod_metadata = pod_metadata, .any_token_path = has_outside_token_path(before)},
                     path + ".volumes", to, context.volumes);
    for_each_object(list_of(spec, "volumes"), [&](const bj::object& v, std::size_t) {
        if (object_at(v, "persistentVolumeClaim") != nullptr || object_at(v, "ephemeral") != nullptr)
            context.claim_volumes.insert(std::string(text_at(v, "name")));
    });
    for_each_object(list_of(spec, "resourceClaims"), [&](const bj::object& c, std::size_t) {
        if (!text_at(c, "name").empty()) context.claims.insert(std::string(text_at(c, "name")));
    });
    const bj::value* const users = value_at(spec, "hostUsers");
    context.host_users = users == nullptr || !users->is_bool() || users->get_bool();
    validate_claims(spec, pod_metadata, path, to);
    validate_containers(spec, context, path, to);
    validate_pod_resources(spec, context, path, to);
    validate_host_network(spec, context.is_pod, path, to);
    validate_one_of(context.restart_policy, {"Always", "OnFailure", "Never"}, path + ".restartPolicy", to);
    validate_one_of(text_at(spec, "dnsPolicy"),
                    {"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"}, path + ".dnsPolicy", to);
    validate_labels(object_of(spec, "nodeSelector"), path + ".nodeSelector", to);
    validate_pod_security_context(spec, has_host_sysctl(before), path, to);
    validate_affinity(object_of(spec, "affinity"), object_of(before, "affinity"), path + ".affinity", to);
    validate_dns(spec, path, to);
    validate_gates(spec, path, to);
    validate_spread(list_of(spec, "topologySpreadConstraints"), path + ".topologySpreadConstraints", to);
    validate_host_processes(spec, path, to);
    validate_host_users(spec, before, path, to);
    validate_host_name(spec, path, to);
    validate_scalars(spec, path, to);
    validate_tolerations(list_of(spec, "tolerations"), list_of(before, "tolerations"), path + ".tolerations",
                         to);
    const bj::object overhead{{"limits", object_of(spec, "overhead")}};
    validate_resources(overhead, {}, path + ".overhead", to);
    validate_operating_system(spec, path, to);
    validate_scheduling_group(spec, path, to);
    validate_variable_files(spec, path, to);
}

void validate_template_labels(const bj::object& pod_template, const std::string& path, field_errors& to) {
    const bj::object& meta = object_of(pod_template, "metadata");
    validate_labels(object_of(meta, "labels"), path + ".labels", to);
    validate_annotations(object_of(meta, "annotations"), path + ".annotations", to);
}

void validate_pod_template(const bj::object& pod_template, const std::string& path, field_errors& to,
                           const bj::object* old) {
    validate_template_labels(pod_template, path, to);
    const bj::object& spec = object_of(pod_template, "spec");
    validate_pod_spec(spec, nullptr, path + ".spec", to, old == nullptr ? nullptr : object_at(*old, "spec"));
    if (!list_of(spec, "ephemeralContainers").empty()) {
        forbidden(to, path + ".spec.ephemeralContainers", "ephemeral containers not allowed in pod template");
    }
}

}}}  // namespace setpoint::v0::apiserver
