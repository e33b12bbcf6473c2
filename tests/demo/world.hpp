#pragma once
// The cluster as a demonstration sees it: a client that changes things, and views that say what came of it.

#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/manager/connection.hpp"
#include "stage.hpp"

#include <fmt/format.h>
#include <prometheus/registry.h>

#include <functional>
#include <stdexcept>

namespace demo {

using namespace setpoint;
using namespace setpoint::kinds;

struct show;

// A step did not come out as it should.
struct step_failed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// What a call gave; step_failed when it failed.
template <class T>
T done(result<T> r, std::string_view what) {
    if (!r) throw step_failed(fmt::format("{}: {}", what, r.error().to_string()));
    return std::move(*r);
}
inline void done(const result<>& r, std::string_view what) {
    if (!r) throw step_failed(fmt::format("{}: {}", what, r.error().to_string()));
}

class world {
public:
    world(loop& l, const show& what, cluster_config config, logger log, std::ostream& out, bool terminal);

    setpoint::client& api() { return connection_.client(); }
    loop& event_loop() { return loop_; }
    stage& shown() { return stage_; }
    // Objects of this kind in the namespace default are looked at. Before start(). `counts`: a change of one
    // is one for unchanged().
    template <class T>
    void watch(bool counts = true) {
        add(cache_.watch<T>(), counts);
    }
    // Starts the views; they end with `tasks`.
    awaitable<void> start(task_scope& tasks);
    // The CustomResourceDefinition is served and there is a node to run pods on.
    awaitable<void> install();

    // Waits until `holds`; prints what was verified. Throws step_failed when it does not within `limit`.
    awaitable<void> until(std::string what, std::function<bool()> holds,
                          duration limit = std::chrono::seconds(60));
    // Throws step_failed when it does not hold now.
    void check(std::string_view what, bool holds);
    // Shows why the server called a write invalid; throws step_failed when that is not what it said.
    void check_refused(std::string_view what, const error& e);
    // Throws step_failed when anything changes in that time.
    awaitable<void> unchanged(std::string what, duration time);

    // Null when there is none of that name in the namespace default.
    template <class T>
    snapshot<T> find(std::string_view name) const {
        return std::static_pointer_cast<const T>(
            cache_.find(kind_of<T>(), "default")->find({"default", std::string(name)}));
    }
    template <class T>
    std::vector<snapshot<T>> all() const {
        std::vector<snapshot<T>> objects;
        const auto found = cache_.find(kind_of<T>(), "default")->list({});
        if (found)
            for (const object_ptr& o : *found) objects.push_back(std::static_pointer_cast<const T>(o));
        return objects;
    }
    // Events about the kind of the show.
    std::vector<snapshot<events_v1::event>> events() const;
    // Whether one of them has `part` in its note.
    bool told(std::string_view part) const;
    // Verifies that there are events, and shows the first `count`.
    awaitable<void> look_at_events(std::string_view one, std::size_t count);

private:
    void add(cached_collection& v, bool counts);

    loop& loop_;
    const show& show_;
    prometheus::Registry registry_;
    metrics metrics_;
    connection connection_;
    cache cache_;
    notifier changed_;
    std::uint64_t changes_ = 0;
    stage stage_;
};

}  // namespace demo
