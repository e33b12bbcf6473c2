#pragma once
// What an operator's executable prints about itself.

#include "setpoint/core/loop.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// Runs it and returns its standard output; its standard error is ours. Errors: bad_config if it cannot be
// started, ends with an exit code, or prints for more than half a minute; the message names the program.
awaitable<result<std::string>> output_of(loop& l, std::string program, std::vector<std::string> arguments);
// Parses its output as a manifest. Errors: as output_of(), and bad_config if it is not a list of objects.
awaitable<result<std::vector<boost::json::object>>> objects_of(loop& l, std::string program,
                                                               std::vector<std::string> arguments);

}}}  // namespace setpoint::v0::cli
