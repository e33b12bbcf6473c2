#pragma once

#include "setpoint/cel/environment.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// The costs of slice(), flatten(), lists.range(), reverse() and distinct().
void add_list_costs(environment& to);
// The costs of sort() and of the function behind sortBy() for one type.
void add_sort_costs(environment& to, std::string_view sort_id, std::string_view by_id, bool texts);
// The costs of sets.*.
void add_set_costs(environment& to);

}}}  // namespace setpoint::v0::cel
