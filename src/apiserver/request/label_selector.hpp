#pragma once
// Parses the query parameters labelSelector and fieldSelector, with the real server's errors
// (apimachinery, pkg/labels and pkg/fields).

#include "apiserver/schema/api_error.hpp"
#include "setpoint/api/selector.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Error: 400.
api_result<selector> read_label_selector(std::string_view text);
// Terms with neither field nor value are ignored. Error: 400.
api_result<field_selector> read_field_selector(std::string_view text);

}}}  // namespace setpoint::v0::apiserver
