#include "apiserver/kinds/rule_tables.hpp"

#include "framework/core/embedded_text.hpp"

#include <array>

SETPOINT_TABLE(autoscaling_v2_rules, "autoscaling.v2.json");
SETPOINT_TABLE(batch_rules, "batch.v1.json");
SETPOINT_TABLE(core_rules, "core.v1.json");
SETPOINT_TABLE(storage_rules, "storage.v1.json");

namespace setpoint::inline v0::apiserver {

std::span<const rule_table> rule_tables() {
    static const std::array all{
        rule_table{"autoscaling.v2", SETPOINT_TABLE_TEXT(autoscaling_v2_rules)},
        rule_table{"core.v1", SETPOINT_TABLE_TEXT(core_rules)},
        rule_table{"storage.v1", SETPOINT_TABLE_TEXT(storage_rules)},
        rule_table{"batch.v1", SETPOINT_TABLE_TEXT(batch_rules)},
    };
    return all;
}

}  // namespace setpoint::inline v0::apiserver
