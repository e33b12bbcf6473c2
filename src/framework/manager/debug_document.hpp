#pragma once
// What /debug/setpoint answers: the state of a manager's parts as one JSON document. A pure function of
// values; sizes are bounded, and of objects there is nothing but their keys.

#include "setpoint/cache/report.hpp"
#include "setpoint/controller/report.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <utility>
#include <vector>

namespace setpoint {

struct debug_state {
    std::string program, instance, version;
    wall_time now{};
    std::vector<std::string> not_ready;  // why; empty: ready
    std::vector<controller_report> controllers;
    std::vector<informer_report> informers;
    std::vector<std::string> waiting_tasks, blocking_jobs;
    // From other parts, by name: "leaderElection".
    std::vector<std::pair<std::string, boost::json::value>> sections;
};

// More of a list than this is left out, and the number of what was left out is said.
inline constexpr std::size_t debug_list_limit = 200;
// Longer texts (errors, mostly) are cut, at a whole character.
inline constexpr std::size_t debug_text_limit = 1024;
// A section that is larger as text is left out.
inline constexpr std::size_t debug_section_limit = 64 * 1024;

boost::json::object debug_document(const debug_state& s);

}  // namespace setpoint
