#pragma once
// The parts of an error of the API server.

#include "cli/json_members.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct status_part {
    std::string field;    // "" if it is not about one
    std::string message;  // with the field, as kubectl prints it
};

// One part for each cause of an invalid object, for each unknown field, and one for any other Status.
std::vector<status_part> parts_of_status(const bj::object& status);

// The path with which a message begins ("spec.ports[0].name: ..."), or which it names as an unknown field; ""
// if there is none.
std::string leading_field(std::string_view message);

}}}  // namespace setpoint::v0::cli
