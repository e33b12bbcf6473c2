#pragma once
// What child processes report, as lines of JSON: the outcome of each plan, and the entries of its timeline as
// they happen, so that those of a process that dies are known, too.

#include "testkit/sim/world.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

struct report {
    bool is_early = false;  // the run ended as its state was one of another run
    std::string second;     // the second fault of the plan; "": none
    double seconds = 0;     // of CPU, from the fault on
    std::vector<violation> violations;
    std::string missing;                // of a replay: why the plan's point was not reached; "": it was
    std::vector<std::uint64_t> states;  // in which it was at rest (visited_states.hpp)
};
report report_of(world& w, bool is_early);

std::string encode(const report& one);
std::string encode(const timeline_entry& one);

struct reports {
    std::vector<report> all;  // at least one
    timeline entries;
};
// `death`: how the process ended if it did not end itself; "" otherwise. A process that died has violated
// "the process ends".
reports decode(const std::string& text, const std::string& death);

}}}  // namespace setpoint::v0::sim
