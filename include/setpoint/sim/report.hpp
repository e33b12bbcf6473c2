#pragma once
// What people and programs read of findings: text for a terminal, a test to paste, a page, and files for CI.

#include "setpoint/sim/finding.hpp"

#include <optional>
#include <string>
#include <string_view>

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

// Findings for other programs. Control characters and bytes that are not UTF-8 become "\x1b", as above.
enum class report_format : std::uint8_t {
    page,   // page_of()
    json,   // everything in `findings`; times in seconds. New members may be added
    junit,  // XML: a failed test case for each finding, skipped if it is accepted; one for the other plans
    sarif   // 2.1.0, for code scanning: a result for each finding, with its plan and cause as fingerprints
};
// By the end of a file's name: .html, .json, .xml (JUnit) or .sarif; nothing: another.
std::optional<report_format> format_of_file(std::string_view name);
// `story`: the file to which SARIF attributes the findings; "": none.
std::string file_content(const findings& found, report_format as, std::string_view story = {});
struct report_file {
    std::string name;
    report_format as = report_format::page;
};
// Replaces the file as a whole: a process that ends meanwhile leaves the old one. Throws std::system_error.
void write_report(const findings& found, const report_file& file, std::string_view story = {});

}}}  // namespace setpoint::v0::sim
