#include "setpoint/apiserver/request_faults.hpp"

#include "apiserver/format/negotiate.hpp"
#include "apiserver/server/control/gated_watch.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using effect_kind = fault_effect::kind;

http::response refusal_of(const fault_effect& e, const http::server_request& r) {
    api_error status{e.status, e.reason, e.message, {}};
    if (e.retry_after) status.details["retryAfterSeconds"] = *e.retry_after;
    return error_response(status, r);
}

}  // namespace

struct request_faults::impl {
    explicit impl(loop& l) : gate(l) {}

    awaitable<void> wait(duration d) {
        const time_point due = saturating_add(gate.event_loop.now(), d);
        while (!gate.is_closed && gate.event_loop.now() < due) co_await gate.changed.wait(due);
    }

    watch_gate gate;
};

request_faults::request_faults(loop& l) : impl_(std::make_unique<impl>(l)) {}
request_faults::~request_faults() = default;

awaitable<http::response> request_faults::handle(const http::server_request& r,
                                                 const http::server::handler& next) {
    watch_gate& gate = impl_->gate;
    std::optional<request_traits> of = request_traits::of(r, gate.faults.needs_names());
    if (!of) co_return co_await next(r);
    const fault_effect e = gate.faults.next(*of);
    if (e.what == effect_kind::refuse) co_return refusal_of(e, r);
    if (e.what == effect_kind::lose_request) throw http::connection_end{};
    if (e.what == effect_kind::delay) co_await impl_->wait(e.wait);
    http::response answer = co_await next(r);
    if (e.what == effect_kind::lose_answer) throw http::connection_end{};
    if (of->verb == "watch" && answer.stream)
        answer.stream = std::make_shared<gated_watch>(gate, std::move(*of), std::exchange(answer.body, {}),
                                                      std::move(answer.stream));
    co_return answer;
}

std::uint64_t request_faults::add(request_fault f) {
    std::uint64_t held = 0;
    if (holds_watches(f))
        for (const gated_watch* const w : impl_->gate.open)
            if (matches(f.requests, w->of())) ++held;
    return impl_->gate.faults.add(std::move(f), held);
}

bool request_faults::clear(std::uint64_t number) {
    const bool found = impl_->gate.faults.clear(number);
    impl_->gate.changed.notify();
    return found;
}

void request_faults::clear() {
    impl_->gate.faults.clear();
    impl_->gate.changed.notify();
}

const std::map<std::uint64_t, request_faults::entry>& request_faults::all() const {
    return impl_->gate.faults.all();
}

std::size_t request_faults::drop_watches(const request_filter& which) {
    std::size_t dropped = 0;
    for (gated_watch* const w : impl_->gate.open) {
        if (w->is_dropped() || !matches(which, w->of())) continue;
        w->drop();
        ++dropped;
    }
    return dropped;
}

void request_faults::close() {
    impl_->gate.is_closed = true;
    impl_->gate.changed.notify();
}

}}}  // namespace setpoint::v0::apiserver
