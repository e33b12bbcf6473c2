#pragma once
// clang-format off
// PodSpec (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/affinity.hpp"
#include "setpoint/api/core_v1/container.hpp"
#include "setpoint/api/core_v1/ephemeral_container.hpp"
#include "setpoint/api/core_v1/local_object_reference.hpp"
#include "setpoint/api/core_v1/pod_security_context.hpp"
#include "setpoint/api/core_v1/resource_requirements.hpp"
#include "setpoint/api/core_v1/toleration.hpp"
#include "setpoint/api/core_v1/volume.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct host_alias {
    interned_string ip{};
    std::vector<interned_string> hostnames{};

    template <class Self = host_alias>
    static constexpr auto describe() {
        return schema::object(
            "HostAlias holds the mapping between IP and hostnames that will be injected as an entry in "
            "the pod's hosts file.",
            schema::field(&Self::ip, "ip", "IP address of the host file entry.", schema::required),
            schema::field(&Self::hostnames, "hostnames", "Hostnames for the above IP address."));
    }
};

struct pod_dns_config_option {
    interned_string name{};
    std::optional<interned_string> value{};

    template <class Self = pod_dns_config_option>
    static constexpr auto describe() {
        return schema::object(
            "PodDNSConfigOption defines DNS resolver options of a pod.",
            schema::field(&Self::name, "name", "Name is this DNS resolver option's name."),
            schema::field(&Self::value, "value", "Value is this DNS resolver option's value."));
    }
};

struct pod_dns_config {
    std::vector<interned_string> nameservers{};
    std::vector<interned_string> searches{};
    std::vector<pod_dns_config_option> options{};

    template <class Self = pod_dns_config>
    static constexpr auto describe() {
        return schema::object(
            "PodDNSConfig defines the DNS parameters of a pod in addition to those generated from "
            "DNSPolicy.",
            schema::field(&Self::nameservers, "nameservers", "A list of DNS name server IP addresses."),
            schema::field(&Self::searches, "searches", "A list of DNS search domains for host-name lookup."),
            schema::field(&Self::options, "options", "A list of DNS resolver options."));
    }
};

struct pod_readiness_gate {
    interned_string condition_type{};

    template <class Self = pod_readiness_gate>
    static constexpr auto describe() {
        return schema::object(
            "PodReadinessGate contains the reference to a pod condition",
            schema::field(&Self::condition_type, "conditionType",
                          "ConditionType refers to a condition in the pod's condition list with matching "
                          "type.", schema::required));
    }
};

struct topology_spread_constraint {
    std::optional<std::int32_t> max_skew{};
    interned_string topology_key{};
    interned_string when_unsatisfiable{};
    boxed<setpoint::label_selector> label_selector{};
    std::optional<std::int32_t> min_domains{};
    interned_string node_affinity_policy{};
    interned_string node_taints_policy{};
    std::vector<interned_string> match_label_keys{};

    template <class Self = topology_spread_constraint>
    static constexpr auto describe() {
        return schema::object(
            "TopologySpreadConstraint specifies how to spread matching pods among the given topology.",
            schema::field(&Self::max_skew, "maxSkew",
                          "MaxSkew describes the degree to which pods may be unevenly distributed.",
                          schema::required),
            schema::field(&Self::topology_key, "topologyKey", "TopologyKey is the key of node labels.",
                          schema::required),
            schema::field(&Self::when_unsatisfiable, "whenUnsatisfiable",
                          "WhenUnsatisfiable indicates how to deal with a pod if it doesn't satisfy the "
                          "spread constraint.", schema::required),
            schema::field(&Self::label_selector, "labelSelector",
                          "LabelSelector is used to find matching pods."),
            schema::field(&Self::min_domains, "minDomains",
                          "MinDomains indicates a minimum number of eligible domains."),
            schema::field(&Self::node_affinity_policy, "nodeAffinityPolicy",
                          "NodeAffinityPolicy indicates how we will treat Pod's nodeAffinity/nodeSelector "
                          "when calculating pod topology spread skew."),
            schema::field(&Self::node_taints_policy, "nodeTaintsPolicy",
                          "NodeTaintsPolicy indicates how we will treat node taints when calculating pod "
                          "topology spread skew."),
            schema::field(&Self::match_label_keys, "matchLabelKeys",
                          "MatchLabelKeys is a set of pod label keys to select the pods over which "
                          "spreading will be calculated."));
    }
};

struct pod_os {
    interned_string name{};

    template <class Self = pod_os>
    static constexpr auto describe() {
        return schema::object(
            "PodOS defines the OS parameters of a pod.",
            schema::field(&Self::name, "name", "Name is the name of the operating system.",
                          schema::required));
    }
};

struct pod_scheduling_gate {
    interned_string name{};

