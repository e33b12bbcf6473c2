#pragma once
// The functions behind the columns of built-in resources, by nouns.

#include "apiserver/resources/resource.hpp"

#include <span>

namespace setpoint::apiserver {

using cell_function = bj::value (*)(const bj::object& object, wall_time now);
struct cell_row {
    std::string_view resource, column;  // "deployments.apps"; resource empty: wherever such a column is
    cell_function cell;
};
std::span<const cell_row> pod_cells();
std::span<const cell_row> workload_cells();
std::span<const cell_row> core_cells();
std::span<const cell_row> policy_cells();
std::span<const cell_row> cluster_cells();

// The columns of a built-in resource.
std::vector<column> columns_of(std::string_view resource);
// Of the scale subresource, whatever it belongs to.
std::vector<column> scale_columns();
// Of a custom one, from its additionalPrinterColumns.
std::vector<column> custom_columns(const bj::object& version);

// A cell that says `s`.
inline bj::value cell(std::string_view s) {
    return bj::value(bj::string(s));
}
inline bj::value cell_or_none(std::string_view s) {
    return cell(s.empty() ? "<none>" : s);
}
// Whether that condition of `status` is there and true.
bool has_condition(const bj::object& status, std::string_view type);
// Names and images of spec.containers, joined by commas.
std::string joined_fields(const bj::array& list, std::string_view key, std::string_view separator = ",");

}  // namespace setpoint::apiserver
