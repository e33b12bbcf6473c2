#pragma once
// Drives conversions by webhook: calls bounded in size and time, and turns that are repeated until
// they have all the objects they need (see conversion_attempt).

#include "apiserver/resources/conversion_review.hpp"
#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

// The real server's limits for one call and for the whole request.
inline constexpr duration conversion_call_limit = std::chrono::seconds(30),
                          conversion_request_limit = std::chrono::minutes(1);
// Limits of one call; the last object may exceed the bytes. Longer lists take several calls.
inline constexpr std::size_t conversion_batch = 256, conversion_batch_bytes = 2 * 1024 * 1024;
// Per request. Reading, and a write with its field managers, take a few turns.
inline constexpr int max_conversion_turns = 64;

// Calls the webhook and returns the objects in the version `wanted`, in their order. Ends at `due`.
awaitable<api_result<std::vector<bj::object>>> convert_objects(server_state_ptr w, conversion_webhook_ptr by,
                                                               std::vector<bj::object> objects,
                                                               std::string wanted, time_point due);
// Converts each record to that version of its kind if it is in another one. Does nothing unless a
// webhook converts the kind. `items` must outlive the call.
awaitable<api_result<>> convert_records(server_state_ptr w, resource_ptr r, std::vector<record_ptr>& items,
                                        time_point due);

// 504, for a request that took too long.
api_error conversion_timeout();

// While it exists, the server state takes time, names and conversions from that attempt.
class conversion_turn {
public:
    conversion_turn(server_state& w, conversion_attempt& a) : state_(w) {
        a.begin_turn();
        state_.attempt = &a;
    }
    conversion_turn(const conversion_turn&) = delete;
    conversion_turn& operator=(const conversion_turn&) = delete;
    ~conversion_turn() { state_.attempt = nullptr; }

private:
    server_state& state_;
};

// Runs `turn` again after each conversion it needed, and returns its result. `turn` must start over
// each time; what it refers to must outlive the call.
template <class T>
awaitable<api_result<T>> with_conversions(server_state_ptr w, std::function<api_result<T>()> turn) {
    conversion_attempt attempt(w->now());
    const time_point due = saturating_add(w->event_loop.now(), conversion_request_limit);
    for (int n = 0; n < max_conversion_turns; ++n) {
        std::optional<conversion_needed> needed;
        try {
            const conversion_turn own(*w, attempt);
            co_return turn();
        } catch (const conversion_needed& e) {
            needed.emplace(e);
        }
        auto done = co_await convert_objects(w, needed->by, {needed->object}, needed->wanted, due);
        if (!done) co_return done.error();
        attempt.add(needed->object, needed->wanted, std::move(done->front()));
    }
    co_return conversion_timeout();
}

}  // namespace setpoint::apiserver
