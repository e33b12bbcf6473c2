#pragma once
// What people read of findings: text for a terminal, a test to paste, and a page.

#include "setpoint/sim/finding.hpp"

namespace setpoint { inline namespace v0 { namespace sim {

struct text_style {
    std::size_t columns = 100;  // at least 60
    bool colours = false;
};
// The width and colors of the descriptor's terminal; the default if it is not a terminal. No colors if
// NO_COLOR is set or TERM is "dumb".
text_style style_of_terminal(int descriptor);

// The coverage, and of each finding: what differs, both timelines side by side, the line that replays it and
// the test. Control characters in names of objects are shown as "\x1b".
std::string describe(const findings& found, text_style style = {});
// One finding of such a text, after an empty line.
std::string describe_finding(const finding& f, std::size_t number, text_style style = {});
// Only its timelines.
std::string describe_timelines(const finding& f, text_style style = {});

// A test case of Boost.Test that replays the finding's plan. It calls a function of the exploration's name,
// or explored(), that returns the sim::exploration that found it.
std::string test_of(const finding& f, std::string_view exploration_name = {});

// A page with all findings: their timelines as swim lanes. It is complete in itself, without scripts, and has
// a light and a dark scheme; what objects contain is escaped.
std::string page_of(const findings& found);
// Writes the page. Throws std::system_error.
void write_page(const findings& found, const std::string& file);

}}}  // namespace setpoint::v0::sim
