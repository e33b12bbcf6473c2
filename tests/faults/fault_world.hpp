#pragma once
// The story that every fault is held against: web servers are made, changed, robbed of a child while
// something is broken, and made whole. It has to end as it ends when nothing is broken.

#include "operators/web_server/world.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fault_test {

using namespace web_server_test;  // operator_world, ws, make(), key(), is_rolled_out
using testing::network_fault;
using testing::network_fault_plan;

// How a story ended.
struct ending {
    std::string state;                   // what lives, without what chance decides
    std::map<std::string, int> created;  // what the server made for the operator, by path; events left out
};

// One fault, and what is expected of the operator meanwhile.
struct fault {
    // Called when two web servers run and nothing is left to do.
    std::function<void(operator_world&)> begin;
    // Called when the fault ends; network_faults().clear() in any case.
    std::function<void(operator_world&)> end = [](operator_world&) {};
    std::vector<std::vector<std::string_view>> says =
        {};                                      // for each a line of the log that holds all these words
    std::vector<std::string_view> metrics = {};  // parts of /metrics in the last minute of the fault
    std::optional<bool> ready = true;            // at that time; empty: that depends
    int minutes = 3;                             // that it lasts
    // Requests of the operator in any minute of the fault: the story alone takes about 60 in the first.
    std::size_t calls_a_minute = 150;
};

// The end without any fault.
const ending& undisturbed();
// Plays the story under the fault and checks all of that.
void survive(const fault& f, std::uint64_t seed = 1);

// What lives of the story's kinds, as text.
awaitable<std::string> state_of(operator_world& w);
// Log lines since `from` (a size of log()) that hold all of `words`.
int logged_since(const operator_world& w, std::size_t from, const std::vector<std::string_view>& words);

}  // namespace fault_test
