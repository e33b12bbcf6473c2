#pragma once
// The document at /debug/setpoint: the state of a manager's parts as JSON. A pure function of values. Its
// size is limited, and it contains only the keys of objects, not their contents.

#include "setpoint/cache/report.hpp"
#include "setpoint/controller/report.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

struct debug_state {
    std::string program, instance, version;
    wall_time now{};
    std::vector<std::string> not_ready;  // the problems; empty: ready
    std::vector<controller_report> controllers;
    std::vector<informer_report> informers;
    std::vector<std::string> waiting_tasks, blocking_jobs;
    // Sections of other parts, by name: "leaderElection".
    std::vector<std::pair<std::string, boost::json::value>> sections;
};

// Longer lists are cut, and the number of elements left out is given.
inline constexpr std::size_t debug_list_limit = 200;
// Longer texts (mostly errors) are cut at a character boundary.
inline constexpr std::size_t debug_text_limit = 1024;
// A section whose text is longer is left out.
inline constexpr std::size_t debug_section_limit = 64 * 1024;

boost::json::object debug_document(const debug_state& s);

}}  // namespace setpoint::v0