    template <class Self = pod_scheduling_gate>
    static constexpr auto describe() {
        return schema::object(
            "PodSchedulingGate is associated to a Pod to guard its scheduling.",
            schema::field(&Self::name, "name", "Name of the scheduling gate.", schema::required));
    }
};

struct pod_resource_claim {
    interned_string name{};
    std::optional<interned_string> resource_claim_name{};
    std::optional<interned_string> resource_claim_template_name{};

    template <class Self = pod_resource_claim>
    static constexpr auto describe() {
        return schema::object(
            "PodResourceClaim references exactly one ResourceClaim, either directly or by naming a "
            "ResourceClaimTemplate which is then turned into a ResourceClaim for the ...",
            schema::field(&Self::name, "name", "Name uniquely identifies this resource claim inside the pod.",
                          schema::required),
            schema::field(&Self::resource_claim_name, "resourceClaimName",
                          "ResourceClaimName is the name of a ResourceClaim object in the same namespace "
                          "as this pod."),
            schema::field(&Self::resource_claim_template_name, "resourceClaimTemplateName",
                          "ResourceClaimTemplateName is the name of a ResourceClaimTemplate object in the "
                          "same namespace as this pod."));
    }
};

struct pod_scheduling_group {
    std::optional<interned_string> pod_group_name{};

    template <class Self = pod_scheduling_group>
    static constexpr auto describe() {
        return schema::object(
            "PodSchedulingGroup identifies the runtime scheduling group instance that a Pod belongs to.",
            schema::field(&Self::pod_group_name, "podGroupName",
                          "PodGroupName specifies the name of the standalone PodGroup object that "
                          "represents the runtime instance of this group."));
    }
};

struct eviction_responder {
    interned_string name{};
    std::optional<std::int32_t> priority{};

    template <class Self = eviction_responder>
    static constexpr auto describe() {
        return schema::object(
            "EvictionResponder allows you to specify the responder reacting to an Eviction.",
            schema::field(&Self::name, "name",
                          "name allows you to identify the responder responding to the Eviction.",
                          schema::required),
            schema::field(&Self::priority, "priority", "priority for this responder.", schema::required));
    }
};

struct pod_spec {
    std::vector<volume> volumes{};
    std::vector<container> init_containers{};
    std::vector<container> containers{};
    std::vector<ephemeral_container> ephemeral_containers{};
    interned_string restart_policy{};
    std::optional<std::int64_t> termination_grace_period_seconds{};
    std::optional<std::int64_t> active_deadline_seconds{};
    interned_string dns_policy{};
    string_map node_selector{};
    interned_string service_account_name{};
    std::optional<bool> automount_service_account_token{};
    interned_string node_name{};
    std::optional<bool> host_network{};
    std::optional<bool> host_pid{};
    std::optional<bool> host_ipc{};
    std::optional<bool> share_process_namespace{};
    boxed<pod_security_context> security_context{};
    std::vector<local_object_reference> image_pull_secrets{};
    interned_string hostname{};
    interned_string subdomain{};
    boxed<core_v1::affinity> affinity{};
    interned_string scheduler_name{};
    std::vector<toleration> tolerations{};
    std::vector<host_alias> host_aliases{};
    interned_string priority_class_name{};
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
    std::vector<eviction_responder> eviction_responders{};

