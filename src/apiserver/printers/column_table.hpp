#pragma once
// Names, types and descriptions of the table columns of built-in resources.

#include <cstdint>
#include <string_view>
#include <vector>

namespace setpoint::apiserver {

struct column_row {
    std::string_view resource;  // "deployments.apps"
    std::string_view name, type, format;
    std::int32_t priority;
    std::string_view description;
};
const std::vector<column_row>& column_table();  // those of a resource stand together, in order

}  // namespace setpoint::apiserver
