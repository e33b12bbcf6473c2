#pragma once
// What an informer is doing, as values: for /debug/setpoint and for tests.

#include "setpoint/cache/sync_state.hpp"

#include <string>
#include <vector>

namespace setpoint {

struct informer_report {
    struct view {
        std::string type;     // "full", "view", "metadata", "dynamic", with a number when there are several
        bool synced = false;  // has taken in a list, and all handlers have seen it
        std::size_t objects = 0, bytes = 0;
        std::size_t own_writes = 0;  // laid over, until the watch brings them
    };

    std::string what;  // "deployments.apps in web"
    sync_state state = sync_state::starting;
    std::string why;      // it is retrying; "" when it is not
    std::string version;  // up to which the server's changes are known; "" before the first list
    std::vector<view> views;
};

}  // namespace setpoint
