#pragma once
// Nodes (core/v1).

#include <setpoint/api/condition.hpp>
#include <setpoint/api/core_v1/container.hpp>
#include <setpoint/api/kind_info.hpp>

namespace setpoint {

struct taint {
    text key{}, value{}, effect{};
    timestamp time_added{};

    static constexpr auto describe() {
        using namespace schema;
        using self = taint;
        return object("", field(&self::key, "key", ""), field(&self::value, "value", ""),
                      field(&self::effect, "effect", "NoSchedule, PreferNoSchedule or NoExecute."),
                      field(&self::time_added, "timeAdded", ""));
    }
};

struct node_spec {
    text pod_cidr{}, provider_id{};
    std::optional<bool> unschedulable{};
    std::vector<taint> taints{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_spec;
        return object("", field(&self::pod_cidr, "podCIDR", "", unique),
                      field(&self::provider_id, "providerID", "", unique),
                      field(&self::unschedulable, "unschedulable", "", zero_is_absent),
                      field(&self::taints, "taints", ""));
    }
};

struct node_address {
    text type{}, address{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_address;
        return object("", field(&self::type, "type", "Hostname, InternalIP, ExternalIP, ..."),
                      field(&self::address, "address", "", unique));
    }
};

struct node_status {
    quantity_map capacity{}, allocatable{};
    std::vector<condition> conditions{};
    std::vector<node_address> addresses{};

    static constexpr auto describe() {
        using namespace schema;
        using self = node_status;
        return object("", field(&self::capacity, "capacity", ""),
                      field(&self::allocatable, "allocatable", ""),
                      field(&self::conditions, "conditions", "", list_map("type")),
                      field(&self::addresses, "addresses", ""));
    }
};

struct node {
    object_meta metadata{};
    node_spec spec{};
    node_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Node", "nodes").cluster_scoped(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = node;
        return object("A machine that runs pods.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

}  // namespace setpoint
