#pragma once
// The perturbations: what happens at a point, and where each makes sense.

#include "setpoint/core/loop.hpp"
#include "testkit/sim/point.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

class world;

// What becomes of a request or an event.
struct effect {
    enum class kind : std::uint8_t {
        pass,
        crash_before,  // the operator is killed; the API server does not get the request
        crash_after,   // the operator is killed; the request is done
        refuse,        // the API server answers `status`
        lose_request,  // the connection ends before the API server gets it
        lose_answer,   // the request is done, and the connection ends
        expire,        // of an event: the watch ends with 410
        duplicate,     // of an event: it is delivered twice
        cut,           // the connection ends in the middle of the response or the event
        crumble,       // the response or the event arrives in small pieces
        keep_back      // of a user's create: it is done after the next write of the story
    } what = kind::pass;
    int status = 0;
    std::string reason;
    std::optional<int> retry_after;  // seconds
    duration delay{0};               // of a mapping
    // What others do before the request is done, and before its answer arrives.
    std::function<awaitable<void>()> before{}, after{};
};

// A point as it was in the run without faults.
struct story_point {
    point p;
    bool existed = false;             // the object of a request, before it was sent
    int user_writes = 0;              // of the story, before the point
    bool is_of_user = false;          // the story has written the object
    bool is_last_user_write = false;  // no write of the story comes after the point
    bool calls_webhook = false;       // there are webhooks for this kind
    time_point when{};
    // Of a write of the story: at once after it, the story creates another object.
    bool is_followed_by_create = false;
    bool is_first_after_user = false;  // of a reconcile: the first one after a write of the story
};

struct perturbation {
    std::string_view name;   // "P1"
    std::string_view words;  // what happens, for findings
    // What the operator creates and deletes can be compared: no one else changes anything.
    bool is_internal;
    bool (*applies)(const story_point& at);  // null: only in plans by hand, at any point
    effect (*apply)(world& w, const point& p);
    bool lasts = false;      // to the end of the run
    bool shows_old = false;  // the operator acts on an old state of what it reconciles
    bool reorders = false;   // it changes nothing but the order of what happens
};

// For effects that only take time.
awaitable<void> let_pass(loop& l, duration d);

// In the order in which they are tried at a point.
std::span<const perturbation> crashes();
std::span<const perturbation> refusals();
std::span<const perturbation> late_watches();
std::span<const perturbation> foreign_changes();
std::span<const perturbation> orders();
std::span<const perturbation> arrivals();
std::span<const perturbation> surroundings();
std::span<const perturbation> applications();
const perturbation* find_perturbation(std::string_view name);
// Whether a fault of this name may be the second of a pair, here and in src/testkit/story: pairs of all would
// be too many.
constexpr bool may_come_second(std::string_view name) {
    return name == "P1" || name == "P2" || name == "P4" || name == "P6" || name == "P7";
}
// Calls f(const perturbation&) for each.
template <class F>
void for_each_perturbation(F f) {
    for (const auto& list : {crashes(), refusals(), late_watches(), foreign_changes(), orders(), arrivals(),
                             surroundings(), applications()})
        for (const perturbation& p : list) f(p);
}

}}}  // namespace setpoint::v0::sim
