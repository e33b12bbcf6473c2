#pragma once
// Pod specs and pod templates (core/v1).

#include "setpoint/api/core_v1/affinity.hpp"
#include "setpoint/api/core_v1/container.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/core_v1/pod_scheduling.hpp"
#include "setpoint/api/core_v1/resources.hpp"
#include "setpoint/api/core_v1/security_context.hpp"
#include "setpoint/api/core_v1/template_meta.hpp"
#include "setpoint/api/core_v1/volume.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct host_alias {
    interned_string ip{};
    std::vector<interned_string> hostnames{};

    template <class Self = host_alias>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::ip, "ip", "IP address of the host file entry.", required),
                      field(&Self::hostnames, "hostnames", "Hostnames for the above IP address.", exclusive));
    }
};

struct pod_dns_option {
    interned_string name{};
    std::optional<interned_string> value{};

    template <class Self = pod_dns_option>
    static constexpr auto describe() {
        using namespace schema;
        return object("DNS resolver options of a pod.",
                      field(&Self::name, "name", "This DNS resolver option's name."),
                      field(&Self::value, "value", "This DNS resolver option's value."));
    }
};

struct pod_dns_config {
    std::vector<interned_string> nameservers{}, searches{};
    std::vector<pod_dns_option> options{};

    template <class Self = pod_dns_config>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The DNS parameters of a pod in addition to those generated from DNSPolicy.",
            field(&Self::nameservers, "nameservers", "A list of DNS name server IP addresses.", exclusive),
            field(&Self::searches, "searches", "A list of DNS search domains for host-name lookup.",
                  exclusive),
            field(&Self::options, "options", "A list of DNS resolver options.", exclusive));
    }
};

struct pod_readiness_gate {
    interned_string condition_type{};

    template <class Self = pod_readiness_gate>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The reference to a pod condition.",
            field(&Self::condition_type, "conditionType",
                  "Refers to a condition in the pod's condition list with matching type.", required));
    }
};

struct pod_os {
    interned_string name{};

    template <class Self = pod_os>
    static constexpr auto describe() {
        using namespace schema;
        return object("The OS parameters of a pod.",
                      field(&Self::name, "name", "The name of the operating system.", required));
    }
};

// A container that is added to a running pod for debugging. It has no ports, probes or resources.
struct ephemeral_container : container {
    interned_string target_container_name{};  // the container whose processes it sees

    template <class Self = ephemeral_container>
    static constexpr auto describe() {
        using namespace schema;
        return object("A container put into a running pod.", fields_of<container>,
                      field(&Self::target_container_name, "targetContainerName", ""));
    }
};

struct pod_spec {
    std::vector<container> containers{}, init_containers{};
    std::vector<volume> volumes{};
    interned_string restart_policy{}, service_account_name{}, node_name{}, priority_class_name{},
        scheduler_name{}, dns_policy{}, hostname{}, subdomain{};
    std::optional<std::int64_t> termination_grace_period_seconds{}, active_deadline_seconds{};
    std::optional<bool> automount_service_account_token{}, host_network{};
    string_map node_selector{};
    std::vector<local_object_reference> image_pull_secrets{};
    std::vector<toleration> tolerations{};
    boxed<pod_security_context> security_context{};
    std::vector<ephemeral_container> ephemeral_containers{};
    std::optional<bool> host_pid{}, host_ipc{}, share_process_namespace{};
    boxed<setpoint::affinity> affinity{};
    std::vector<host_alias> host_aliases{};
    std::optional<std::int32_t> priority{};
    boxed<pod_dns_config> dns_config{};
    std::vector<pod_readiness_gate> readiness_gates{};
    std::optional<interned_string> runtime_class_name{};
    std::optional<bool> enable_service_links{};
    interned_string preemption_policy{};
    quantity_map overhead{};
    std::vector<topology_spread_constraint> topology_spread_constraints{};
    std::optional<bool> set_hostname_as_fqdn{};
    boxed<pod_os> os{};
    std::optional<bool> host_users{};
    std::vector<pod_scheduling_gate> scheduling_gates{};
    std::vector<pod_resource_claim> resource_claims{};
    boxed<resource_requirements> resources{};
    std::optional<interned_string> hostname_override{};
    boxed<pod_scheduling_group> scheduling_group{};

