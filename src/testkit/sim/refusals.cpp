// Requests that fail: refused by the API server once or for a while, or lost on their way.

#include "testkit/sim/world.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr duration a_while = std::chrono::seconds(45);

bool is_request(const story_point& at) {
    return at.p.is_request();
}
bool writes(const story_point& at) {
    return at.p.is_request() && at.p.writes();
}
bool may_create(const story_point& at) {
    return writes(at) && at.p.nth == 1 && !at.existed && at.p.subresource.empty() &&
           (at.p.op == verb::create || at.p.op == verb::patch);
}

effect refusal_of(int status, std::string reason, std::optional<int> retry_after = {}) {
    effect e;
    e.what = effect::kind::refuse;
    e.status = status;
    e.reason = std::move(reason);
    e.retry_after = retry_after;
    return e;
}

effect of_kind(effect::kind k) {
    effect e;
    e.what = k;
    return e;
}

effect answer_late(world& w, const point&) {
    effect e;
    e.after = [&w] { return let_pass(w.event_loop(), std::chrono::seconds(3)); };
    return e;
}

effect revoke(world& w, const point& p) {
    effect e = refusal_of(403, "Forbidden");
    w.impose(
        a_while,
        [r = p.gvr, process = p.process](const point& q) { return q.gvr == r && q.process == process; }, e);
    return e;
}

effect exceed_quota(world& w, const point& p) {
    effect e = refusal_of(403, "Forbidden");
    w.impose(
        a_while,
        [r = p.gvr, &w](const point& q) {
            return q.gvr == r && q.subresource.empty() &&
                   (q.op == verb::create || (q.op == verb::patch && !w.state().find(q.gvr, q.key)));
        },
        e);
    return e;
}

}  // namespace

awaitable<void> let_pass(loop& l, duration d) {
    co_await l.sleep(d);
}

std::span<const perturbation> refusals() {
    static constexpr std::array<perturbation, 14> all{{
        {"P4", "the request is done and its answer is lost", true, writes,
         [](world&, const point&) { return of_kind(effect::kind::lose_answer); }},
        {"P4.late", "the request is done, and its answer arrives 3 s later", true, writes, answer_late},
        {"P14", "the connection ends in the middle of the response", true, is_request,
         [](world&, const point&) { return of_kind(effect::kind::cut); }},
        {"P14.pieces", "the response arrives in pieces of 7 bytes", true,
         [](const story_point& at) { return is_request(at) && at.p.nth == 1; },
         [](world&, const point&) { return of_kind(effect::kind::crumble); }},
        {"P5.reset", "the connection ends before the server gets the request", true, is_request,
         [](world&, const point&) { return of_kind(effect::kind::lose_request); }},
        {"P5.409", "409 Conflict, once", true, writes,
         [](world&, const point&) { return refusal_of(409, "Conflict"); }},
        {"P5.429", "429 with Retry-After, once", true, writes,
         [](world&, const point&) { return refusal_of(429, "TooManyRequests", 1); }},
        {"P5.500", "500 InternalError, once", true, is_request,
         [](world&, const point&) { return refusal_of(500, "InternalError"); }},
        {"P5.503", "503 ServiceUnavailable, once", true, writes,
         [](world&, const point&) { return refusal_of(503, "ServiceUnavailable"); }},
        {"P5.504", "504 Timeout, once, and the request is not done", true, writes,
         [](world&, const point&) { return refusal_of(504, "Timeout"); }},
        {"P5.403", "403 Forbidden, once", true, is_request,
         [](world&, const point&) { return refusal_of(403, "Forbidden"); }},
        {"P5.422", "422 Invalid, once: an admission policy that is then repaired", true, may_create,
         [](world&, const point&) { return refusal_of(422, "Invalid"); }},
        {"P19", "the rights to this kind are revoked for 45 s", true,
         [](const story_point& at) { return is_request(at) && at.p.nth == 1; }, revoke},
        {"P21", "a quota refuses new objects of this kind for 45 s", true, may_create, exceed_quota},
    }};
    return all;
}

}}}  // namespace setpoint::v0::sim
