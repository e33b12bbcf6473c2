#pragma once
// Recognises watch events that merely echo a write made by a reconcile of the same key. No I/O.
//
// A watch is often faster than the response. So while a key is being reconciled, what may be an echo is held
// back: the key could not run before the end anyway. At the end, what no response was about counts as a
// change. Responses that the watch has not delivered by then are remembered for a while.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/client/client.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

class reconcile_flight;

class own_answers {
public:
    // Responses; beyond these the oldest is forgotten, and its echo is reconciled.
    static constexpr std::size_t max_awaited = 64;
    // Events; beyond these a long reconcile holds nothing back, since others are writing.
    static constexpr std::size_t max_held = 16;

    // Returns true if the change must not be queued now. `object`: what a watch, not a list, delivered.
    // `reason` outlives this.
    bool takes(const object_key& key, const kind_info& kind, const object_ptr& object,
               std::string_view reason);

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

// One reconcile. `all` and `key` outlive it.
class reconcile_flight {
public:
    reconcile_flight(own_answers& all, const object_key& key);
    reconcile_flight(const reconcile_flight&) = delete;
    reconcile_flight& operator=(const reconcile_flight&) = delete;
    ~reconcile_flight();
    // The reconcile has acted on `answer`, the response to a write of its own.
    void acknowledge(const kind_info& kind, object_ptr answer);
    // Ends the holding back. Returns the reason of a held change that is no echo, if there is one.
    std::optional<std::string_view> end();

private:
    friend own_answers;
    struct state {
        const kind_info* kind;
        object_ptr object;
        std::string_view reason;
    };
    own_answers& all_;
    const object_key& key_;
    std::vector<state> known_, held_;
};

}  // namespace setpoint
