// Requests that fail once, or lose their answers.

#include "testkit/story/story_run.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

bool is_any_request(const sim::story_point& at) {
    return at.p.is_request() && at.p.op != verb::watch;
}
bool can_create(const sim::story_point& at) {
    return is_operator_write(at) && at.p.nth == 1 && !at.existed && at.p.subresource.empty() &&
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

awaitable<void> let_pass(story_run& r, duration d) {
    co_await r.event_loop().sleep(d);
    r.note_fault("the rights are restored");
}

sim::effect revoke_rights(story_run& r, const sim::point& p) {
    constexpr duration a_while = std::chrono::seconds(3);
    sim::effect e = refuse_once(403, "Forbidden");
    r.impose_until(
        saturating_add(r.event_loop().now(), a_while),
        [gvr = p.gvr, process = p.process](const sim::point& q) {
            return q.gvr == gvr && q.process == process;
        },
        e);
    r.spawn_fault("rights", let_pass(r, a_while));
    return e;
}

}  // namespace

std::span<const fault> request_faults() {
    static constexpr std::array<fault, 10> all{{
        {"P4", "the request is done and its answer is lost", true, is_operator_write, lose_answer},
        {"P5.409", "409 Conflict, once", true, is_operator_write,
         [](story_run&, const sim::point&) { return refuse_once(409, "Conflict"); }},
        {"P5.500", "500 InternalError, once", true, is_any_request,
         [](story_run&, const sim::point&) { return refuse_once(500, "InternalError"); }},
        {"P5.422", "422 Invalid, once: an admission policy that is then repaired", true, can_create,
         [](story_run&, const sim::point&) { return refuse_once(422, "Invalid"); }},
        {"P5.403", "403 Forbidden, once", true, is_any_request,
         [](story_run&, const sim::point&) { return refuse_once(403, "Forbidden"); }},
        {"P5.reset", "the connection ends before the server gets the request", true, is_operator_write,
         lose_request},
        {"P5.503", "503 ServiceUnavailable, once", true, is_operator_write,
         [](story_run&, const sim::point&) { return refuse_once(503, "ServiceUnavailable"); }},
        {"P5.429", "429 with Retry-After, once", true, is_operator_write,
         [](story_run&, const sim::point&) { return refuse_once(429, "TooManyRequests", 1); }},
        {"P19", "the rights to this kind are revoked for 3 s", true,
         [](const sim::story_point& at) { return is_operator_write(at) && at.p.nth == 1; }, revoke_rights},
        {"P21", "a quota refuses new objects of this kind four times", true, can_create, refuse_new_objects},
    }};
    return all;
}

}}}  // namespace setpoint::v0::story
