#pragma once
// The objects of the operator's kinds as kubectl prints them, for the bottom of the terminal.

#include "cli/json_members.hpp"
#include "setpoint/api/gvk.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/transport.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// A server's answer as lines: a heading, and at most `most_rows` rows, with columns of equal width.
// Namespaces are shown if one is not default. Pure.
std::vector<std::string> table_lines(const bj::object& table, std::string_view heading,
                                     std::size_t most_rows);

// Asks the server for the table of all objects of a resource. Errors: those of the transport, bad_data.
awaitable<result<bj::object>> read_table(http::transport& server, group_version_resource resource);

}}}  // namespace setpoint::v0::cli
