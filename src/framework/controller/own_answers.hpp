#pragma once
// Recognises watch events that merely echo a write made by a reconcile of the same key. No I/O.
//
// A watch event often arrives before the response. So while a key is being reconciled, possible echoes are
// held back: the key could not run before the end anyway. At the end, events that match no response count as
// changes. Responses whose event has not arrived by then are remembered for a while.

#include "framework/controller/loop_breaker.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/loop.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

class reconcile_flight;

class own_answers {
public:
    // Responses that are remembered; beyond this limit the oldest is dropped, and its echo is reconciled.
    static constexpr std::size_t max_awaited = 64;
    // Events that are held back; beyond this limit other clients must be writing, and no more are held.
    static constexpr std::size_t max_held = 16;

    // Returns true if the change must not be queued now. `object` was delivered by a watch, not by a list.
    // `reason` must outlive this object.
    bool takes(const object_key& key, const kind_info& kind, const object_ptr& object,
               std::string_view reason);
    // Returns the reconcile that this task runs, or null.
    reconcile_flight* flight_of(const task* running) const;

private:
    friend reconcile_flight;
    struct awaited {
        object_key key;
        const kind_info* kind;
        std::string uid, resource_version;
    };
    std::vector<reconcile_flight*> flights_;
    std::deque<awaited> awaited_;
    bool used_ = false;  // nothing is held back until a reconciler acknowledges a write
};

// One reconcile. `all` and `key` must outlive it.
class reconcile_flight {
public:
    reconcile_flight(own_answers& all, const object_key& key, const task* running = nullptr);
    reconcile_flight(const reconcile_flight&) = delete;
    reconcile_flight& operator=(const reconcile_flight&) = delete;
    ~reconcile_flight();
    // Records that the reconcile has acted on `answer`, the response to one of its own writes.
    void acknowledge(const kind_info& kind, object_ptr answer);
    // Stops holding events back. Returns the reason of a held event that is not an echo, if there is one.
    std::optional<std::string_view> end();

    struct state {
        const kind_info* kind;
        object_ptr object;
        std::string_view reason;
    };
    // After end(): the events that are not echoes.
    const std::vector<state>& held() const { return held_; }

    // For the loop breaker.
    bool has_written = false;
    loop_breaker::observed* observed = nullptr;  // null: the key is not observed
    // For the history, with controller_options::record_writes.
    std::vector<std::string> writes;
    std::size_t writes_left_out = 0;

private:
    friend own_answers;
    own_answers& all_;
    const object_key& key_;
    const task* running_;
    std::vector<state> known_, held_;
};

}}  // namespace setpoint::v0
