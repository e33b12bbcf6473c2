#pragma once
// The cluster as the demonstration sees it: a client that changes things, and views that say what came of it.

#include "stage.hpp"
#include "web_server/types.hpp"
#include <setpoint/api/apps_v1.hpp>
#include <setpoint/api/core_v1.hpp>
#include <setpoint/api/events_v1.hpp>
#include <setpoint/cache/cache.hpp>
#include <setpoint/manager/connection.hpp>

#include <prometheus/registry.h>

#include <functional>
#include <stdexcept>

namespace demo {

using namespace setpoint;
using web_server::web_server;

// A step did not come out as it should.
struct step_failed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class world {
public:
    world(loop& l, cluster_config config, logger log, std::ostream& out, bool terminal);

    setpoint::client& api() { return connection_.client(); }
    loop& owner() { return loop_; }
    stage& shown() { return stage_; }
    // Starts the views; they end with `tasks`.
    awaitable<void> start(task_scope& tasks);

    // Waits until `holds`; prints what was verified. Throws step_failed when it does not within `limit`.
    awaitable<void> until(std::string what, std::function<bool()> holds,
                          duration limit = std::chrono::seconds(60));
    // Throws step_failed when it does not hold now.
    void check(std::string_view what, bool holds);
    // Throws step_failed when anything changes in that time.
    awaitable<void> unchanged(std::string what, duration time);

    // Null when there is none of that name in the namespace default.
    snapshot<web_server> site(std::string_view name) const { return find<web_server>(*sites_, name); }
    snapshot<deployment> deployed(std::string_view name) const {
        return find<deployment>(*deployments_, name);
    }
    snapshot<service> served(std::string_view name) const { return find<service>(*services_, name); }
    std::vector<snapshot<event_record>> events() const;
    std::vector<snapshot<pod>> pods() const;

private:
    template <class T>
    snapshot<T> find(const view& v, std::string_view name) const {
        return std::static_pointer_cast<const T>(v.find({"default", std::string(name)}));
    }
    template <class T>
    std::vector<snapshot<T>> all(const view& v) const;
    std::vector<std::string> table() const;

    loop& loop_;
    prometheus::Registry registry_;
    metrics metrics_;
    connection connection_;
    cache cache_;
    view *sites_, *deployments_, *services_, *pods_, *events_;
    pulse changed_;
    std::uint64_t changes_ = 0;
    stage stage_;
};

}  // namespace demo