    template <class Self = pod_spec>
    static constexpr auto describe() {
        return schema::object(
            "PodSpec is a description of a pod.",
            schema::field(&Self::volumes, "volumes",
                          "List of volumes that can be mounted by containers belonging to the pod.",
                          schema::list_map("name")),
            schema::field(&Self::init_containers, "initContainers",
                          "List of initialization containers belonging to the pod.",
                          schema::list_map("name")),
            schema::field(&Self::containers, "containers", "List of containers belonging to the pod.",
                          schema::list_map("name")),
            schema::field(&Self::ephemeral_containers, "ephemeralContainers",
                          "List of ephemeral containers run in this pod.", schema::list_map("name")),
            schema::field(&Self::restart_policy, "restartPolicy",
                          "Restart policy for all containers within the pod."),
            schema::field(&Self::termination_grace_period_seconds, "terminationGracePeriodSeconds",
                          "Optional duration in seconds the pod needs to terminate gracefully."),
            schema::field(&Self::active_deadline_seconds, "activeDeadlineSeconds",
                          "Optional duration in seconds the pod may be active on the node relative to "
                          "StartTime before the system will actively try to mark it failed and kill "
                          "associated ..."),
            schema::field(&Self::dns_policy, "dnsPolicy", "Set DNS policy for the pod."),
            schema::field(&Self::node_selector, "nodeSelector",
                          "NodeSelector is a selector which must be true for the pod to fit on a node.",
                          schema::exclusive),
            schema::field(&Self::service_account_name, "serviceAccountName",
                          "ServiceAccountName is the name of the ServiceAccount to use to run this pod."),
            schema::field(&Self::automount_service_account_token, "automountServiceAccountToken",
                          "AutomountServiceAccountToken indicates whether a service account token should "
                          "be automatically mounted."),
            schema::field(&Self::node_name, "nodeName",
                          "NodeName indicates in which node this pod is scheduled."),
            schema::field(&Self::host_network, "hostNetwork", "Host networking requested for this pod.",
                          schema::omitzero),
            schema::field(&Self::host_pid, "hostPID", "Use the host's pid namespace.", schema::omitzero),
            schema::field(&Self::host_ipc, "hostIPC", "Use the host's ipc namespace.", schema::omitzero),
            schema::field(&Self::share_process_namespace, "shareProcessNamespace",
                          "Share a single process namespace between all of the containers in a pod."),
            schema::field(&Self::security_context, "securityContext",
                          "SecurityContext holds pod-level security attributes and common container "
                          "settings."),
            schema::field(&Self::image_pull_secrets, "imagePullSecrets",
                          "ImagePullSecrets is an optional list of references to secrets in the same "
                          "namespace to use for pulling any of the images used by this PodSpec.",
                          schema::list_map("name")),
            schema::field(&Self::hostname, "hostname",
                          "Specifies the hostname of the Pod If not specified, the pod's hostname will be "
                          "set to a system-defined value."),
            schema::field(&Self::subdomain, "subdomain",
                          "If specified, the fully qualified Pod hostname will be "
                          "\"<hostname>.<subdomain>.<pod namespace>.svc.<cluster domain>\"."),
            schema::field(&Self::affinity, "affinity", "If specified, the pod's scheduling constraints"),
            schema::field(&Self::scheduler_name, "schedulerName",
                          "If specified, the pod will be dispatched by specified scheduler."),
            schema::field(&Self::tolerations, "tolerations", "If specified, the pod's tolerations."),
            schema::field(&Self::host_aliases, "hostAliases",
                          "HostAliases is an optional list of hosts and IPs that will be injected into "
                          "the pod's hosts file if specified.", schema::list_map("ip")),
            schema::field(&Self::priority_class_name, "priorityClassName",
                          "If specified, indicates the pod's priority."),
            schema::field(&Self::priority, "priority", "The priority value."),
            schema::field(&Self::dns_config, "dnsConfig", "Specifies the DNS parameters of a pod."),
            schema::field(&Self::readiness_gates, "readinessGates",
                          "If specified, all readiness gates will be evaluated for pod readiness."),
            schema::field(&Self::runtime_class_name, "runtimeClassName",
                          "RuntimeClassName refers to a RuntimeClass object in the node.k8s.io group, "
                          "which should be used to run this pod."),
            schema::field(&Self::enable_service_links, "enableServiceLinks",
                          "EnableServiceLinks indicates whether information about services should be "
                          "injected into pod's environment variables, matching the syntax of Docker links."),
            schema::field(&Self::preemption_policy, "preemptionPolicy",
                          "PreemptionPolicy is the Policy for preempting pods with lower priority."),
            schema::field(&Self::overhead, "overhead",
                          "Overhead represents the resource overhead associated with running a pod for a "
                          "given RuntimeClass."),
            schema::field(&Self::topology_spread_constraints, "topologySpreadConstraints",
                          "TopologySpreadConstraints describes how a group of pods ought to spread across "
                          "topology domains.", schema::list_map("topologyKey", "whenUnsatisfiable")),
            schema::field(&Self::set_hostname_as_fqdn, "setHostnameAsFQDN",
                          "If true the pod's hostname will be configured as the pod's FQDN, rather than "
                          "the leaf name (the default)."),
            schema::field(&Self::os, "os", "Specifies the OS of the containers in the pod."),
            schema::field(&Self::host_users, "hostUsers", "Use the host's user namespace."),
            schema::field(&Self::scheduling_gates, "schedulingGates",
                          "SchedulingGates is an opaque list of values that if specified will block "
                          "scheduling the pod.", schema::list_map("name")),
            schema::field(&Self::resource_claims, "resourceClaims",
                          "ResourceClaims defines which ResourceClaims must be allocated and reserved "
                          "before the Pod is allowed to start.", schema::list_map("name")),
            schema::field(&Self::resources, "resources",
                          "Resources is the total amount of CPU and Memory resources required by all "
                          "containers in the pod."),
            schema::field(&Self::hostname_override, "hostnameOverride",
                          "HostnameOverride specifies an explicit override for the pod's hostname as "
                          "perceived by the pod."),
            schema::field(&Self::scheduling_group, "schedulingGroup",
                          "SchedulingGroup provides a reference to the immediate scheduling runtime "
                          "grouping object that this Pod belongs to."),
            schema::field(&Self::eviction_responders, "evictionResponders",
                          "evictionResponders reference responders that react to Evictions based on "
                          "EvictionRequests.", schema::list_map("name")));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::pod_spec);
