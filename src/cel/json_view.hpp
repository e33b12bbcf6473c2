#pragma once

#include "setpoint/cel/json.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 { namespace cel {

// Lists and maps with a declaration are views: of an array or object, and of what it is declared as.
struct typed_view {
    const void* data;
    const json_type* declared;
};

// A list that is declared as `declared`.
[[nodiscard]] value typed_list(const boost::json::array& from, const json_type& declared, arena& memory);

}}}  // namespace setpoint::v0::cel
