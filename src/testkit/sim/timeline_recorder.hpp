#pragma once
// Records the timeline of a run: requests, changes of objects, watch events, faults and violations.

#include "apiserver/state/server_state.hpp"
#include "setpoint/sim/finding.hpp"
#include "testkit/sim/canonical.hpp"
#include "testkit/sim/point.hpp"

#include <functional>

namespace setpoint { inline namespace v0 { namespace sim {

class timeline_recorder {
public:
    // Later entries are dropped, but for faults and violations: a livelock has no end.
    static constexpr std::size_t max_entries = 3000;
    using on_entry = std::function<void(const timeline_entry&)>;
    // `f` is called for each entry. Null: not called.
    explicit timeline_recorder(on_entry f = {}) : on_entry_(std::move(f)) {}

    // Names of which operators make up a part.
    void know(std::vector<made_up_name> names) { known_.made_up = std::move(names); }

    // From here on it records; `of` and `clock` must outlive the recording.
    void begin(apiserver::server_state& of, const loop& time);
    // Stops following the objects. Does nothing if begin() was not called.
    void end();

    void add(lane in, std::string who, std::string what, std::string detail = {});
    // Before a request is sent, or when a reconcile begins. `who`: the operator, if there are several.
    void at(const std::string& who, const point& p, lane in = lane::operators);
    // When the event has passed what holds it.
    void delivered(const std::string& who, const point& p);
    void failed(const std::string& who, const point& p, std::string_view how);

    void violated(const std::string& oracle, const std::string& detail);
    // The story has ended: what follows belongs to the check of its end.
    void story_ends();

    const timeline& entries() const { return entries_; }

private:
    void changed(const apiserver::resource& r, const apiserver::record_ptr& before,
                 const apiserver::record_ptr& now);
    // Without generated names.
    std::string canonical(std::string_view text) const;
    void add(timeline_entry e);

    on_entry on_entry_;
    apiserver::server_state* server_ = nullptr;
    const loop* time_ = nullptr;
    time_point begun_{};
    bool has_ended_ = false;
    identities known_;
    timeline entries_;
};

// A check that has failed, without a time.
timeline_entry entry_of_violation(const std::string& oracle, const std::string& detail);
// Joins lists that an operator sends at one moment: "list configmaps, notes".
timeline without_repeated_lists(timeline all);

}}}  // namespace setpoint::v0::sim
