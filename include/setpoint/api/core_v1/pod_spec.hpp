#pragma once
// What a pod should be, and templates of pods (core/v1).

#include <setpoint/api/core_v1/container.hpp>
#include <setpoint/api/core_v1/object_reference.hpp>
#include <setpoint/api/core_v1/volume.hpp>
#include <setpoint/api/meta.hpp>
#include <setpoint/core/boxed.hpp>
#include <setpoint/core/text.hpp>
#include <setpoint/core/text_map.hpp>
#include <setpoint/json/describe.hpp>

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct toleration {
    text key{}, op{}, value{}, effect{};
    std::optional<std::int64_t> toleration_seconds{};

    static constexpr auto describe() {
        using namespace schema;
        using self = toleration;
        return object(
            "A taint of nodes that the pod puts up with.", field(&self::key, "key", ""),
            field(&self::op, "operator", "Exists or Equal."), field(&self::value, "value", ""),
            field(&self::effect, "effect", "NoSchedule, PreferNoSchedule, NoExecute, or empty for all."),
            field(&self::toleration_seconds, "tolerationSeconds", ""));
    }
};

struct pod_security_context {
    std::optional<bool> run_as_non_root{};
    std::optional<std::int64_t> run_as_user{}, run_as_group{}, fs_group{};
    std::optional<seccomp> seccomp_profile{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_security_context;
        return object(
            "What all containers of the pod may do.", field(&self::run_as_non_root, "runAsNonRoot", ""),
            field(&self::run_as_user, "runAsUser", ""), field(&self::run_as_group, "runAsGroup", ""),
            field(&self::fs_group, "fsGroup", "The group that owns the volumes."),
            field(&self::seccomp_profile, "seccompProfile", ""));
    }
};

struct pod_spec {
    std::vector<container> containers{}, init_containers{};
    std::vector<volume> volumes{};
    text restart_policy{}, service_account_name{}, node_name{}, priority_class_name{}, scheduler_name{},
        dns_policy{}, hostname{}, subdomain{};
    std::optional<std::int64_t> termination_grace_period_seconds{}, active_deadline_seconds{};
    std::optional<bool> automount_service_account_token{}, host_network{};
    text_map node_selector{};
    std::vector<local_object_reference> image_pull_secrets{};
    std::vector<toleration> tolerations{};
    boxed<pod_security_context> security_context{};
    boxed<boost::json::value> affinity{};  // as JSON: large, and seldom looked into

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_spec;
        return object("What a pod should be.", field(&self::containers, "containers", "", list_map("name")),
                      field(&self::init_containers, "initContainers",
                            "Run to their end, one by one, before the others.", list_map("name")),
                      field(&self::volumes, "volumes", "", list_map("name")),
                      field(&self::restart_policy, "restartPolicy", "Always, OnFailure or Never."),
                      field(&self::service_account_name, "serviceAccountName", ""),
                      field(&self::node_name, "nodeName", "Set by the scheduler."),
                      field(&self::priority_class_name, "priorityClassName", ""),
                      field(&self::scheduler_name, "schedulerName", ""),
                      field(&self::dns_policy, "dnsPolicy", ""), field(&self::hostname, "hostname", ""),
                      field(&self::subdomain, "subdomain", ""),
                      field(&self::termination_grace_period_seconds, "terminationGracePeriodSeconds", ""),
                      field(&self::active_deadline_seconds, "activeDeadlineSeconds", ""),
                      field(&self::automount_service_account_token, "automountServiceAccountToken", ""),
                      field(&self::host_network, "hostNetwork", "", zero_is_absent),
                      field(&self::node_selector, "nodeSelector", "Labels that the node must have.", whole),
                      field(&self::image_pull_secrets, "imagePullSecrets", "", list_map("name")),
                      field(&self::tolerations, "tolerations", ""),
                      field(&self::security_context, "securityContext", ""),
                      field(&self::affinity, "affinity", "", preserve_unknown));
    }
};

// Metadata of pods that a controller makes from a template.
struct template_meta {
    text_map labels{}, annotations{};

    static constexpr auto describe() {
        using namespace schema;
        using self = template_meta;
        return object("Metadata of the pods.", field(&self::labels, "labels", ""),
                      field(&self::annotations, "annotations", ""));
    }
};

struct pod_template_spec {
    template_meta metadata{};
    pod_spec spec{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_template_spec;
        return object("What pods are made from.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""));
    }
};

}  // namespace setpoint
