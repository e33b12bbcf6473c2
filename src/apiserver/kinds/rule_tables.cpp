#include "apiserver/kinds/rule_tables.hpp"

#include "framework/core/embedded_text.hpp"

#include <array>

SETPOINT_TABLE(apiregistration_rules, "apiregistration.v1.json");
SETPOINT_TABLE(autoscaling_v2_rules, "autoscaling.v2.json");
SETPOINT_TABLE(batch_rules, "batch.v1.json");
SETPOINT_TABLE(certificates_rules, "certificates.v1.json");
SETPOINT_TABLE(core_rules, "core.v1.json");
SETPOINT_TABLE(networking_rules, "networking.v1.json");
SETPOINT_TABLE(node_rules, "node.v1.json");
SETPOINT_TABLE(policy_rules, "policy.v1.json");
SETPOINT_TABLE(scheduling_rules, "scheduling.v1.json");
SETPOINT_TABLE(storage_rules, "storage.v1.json");

namespace setpoint::inline v0::apiserver {

std::span<const rule_table> rule_tables() {
    static const std::array all{
        rule_table{"apiregistration.v1", SETPOINT_TABLE_TEXT(apiregistration_rules)},
        rule_table{"autoscaling.v2", SETPOINT_TABLE_TEXT(autoscaling_v2_rules)},
        rule_table{"batch.v1", SETPOINT_TABLE_TEXT(batch_rules)},
        rule_table{"certificates.v1", SETPOINT_TABLE_TEXT(certificates_rules)},
        rule_table{"core.v1", SETPOINT_TABLE_TEXT(core_rules)},
        rule_table{"networking.v1", SETPOINT_TABLE_TEXT(networking_rules)},
        rule_table{"node.v1", SETPOINT_TABLE_TEXT(node_rules)},
        rule_table{"policy.v1", SETPOINT_TABLE_TEXT(policy_rules)},
        rule_table{"scheduling.v1", SETPOINT_TABLE_TEXT(scheduling_rules)},
        rule_table{"storage.v1", SETPOINT_TABLE_TEXT(storage_rules)},
    };
    return all;
}

}  // namespace setpoint::inline v0::apiserver
