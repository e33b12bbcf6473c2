// Plays the story of a world, and checks its end.

#include "apiserver/server/server_access.hpp"
#include "testkit/sim/world.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::sim {

namespace {

constexpr duration patience = std::chrono::minutes(20);

}  // namespace

bool world::settle(duration quiet) {
    const time_point due = saturating_add(event_loop().now(), patience);
    if (event_loop().now() < busy_until_) env_->advance(busy_until_ - event_loop().now());
    for (;;) {
        const std::size_t before = writes_.all.size();
        const std::uint64_t state = state_ ? state_->hash() : 0;
        env_->advance(quiet);
        const bool no_writes = writes_.all.size() == before && is_quiet();
        const bool is_late = event_loop().now() >= due;
        // Pods that crash again and again change forever.
        if (no_writes && (is_late || !state_ || state_->hash() == state)) return true;
        if (is_late) return false;
    }
}

void world::play() {
    is_telling_ = true;
    if (timeline_) timeline_->begin(apiserver::server_access::state(parts_->api), event_loop());
    try {
        what_.story(*env_);
        if (timeline_) timeline_->story_ends();
        check_end();
    } catch (const testing::failure& e) {
        const bool is_hot = std::string_view(e.what()).starts_with("hot loop");
        violate(is_hot ? "no hot loop" : "story", e.what());
    } catch (const cancelled&) {
        violate("story", "it was cancelled");
    } catch (const std::exception& e) {
        violate("story", e.what());
    } catch (...) {
        violate("story", "it threw something that is not a std::exception");
    }
    is_telling_ = false;
    for (const auto& [name, when] : state_->broken()) violate("invariant: " + name, when);
}

void world::check_end() {
    if (!settle(long_rest)) {
        const auto& all = writes_.all;
        std::string last;
        for (std::size_t i = all.size() - std::min<std::size_t>(all.size(), 3); i < all.size(); ++i)
            last += "\n    " + all[i];
        const bool writes = is_quiet();
        violate("comes to rest", writes ? "the operator keeps writing; its last writes:" + last
                                        : "the operator is not ready, or a request never ends");
        return;
    }
    is_telling_ = false;
    end_ = state_->lines();
    const std::size_t at_end = writes_.all.size();
    for (operator_process& p : processes_) p.terminate();
    if (!settle(short_rest)) violate("comes to rest", "the operator does not come to rest after a restart");
    if (writes_.all.size() != at_end)
        violate("a restart writes nothing",
                "after the end, a restarted operator writes: " + writes_.all[at_end]);
    if (std::string wrong = env_->not_granted(); !wrong.empty()) violate("rights", std::move(wrong));
}

}  // namespace setpoint::inline v0::sim
