#pragma once
// Answers questions of DNS for IPv4 addresses. No I/O.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// Addresses of a name, which is in lower case and without the dot at its end. None: there is no such name.
using name_lookup = std::function<std::vector<std::string>(const std::string& name)>;

// The response to a query over UDP; "" if it is not a query with one question, and so gets none. Types other
// than A have no records.
std::string dns_answer(std::string_view query, const name_lookup& lookup);

}}}  // namespace setpoint::v0::story
