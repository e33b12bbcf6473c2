#include "framework/manager/alert_rules.hpp"

#include "framework/core/embedded_text.hpp"
#include "framework/manager/manifest_parts.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <string>

SETPOINT_TABLE(alert_rules, "rules.yaml");

namespace setpoint { inline namespace v0 {

namespace bj = boost::json;

bj::array alert_groups(std::string_view program) {
    constexpr std::string_view operators = "setpoint_build_info";
    const std::string one = fmt::format("{}{{program=\"{}\"}}", operators, program);
    bj::value all = json::parse_yaml(SETPOINT_TABLE_TEXT(alert_rules), "rules.yaml").value();
    bj::array groups = all.at("groups").as_array();
    for (bj::value& group : groups)
        for (bj::value& rule : group.at("rules").as_array()) {
            bj::value& expr = rule.at("expr");
            expr = replaced(std::string(expr.as_string()), operators, one);
        }
    return groups;
}

}}  // namespace setpoint::v0
