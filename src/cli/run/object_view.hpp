#pragma once
// Keeps tables of the objects of some kinds, for the bottom of a terminal.

#include "cli/json_members.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/sync.hpp"

#include <prometheus/registry.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

class object_view {
public:
    // Watches through `api`, and reads tables from `server`. All references must outlive it.
    object_view(loop& l, client& api, apiserver::server& server, logger log, std::function<void()> changed);

    // Adds the stored versions of these definitions, once they are served. Another definition of a kind that
    // is shown changes nothing.
    void show(const std::vector<bj::object>& definitions);
    // Reads the tables again when an object changes, and each second for the ages; calls `changed`. Until
    // cancelled.
    awaitable<void> keep(task_scope& tasks);
    // As they were read last.
    const std::vector<std::string>& lines() const { return lines_; }

private:
    // Whether the lines have changed.
    awaitable<bool> read();

    loop& loop_;
    apiserver::server& server_;
    prometheus::Registry registry_;
    metrics metrics_{registry_};
    notifier wake_;
    bool due_ = false;
    cache cache_;
    std::map<group_version_resource, std::string> shown_;  // and its heading
    std::function<void()> changed_;
    std::vector<std::string> lines_;
};

}}}  // namespace setpoint::v0::cli
