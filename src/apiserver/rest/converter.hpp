#pragma once
// Drives conversions by webhook: calls that are bounded in size and time, and turns that are repeated until
// they have what they need (see conversion_attempt).

#include "apiserver/resources/conversion_review.hpp"
#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

// As the real server's: of one call, and of the whole request.
inline constexpr duration conversion_call_limit = std::chrono::seconds(30),
                          conversion_request_limit = std::chrono::minutes(1);
// Of one call; an object more at most. Longer lists take several.
inline constexpr std::size_t conversion_batch = 256, conversion_batch_bytes = 2 * 1024 * 1024;
// Of one request: reading, and a write with its owners, take a few.
inline constexpr int most_conversion_turns = 64;

// What calls the webhook made of the objects, in their order: of the version that was asked for. Ends at
// `due`.
awaitable<api_result<std::vector<bj::object>>> convert_objects(world_ptr w, conversion_webhook_ptr by,
                                                               std::vector<bj::object> objects,
                                                               std::string wanted, time_point due);
// Makes each record one of that version of its kind, where it is another one. Nothing happens unless a
// webhook converts. `items` outlives the call.
awaitable<api_result<>> convert_records(world_ptr w, resource_ptr r, std::vector<record_ptr>& items,
                                        time_point due);

// The error of a request that took too long: 504.
api_error conversion_timeout();

// Within it the world takes and draws for that attempt.
class conversion_turn {
public:
    conversion_turn(world& w, conversion_attempt& a) : world_(w) {
        a.begin_turn();
        world_.attempt = &a;
    }
    conversion_turn(const conversion_turn&) = delete;
    conversion_turn& operator=(const conversion_turn&) = delete;
    ~conversion_turn() { world_.attempt = nullptr; }

private:
    world& world_;
};

// What `turn` returns, which is run again after each conversion that it needed. It must begin anew each time;
// what it refers to outlives the call.
template <class T>
awaitable<api_result<T>> with_conversions(world_ptr w, std::function<api_result<T>()> turn) {
    conversion_attempt attempt(w->now());
    const time_point due = saturating_add(w->owner.now(), conversion_request_limit);
    for (int n = 0; n < most_conversion_turns; ++n) {
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