    template <class Self = pod_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "What a pod should be.", field(&Self::containers, "containers", "", list_map("name")),
            field(&Self::init_containers, "initContainers",
                  "Run to their end, one by one, before the others.", list_map("name")),
            field(&Self::volumes, "volumes", "", list_map("name")),
            field(&Self::restart_policy, "restartPolicy", "Always, OnFailure or Never."),
            field(&Self::service_account_name, "serviceAccountName", ""),
            field(&Self::node_name, "nodeName", "Set by the scheduler."),
            field(&Self::priority_class_name, "priorityClassName", ""),
            field(&Self::scheduler_name, "schedulerName", ""), field(&Self::dns_policy, "dnsPolicy", ""),
            field(&Self::hostname, "hostname", ""), field(&Self::subdomain, "subdomain", ""),
            field(&Self::termination_grace_period_seconds, "terminationGracePeriodSeconds", ""),
            field(&Self::active_deadline_seconds, "activeDeadlineSeconds", ""),
            field(&Self::automount_service_account_token, "automountServiceAccountToken", ""),
            field(&Self::host_network, "hostNetwork", "", omitzero),
            field(&Self::node_selector, "nodeSelector", "Labels that the node must have.", exclusive),
            field(&Self::image_pull_secrets, "imagePullSecrets", "", list_map("name")),
            field(&Self::tolerations, "tolerations", ""),
            field(&Self::security_context, "securityContext", ""),
            field(&Self::ephemeral_containers, "ephemeralContainers",
                  "Set by the subresource of that name alone.", list_map("name")),
            field(&Self::host_pid, "hostPID", "Use the host's pid namespace.", omitzero),
            field(&Self::host_ipc, "hostIPC", "Use the host's ipc namespace.", omitzero),
            field(&Self::share_process_namespace, "shareProcessNamespace",
                  "Share a single process namespace between all of the containers in a pod."),
            field(&Self::affinity, "affinity", "If specified, the pod's scheduling constraints."),
            field(&Self::host_aliases, "hostAliases", "", list_map("ip")),
            field(&Self::priority, "priority", "The priority value."),
            field(&Self::dns_config, "dnsConfig", "Specifies the DNS parameters of a pod."),
            field(&Self::readiness_gates, "readinessGates",
                  "If specified, all readiness gates will be evaluated for pod readiness.", exclusive),
            field(&Self::runtime_class_name, "runtimeClassName", ""),
            field(&Self::enable_service_links, "enableServiceLinks",
                  "Whether Services become environment variables; unset: true."),
            field(&Self::preemption_policy, "preemptionPolicy",
                  "The Policy for preempting pods with lower priority."),
            field(&Self::overhead, "overhead",
                  "The resource overhead associated with running a pod for a given RuntimeClass."),
            field(&Self::topology_spread_constraints, "topologySpreadConstraints",
                  "How a group of pods ought to spread across topology domains.",
                  list_map("topologyKey", "whenUnsatisfiable")),
            field(&Self::set_hostname_as_fqdn, "setHostnameAsFQDN", ""),
            field(&Self::os, "os", "Specifies the OS of the containers in the pod."),
            field(&Self::host_users, "hostUsers", "Use the host's user namespace."),
            field(&Self::scheduling_gates, "schedulingGates",
                  "An opaque list of values that if specified will block scheduling the pod.",
                  list_map("name")),
            field(&Self::resource_claims, "resourceClaims", "", list_map("name")),
            field(&Self::resources, "resources",
                  "The total amount of CPU and Memory resources required by all containers in the pod."),
            field(&Self::hostname_override, "hostnameOverride",
                  "An explicit override for the pod's hostname as perceived by the pod."),
            field(&Self::scheduling_group, "schedulingGroup", ""));
    }
};

struct pod_template_spec {
    template_meta metadata{};
    pod_spec spec{};

    template <class Self = pod_template_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("What pods are made from.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_COMPILED_TABLE(setpoint::pod_spec);
SETPOINT_COMPILED_TABLE(setpoint::pod_template_spec);
