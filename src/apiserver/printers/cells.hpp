#pragma once
// The functions that print the cells of built-in resources.

#include "apiserver/resources/resource.hpp"

#include <span>

namespace setpoint::inline v0::apiserver {

using cell_function = bj::value (*)(const bj::object& object, wall_time now);
struct cell_row {
    // `resource`: "deployments.apps"; empty matches any resource with such a column.
    std::string_view resource, column;
    cell_function cell;
};
std::span<const cell_row> pod_cells();
std::span<const cell_row> workload_cells();
std::span<const cell_row> core_cells();
std::span<const cell_row> policy_cells();
std::span<const cell_row> cluster_cells();
std::span<const cell_row> infrastructure_cells();

inline bj::value cell(std::string_view s) {
    return bj::value(bj::string(s));
}
inline bj::value cell_or_none(std::string_view s) {
    return cell(s.empty() ? "<none>" : s);
}
// One field of each object in the list, joined.
std::string joined_fields(const bj::array& list, std::string_view key, std::string_view separator = ",");

}  // namespace setpoint::inline v0::apiserver
