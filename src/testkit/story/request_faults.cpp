// Requests that fail once, or lose their answers.

#include "testkit/story/story_run.hpp"

#include <array>

namespace setpoint::inline v0::story {

namespace {

bool is_any_request(const sim::story_point& at) {
    return at.p.is_request() && at.p.op != verb::watch;
}
bool is_any_write(const sim::story_point& at) {
    return at.p.is_request() && at.p.writes();
}
bool can_create(const sim::story_point& at) {
    return is_any_write(at) && at.p.nth == 1 && !at.existed && at.p.subresource.empty() &&
           (at.p.op == verb::create || at.p.op == verb::patch);
}

sim::effect refuse_once(int status, std::string reason, std::optional<int> retry_after = {}) {
    sim::effect e;
    e.what = sim::effect::kind::refuse;
    e.status = status;
    e.reason = std::move(reason);
    e.retry_after = retry_after;
    return e;
}

sim::effect lose_answer(story_run&, const sim::point&) {
    sim::effect e;
    e.what = sim::effect::kind::lose_answer;
    return e;
}
sim::effect lose_request(story_run&, const sim::point&) {
    sim::effect e;
    e.what = sim::effect::kind::lose_request;
    return e;
}

sim::effect refuse_new_objects(story_run& r, const sim::point& p) {
    constexpr int times = 3;
    sim::effect e = refuse_once(403, "Forbidden");
    r.impose(
        times,
        [gvr = p.gvr](const sim::point& q) {
            return q.gvr == gvr && q.subresource.empty() && (q.op == verb::create || q.op == verb::patch);
        },
        e);
    return e;
}

}  // namespace

std::span<const fault> request_faults() {
    static constexpr std::array<fault, 9> all{{
        {"P4", "the request is done and its answer is lost", true, is_any_write, lose_answer},
        {"P5.409", "409 Conflict, once", true, is_any_write,
         [](story_run&, const sim::point&) { return refuse_once(409, "Conflict"); }},
        {"P5.500", "500 InternalError, once", true, is_any_request,
         [](story_run&, const sim::point&) { return refuse_once(500, "InternalError"); }},
        {"P5.422", "422 Invalid, once: an admission policy that is then repaired", true, can_create,
         [](story_run&, const sim::point&) { return refuse_once(422, "Invalid"); }},
        {"P5.403", "403 Forbidden, once", true, is_any_request,
         [](story_run&, const sim::point&) { return refuse_once(403, "Forbidden"); }},
        {"P5.reset", "the connection ends before the server gets the request", true, is_any_write,
         lose_request},
        {"P5.503", "503 ServiceUnavailable, once", true, is_any_write,
         [](story_run&, const sim::point&) { return refuse_once(503, "ServiceUnavailable"); }},
        {"P5.429", "429 with Retry-After, once", true, is_any_write,
         [](story_run&, const sim::point&) { return refuse_once(429, "TooManyRequests", 1); }},
        {"P21", "a quota refuses new objects of this kind four times", true, can_create, refuse_new_objects},
    }};
    return all;
}

}  // namespace setpoint::inline v0::story
