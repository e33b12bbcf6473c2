#pragma once
// The process of `setpoint top`.

#include "cli/top/port_forward.hpp"
#include "cli/top/top_target.hpp"

namespace setpoint { inline namespace v0 { namespace cli {

struct top_settings {
    top_target target;
    forward_settings forward;  // if target.object is set
    bool once = false;         // prints one document and ends
    bool json = false;         // prints documents, one a line, instead of tables
    duration interval = std::chrono::seconds(2);
};

// Prints the state of an operator until SIGINT or SIGTERM; without a terminal, tables only once. Throws
// fault: bad_config if there is no such path or kubectl is missing, and what was read is not the document;
// failed if standard output cannot be written to; otherwise the reason why the operator cannot be reached.
// Once a state was shown, it tries again instead.
void show_top(const top_settings& s);

}}}  // namespace setpoint::v0::cli
