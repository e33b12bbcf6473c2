#pragma once
// Which changes only bring what a reconcile of the same key has written, was answered and goes by: a machine.
//
// A watch is often faster than the answer. So while a key is being reconciled, what may be the echo of a
// write is held back: the key could not run before the end anyway. At the end, what no answer was about
// counts as a change. Answers that the watch has not brought by then are remembered for a while.

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
    // Beyond these the oldest is forgotten, and its echo is reconciled.
    static constexpr std::size_t max_awaited = 64;
    // Beyond these a reconcile that lasts holds nothing back: something is going on.
    static constexpr std::size_t max_held = 16;

    // True: not to be queued now; `reason` lives as long as this. `object`: what a watch, not a list,
    // brought.
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
    bool used_ = false;  // no reconciler goes by answers until one says so
};

// One reconcile. `all` and `key` outlive it.
class reconcile_flight {
public:
    reconcile_flight(own_answers& all, const object_key& key);
    reconcile_flight(const reconcile_flight&) = delete;
    reconcile_flight& operator=(const reconcile_flight&) = delete;
    ~reconcile_flight();
    // The reconcile has acted on `answer`, what the API returned for a write of its own.
    void acknowledge(const kind_info& kind, object_ptr answer);
    // Nothing is held back after this. The reason of a change that was, and is no echo, if there is one.
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
