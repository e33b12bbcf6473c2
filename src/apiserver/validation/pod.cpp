#include "apiserver/validation/pod.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/validation/metadata.hpp"

namespace setpoint::inline v0::apiserver {

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

void validate_dns(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::array& servers = list_of(object_of(spec, "dnsConfig"), "nameservers");
    if (text_at(spec, "dnsPolicy") == "None") {
        if (object_at(spec, "dnsConfig") == nullptr) {
            required(to, path + ".dnsConfig", "must provide `dnsConfig` when `dnsPolicy` is None");
        } else if (servers.empty()) {
            required(to, path + ".dnsConfig.nameservers",
                     "must provide at least one DNS nameserver when `dnsPolicy` is None");
        }
    }
    for (std::size_t i = 0; i < servers.size(); ++i) {
        validate_ip(text_of(servers[i]), indexed(path + ".dnsConfig.nameservers", i), to);
    }
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
    validate_tolerations(list_of(spec, "tolerations"), path + ".tolerations", to);
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

void validate_pod_security(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::object& sc = object_of(spec, "securityContext");
    for (const char* key : {"fsGroup", "runAsUser", "runAsGroup"}) {
        const auto id = number_at(sc, key);
        if (id) {
            add_invalid(to, path + ".securityContext." + key, bj::value(*id),
                        in_range(*id, 0, largest_int32));
        }
    }
    if (true_at(spec, "shareProcessNamespace") && true_at(spec, "hostPID")) {
        invalid_unsorted(to, path + ".shareProcessNamespace", bj::value(true),
                         "ShareProcessNamespace and HostPID cannot both be enabled");
    }
}

}  // namespace

void validate_pod_spec(const bj::object& spec, const bj::object* pod_metadata, const std::string& path,
                       field_errors& to) {
    pod_validation_context context;
    context.is_pod = pod_metadata != nullptr;
    context.restart_policy = text_at(spec, "restartPolicy");
    context.grace = number_at(spec, "terminationGracePeriodSeconds").value_or(30);
    validate_volumes(list_of(spec, "volumes"), path + ".volumes", to, context.volumes);
    for_each_object(list_of(spec, "resourceClaims"), [&](const bj::object& c, std::size_t) {
        context.claims.insert(std::string(text_at(c, "name")));
    });
    validate_containers(spec, context, path, to);
    validate_host_network(spec, context.is_pod, path, to);
    validate_one_of(context.restart_policy, {"Always", "OnFailure", "Never"}, path + ".restartPolicy", to);
    validate_one_of(text_at(spec, "dnsPolicy"),
                    {"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"}, path + ".dnsPolicy", to);
    validate_labels(object_of(spec, "nodeSelector"), path + ".nodeSelector", to);
    validate_pod_security(spec, path, to);
    validate_affinity(object_of(spec, "affinity"), path + ".affinity", to);
    validate_dns(spec, path, to);
    validate_gates(spec, path, to);
    validate_spread(list_of(spec, "topologySpreadConstraints"), path + ".topologySpreadConstraints", to);
    validate_scalars(spec, path, to);
}

void validate_pod_template(const bj::object& pod_template, const std::string& path, field_errors& to) {
    const bj::object& meta = object_of(pod_template, "metadata");
    validate_labels(object_of(meta, "labels"), path + ".labels", to);
    validate_annotations(object_of(meta, "annotations"), path + ".annotations", to);
    const bj::object& spec = object_of(pod_template, "spec");
    validate_pod_spec(spec, nullptr, path + ".spec", to);
    if (!list_of(spec, "ephemeralContainers").empty()) {
        forbidden(to, path + ".spec.ephemeralContainers", "ephemeral containers not allowed in pod template");
    }
}

}  // namespace setpoint::inline v0::apiserver
