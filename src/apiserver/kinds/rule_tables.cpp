#include "apiserver/kinds/rule_tables.hpp"

#include "framework/core/embedded_text.hpp"

#include <array>

SETPOINT_TABLE(batch_rules, "batch.v1.json");

namespace setpoint::inline v0::apiserver {

std::span<const rule_table> rule_tables() {
    static const std::array all{
        rule_table{"batch.v1", SETPOINT_TABLE_TEXT(batch_rules)},
    };
    return all;
}

}  // namespace setpoint::inline v0::apiserver
