#pragma once
// Amounts of resources, by name, as in `requests` and `limits`.

#include "setpoint/api/quantity.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

using amounts = std::map<std::string, quantity, std::less<>>;

// Skips what is no quantity: validation reports it.
amounts amounts_in(const boost::json::object& list);
void add_amounts(amounts& to, const amounts& more);
// A resource such as hugepages-2Mi.
bool is_huge_page(std::string_view name);
// The sum over the containers, at least the maximum over the init containers, of which those that restart run
// beside all later ones (component-helpers/resource). `list`: "requests" or "limits".
amounts container_amounts(const boost::json::object& pod_spec, std::string_view list);
// The same, where amounts of the pod itself replace the sum.
amounts pod_amounts(const boost::json::object& pod_spec, std::string_view list);

}}}  // namespace setpoint::v0::apiserver
