#pragma once
// The status of an informer as plain values, for /debug/setpoint and for tests.

#include "setpoint/cache/sync_state.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// A copy: it stays valid after the cache is gone, and does not change with it.
struct informer_report {
    struct collection {
        std::string type;     // "full", "partial", "metadata" or "dynamic", numbered if there are several
        bool synced = false;  // a list was taken in and all handlers have seen it
        std::size_t objects = 0, bytes = 0;
        std::size_t own_writes = 0;  // overlaid until the watch delivers them
    };

    std::string what;  // "deployments.apps in web"
    sync_state state = sync_state::starting;
    std::string why;  // the reason for retrying; "" otherwise
    // the resourceVersion up to which changes were seen; "" before the first list
    std::string version;
    std::vector<collection> collections;
};

}}  // namespace setpoint::v0
