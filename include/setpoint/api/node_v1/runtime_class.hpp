#pragma once
// clang-format off
// RuntimeClass (node.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/toleration.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace node_v1 {

struct overhead {
    quantity_map pod_fixed{};

    template <class Self = overhead>
    static constexpr auto describe() {
        return schema::object(
            "Overhead structure represents the resource overhead associated with running a pod.",
            schema::field(&Self::pod_fixed, "podFixed",
                          "podFixed represents the fixed resource overhead associated with running a pod."));
    }
};

struct scheduling {
    string_map node_selector{};
    std::vector<core_v1::toleration> tolerations{};

    template <class Self = scheduling>
    static constexpr auto describe() {
        return schema::object(
            "Scheduling specifies the scheduling constraints for nodes supporting a RuntimeClass.",
            schema::field(&Self::node_selector, "nodeSelector",
                          "nodeSelector lists labels that must be present on nodes that support this "
                          "RuntimeClass.", schema::exclusive),
            schema::field(&Self::tolerations, "tolerations",
                          "tolerations are appended (excluding duplicates) to pods running with this "
                          "RuntimeClass during admission, effectively unioning the set of nodes tolerated "
                          "by the ..."));
    }
};

struct runtime_class {
    object_meta metadata{};
    interned_string handler{};
    boxed<node_v1::overhead> overhead{};
    boxed<node_v1::scheduling> scheduling{};

    static constexpr auto kind() {
        return builtin_kind("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses").cluster_scoped();
    }
    template <class Self = runtime_class>
    static constexpr auto describe() {
        return schema::object(
            "RuntimeClass defines a class of container runtime supported in the cluster.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::handler, "handler",
                          "handler specifies the underlying runtime and configuration that the CRI "
                          "implementation will use to handle pods of this class."),
            schema::field(&Self::overhead, "overhead",
                          "overhead represents the resource overhead associated with running a pod for a "
                          "given RuntimeClass."),
            schema::field(&Self::scheduling, "scheduling",
                          "scheduling holds the scheduling constraints to ensure that pods running with "
                          "this RuntimeClass are scheduled to nodes that support it."));
    }
};

}}}  // namespace setpoint::v0::node_v1

SETPOINT_BUILT_IN_KIND(setpoint::node_v1::runtime_class);
