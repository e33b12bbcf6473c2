#pragma once
// What a child process reports of its plan, and the text of findings.

#include "testkit/sim/world.hpp"

namespace setpoint::inline v0::sim {

struct report {
    bool is_early = false;  // the run ended as its state was one of the run without faults
    std::string second;     // the second fault of the plan; "": none
    double seconds = 0;     // of CPU, from the fault on
    std::vector<violation> violations;
    std::size_t from = 0;  // where in the trace the fault is
    std::string trace;     // from there on; "" without violations
};
report report_of(world& w, bool is_early);
std::string encode(const std::vector<report>& all);
// `death`: how the process ended if it did not report; "" if it did. At least one.
std::vector<report> decode(const std::string& text, std::string death);

// Adds what it found, or counts it as another plan with the same outcome.
void add_findings(const std::string& plan, const report& r, std::string_view reference_trace,
                  std::vector<finding>& to);
// The lines of both runs from the fault on.
std::string timeline_of(std::string_view reference, std::string_view run, std::size_t from);

}  // namespace setpoint::inline v0::sim
