#pragma once
// Runs the handler of a request in turns until it has the answers of all webhooks that it needs: see
// request_attempt.

#include "apiserver/rest/server_state.hpp"

namespace setpoint::inline v0::apiserver {

// The real server's limits for a whole request, and for a write, apart from a deletecollection
// (requestTimeoutUpperBound of apiserver, endpoints/handlers).
inline constexpr duration request_limit = std::chrono::minutes(1), write_limit = std::chrono::seconds(34);
// Per request: one for each mutating webhook and each round of them, a few for conversions.
inline constexpr int max_turns = 256;

// 504, for a request that took too long.
api_error request_timeout();

// While it exists, the server state takes time, names and answers from that attempt.
class request_turn {
public:
    request_turn(server_state& w, request_attempt& a) : state_(w) {
        a.begin_turn();
        state_.attempt = &a;
    }
    request_turn(const request_turn&) = delete;
    request_turn& operator=(const request_turn&) = delete;
    ~request_turn() { state_.attempt = nullptr; }

private:
    server_state& state_;
};

// Makes the calls and adds their answers to `to`, which must outlive the call. Error: that of a call
// which must succeed, or request_timeout().
awaitable<api_result<>> make_calls(server_state_ptr w, request_attempt& to, std::vector<outside_call> calls,
                                   time_point due);

// Runs `turn` again after the calls that it needed, and returns its result. `turn` must start over
// each time; what it refers to must outlive the call.
template <class T>
awaitable<api_result<T>> in_turns(server_state_ptr w, duration limit, std::function<api_result<T>()> turn) {
    request_attempt attempt(w->now());
    const time_point due = saturating_add(w->event_loop.now(), limit);
    for (int n = 0; n < max_turns; ++n) {
        std::optional<calls_needed> needed;
        try {
            const request_turn own(*w, attempt);
            co_return turn();
        } catch (const calls_needed& e) {
            needed.emplace(e);
        }
        auto done = co_await make_calls(w, attempt, std::move(needed->calls), due);
        if (!done) co_return done.error();
    }
    co_return request_timeout();
}

}  // namespace setpoint::inline v0::apiserver
