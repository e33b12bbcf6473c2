#pragma once
// Columns and cells of tables, and the values that field selectors compare.

#include "apiserver/resources/resource.hpp"
#include "apiserver/schema/catalogue.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The columns of a built-in kind.
std::vector<column> columns_of(const catalogue_entry& kind, const kind_code& code);
// The columns of the scale subresource of any resource.
std::vector<column> scale_columns();
// The columns of a custom resource, from additionalPrinterColumns.
std::vector<column> custom_columns(const bj::object& version);

// The cell of that column: a string, number, boolean, or null.
bj::value cell_of(const column& c, const bj::object& object, wall_time now);
// TableRow.conditions. Empty for most objects; {"type":"Completed",...} for pods that have
// finished.
bj::array row_conditions(const resource& r, const bj::object& object);
// The value of a selectable field; "" if the object does not have it. `path` is one of
// resource::selectable, metadata.name or metadata.namespace.
std::string selectable_value(const resource& r, std::string_view path, const bj::object& object);

}}}  // namespace setpoint::v0::apiserver
