#pragma once
// Deletes objects whose owners are gone, and finalizes owners whose dependents are gone.

#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/garbage/index.hpp"
#include "apiserver/controllers/garbage/plan.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class garbage_collector {
public:
    // References must outlive it. While it runs, it is the only subscriber of `graph`.
    garbage_collector(loop& l, client& api, object_graph& graph, event_log& events, logger log);
    garbage_collector(const garbage_collector&) = delete;
    garbage_collector& operator=(const garbage_collector&) = delete;
    ~garbage_collector();

    // Runs until it is cancelled. Failed items are retried after 20 ms, doubling up to 30 s.
    awaitable<void> run();

private:
    struct later {
        time_point due;
        graph_item item;
    };
    awaitable<void> work();
    awaitable<result<>> process(graph_item item);
    awaitable<result<>> act(graph_resource r, graph_object o, garbage_plan p);
    awaitable<result<>> orphan_dependents(graph_resource r, graph_object o);
    awaitable<result<>> patch(graph_resource r, const object_meta& meta, boost::json::object change);
    std::vector<owner_state> states_of(const graph_resource& r, const object_meta& meta) const;
    void report_wrong_namespace(const graph_item& item, const graph_resource& r, const object_meta& meta,
                                const std::vector<owner_state>& states);
    std::vector<dependent_state> dependents_of(std::string_view uid) const;
    void failed(const graph_item& item, const error& why);
    time_point take_due();

    loop& loop_;
    client& api_;
    object_graph& graph_;
    event_log& events_;
    logger log_;
    notifier wake_;
    garbage_index index_;
    std::map<graph_item, unsigned> failures_;
    std::vector<later> later_;
    bool subscribed_ = false;
};

}}}  // namespace setpoint::v0::apiserver
