#pragma once
// Partial types of nodes, and the nodes that are registered.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/node.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/core/clock.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct partial_node_status {
    std::vector<condition> conditions{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_node_status::conditions, "conditions", "", list_map("type")));
    }
};

struct partial_node {
    object_meta metadata{};
    node_spec spec{};
    partial_node_status status{};

    static constexpr auto kind() { return partial<node>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_node;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};
using node_ptr = std::shared_ptr<const partial_node>;

std::string node_name(int index);     // "node-0"
std::string node_address(int index);  // "172.18.0.2"
// The Node as a kubelet registers it, including status. `ids`: two UUIDs, of boot and machine.
boost::json::object node_object(int index, wall_time now, const std::string& boot_id,
                                const std::string& machine_id);
// The conditions of a Node with a new heartbeat time for the kubelet's.
boost::json::array with_heartbeat(boost::json::array conditions, wall_time now);
// Its Lease in kube-node-lease. `node_uid`: of its owner.
boost::json::object lease_object(int index, std::string_view node_uid, wall_time now);
// "2026-01-01T00:00:00.000000Z"
std::string micro_time(wall_time t);

}}}  // namespace setpoint::v0::apiserver
