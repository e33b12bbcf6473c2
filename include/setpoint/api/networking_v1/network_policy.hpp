#pragma once
// clang-format off
// NetworkPolicy (networking.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace networking_v1 {

struct network_policy_port {
    interned_string protocol{};
    int_or_string port{};
    std::optional<std::int32_t> end_port{};

    template <class Self = network_policy_port>
    static constexpr auto describe() {
        return schema::object(
            "NetworkPolicyPort describes a port to allow traffic on",
            schema::field(&Self::protocol, "protocol",
                          "protocol represents the protocol (TCP, UDP, or SCTP) which traffic must match."),
            schema::field(&Self::port, "port", "port represents the port on the given protocol."),
            schema::field(&Self::end_port, "endPort",
                          "endPort indicates that the range of ports from port to endPort if set, "
                          "inclusive, should be allowed by the policy."));
    }
};

struct ip_block {
    interned_string cidr{};
    std::vector<interned_string> except{};

    template <class Self = ip_block>
    static constexpr auto describe() {
        return schema::object(
            "IPBlock describes a particular CIDR (Ex.",
            schema::field(&Self::cidr, "cidr", "cidr is a string representing the IPBlock Valid examples are "
                          "\"192.168.1.0/24\" or \"2001:db8::/64\"", schema::required),
            schema::field(&Self::except, "except",
                          "except is a slice of CIDRs that should not be included within an IPBlock Valid "
                          "examples are \"192.168.1.0/24\" or \"2001:db8::/64\" Except values will be "
                          "rejected ..."));
    }
};

struct network_policy_peer {
    boxed<label_selector> pod_selector{};
    boxed<label_selector> namespace_selector{};
    boxed<networking_v1::ip_block> ip_block{};

    template <class Self = network_policy_peer>
    static constexpr auto describe() {
        return schema::object(
            "NetworkPolicyPeer describes a peer to allow traffic to/from.",
            schema::field(&Self::pod_selector, "podSelector",
                          "podSelector is a label selector which selects pods."),
            schema::field(&Self::namespace_selector, "namespaceSelector",
                          "namespaceSelector selects namespaces using cluster-scoped labels."),
            schema::field(&Self::ip_block, "ipBlock", "ipBlock defines policy on a particular IPBlock."));
    }
};

struct network_policy_ingress_rule {
    std::vector<network_policy_port> ports{};
    std::vector<network_policy_peer> from{};

    template <class Self = network_policy_ingress_rule>
    static constexpr auto describe() {
        return schema::object(
            "NetworkPolicyIngressRule describes a particular set of traffic that is allowed to the pods "
            "matched by a NetworkPolicySpec's podSelector.",
            schema::field(&Self::ports, "ports",
                          "ports is a list of ports which should be made accessible on the pods selected "
                          "for this rule."),
            schema::field(&Self::from, "from",
                          "from is a list of sources which should be able to access the pods selected for "
                          "this rule."));
    }
};

struct network_policy_egress_rule {
    std::vector<network_policy_port> ports{};
    std::vector<network_policy_peer> to{};

    template <class Self = network_policy_egress_rule>
    static constexpr auto describe() {
        return schema::object(
            "NetworkPolicyEgressRule describes a particular set of traffic that is allowed out of pods "
            "matched by a NetworkPolicySpec's podSelector.",
            schema::field(&Self::ports, "ports",
                          "ports is a list of destination ports for outgoing traffic."),
            schema::field(&Self::to, "to",
                          "to is a list of destinations for outgoing traffic of pods selected for this "
                          "rule."));
    }
};

struct network_policy_spec {
    label_selector pod_selector{};
    std::vector<network_policy_ingress_rule> ingress{};
    std::vector<network_policy_egress_rule> egress{};
    std::vector<interned_string> policy_types{};

    template <class Self = network_policy_spec>
    static constexpr auto describe() {
        return schema::object(
            "NetworkPolicySpec provides the specification of a NetworkPolicy",
            schema::field(&Self::pod_selector, "podSelector",
                          "podSelector selects the pods to which this NetworkPolicy object applies."),
            schema::field(&Self::ingress, "ingress",
                          "ingress is a list of ingress rules to be applied to the selected pods."),
            schema::field(&Self::egress, "egress",
                          "egress is a list of egress rules to be applied to the selected pods."),
            schema::field(&Self::policy_types, "policyTypes",
                          "policyTypes is a list of rule types that the NetworkPolicy relates to."));
    }
};

struct network_policy {
    object_meta metadata{};
    network_policy_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies");
    }
    template <class Self = network_policy>
    static constexpr auto describe() {
        return schema::object(
            "NetworkPolicy describes what network traffic is allowed for a set of Pods",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec",
                          "spec represents the specification of the desired behavior for this "
                          "NetworkPolicy."));
    }
};

}}}  // namespace setpoint::v0::networking_v1

SETPOINT_BUILT_IN_KIND(setpoint::networking_v1::network_policy);
