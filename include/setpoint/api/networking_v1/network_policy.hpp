#pragma once
// NetworkPolicies (networking.k8s.io/v1).

#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct network_policy_port {
    interned_string protocol{};
    int_or_string port{};
    std::optional<std::int32_t> end_port{};

    template <class Self = network_policy_port>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A port to allow traffic on.",
            field(&Self::protocol, "protocol", "The protocol (TCP, UDP, or SCTP) which traffic must match."),
            field(&Self::port, "port", "The port on the given protocol."),
            field(&Self::end_port, "endPort", ""));
    }
};

struct ip_block {
    interned_string cidr{};
    std::vector<interned_string> except{};

    template <class Self = ip_block>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::cidr, "cidr", "", required),
                      field(&Self::except, "except", "", exclusive));
    }
};

struct network_policy_peer {
    boxed<label_selector> pod_selector{}, namespace_selector{};
    boxed<setpoint::ip_block> ip_block{};

    template <class Self = network_policy_peer>
    static constexpr auto describe() {
        using namespace schema;
        return object("A peer to allow traffic to/from.",
                      field(&Self::pod_selector, "podSelector", "A label selector which selects pods."),
                      field(&Self::namespace_selector, "namespaceSelector",
                            "NamespaceSelector selects namespaces using cluster-scoped labels."),
                      field(&Self::ip_block, "ipBlock", "Policy on a particular IPBlock."));
    }
};

struct network_policy_ingress_rule {
    std::vector<network_policy_port> ports{};
    std::vector<network_policy_peer> from{};

    template <class Self = network_policy_ingress_rule>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "",
            field(&Self::ports, "ports",
                  "A list of ports which should be made accessible on the pods selected for this rule.",
                  exclusive),
            field(&Self::from, "from",
                  "A list of sources which should be able to access the pods selected for this rule.",
                  exclusive));
    }
};

struct network_policy_egress_rule {
    std::vector<network_policy_port> ports{};
    std::vector<network_policy_peer> to{};

    template <class Self = network_policy_egress_rule>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&Self::ports, "ports", "A list of destination ports for outgoing traffic.", exclusive),
            field(&Self::to, "to",
                  "A list of destinations for outgoing traffic of pods selected for this rule.", exclusive));
    }
};

struct network_policy_spec {
    label_selector pod_selector{};
    std::vector<network_policy_ingress_rule> ingress{};
    std::vector<network_policy_egress_rule> egress{};
    std::vector<interned_string> policy_types{};

    template <class Self = network_policy_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("NetworkPolicySpec provides the specification of a NetworkPolicy.",
                      field(&Self::pod_selector, "podSelector",
                            "PodSelector selects the pods to which this NetworkPolicy object applies."),
                      field(&Self::ingress, "ingress",
                            "A list of ingress rules to be applied to the selected pods.", exclusive),
                      field(&Self::egress, "egress",
                            "A list of egress rules to be applied to the selected pods.", exclusive),
                      field(&Self::policy_types, "policyTypes",
                            "A list of rule types that the NetworkPolicy relates to.", exclusive));
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
        using namespace schema;
        return object("What network traffic is allowed for a set of Pods.",
                      field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::network_policy);
