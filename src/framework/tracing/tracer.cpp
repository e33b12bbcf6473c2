#include "framework/tracing/tracer.hpp"

#include <memory>
#include <utility>

namespace setpoint { inline namespace v0 {

trace_parent tracer::start(std::string_view parent) const {
    if (const auto given = parse_traceparent(parent)) return *given;
    const trace_id id = new_trace_id(loop_.random());
    return {id, 0, setpoint::is_sampled(id, settings_.ratio)};
}

reconcile_trace::reconcile_trace(const tracer& of, std::string_view parent, std::string name,
                                 time_point since)
    : tracer_(of),
      task_(*of.event_loop().current()),
      offset_(of.event_loop().wall_now().time_since_epoch() - of.event_loop().now().time_since_epoch()) {
    const trace_parent start = of.start(parent);
    sampled_ = start.sampled;
    root_.trace = start.trace;
    root_.parent = start.span;
    root_.id = new_span_id(of.event_loop().random());
    root_.name = std::move(name);
    root_.begin = wall(since);
    task_.trace = this;
}

reconcile_trace::~reconcile_trace() {
    task_.trace = nullptr;
    if (!sampled_) return;
    if (left_out_ != 0) add("setpoint.steps_left_out", static_cast<std::int64_t>(left_out_));
    root_.end = wall(tracer_.event_loop().now());
    tracer_.ended(std::move(root_));
}

void reconcile_trace::add(std::string_view key, std::variant<std::string, std::int64_t, bool> value) {
    if (sampled_) root_.attributes.push_back({key, std::move(value)});
}

void reconcile_trace::fail(std::string_view why) {
    root_.failed = true;
    add("error.type", std::string(why));
}

bool reconcile_trace::counts_step() {
    if (!sampled_) return false;
    const bool is_recorded = children_ < max_children;
    ++(is_recorded ? children_ : left_out_);
    return is_recorded;
}

void reconcile_trace::add_step(std::string name, time_point begin, time_point end) {
    if (!counts_step()) return;
    span s = child(std::move(name), span_kind::internal);
    s.begin = wall(begin);
    s.end = wall(end);
    tracer_.ended(std::move(s));
}

span reconcile_trace::child(std::string name, span_kind kind) const {
    span s;
    s.trace = root_.trace;
    s.id = new_span_id(tracer_.event_loop().random());
    s.parent = root_.id;
    s.name = std::move(name);
    s.kind = kind;
    return s;
}

struct call_span::open {
    reconcile_trace& of;
    span s;
};

call_span::call_span(reconcile_trace& of, std::string name, span_kind kind) {
    if (!of.counts_step()) return;
    open_ = new open{of, of.child(std::move(name), kind)};
    open_->s.begin = of.wall(of.tracer_.event_loop().now());
}

std::string call_span::traceparent() const {
    return to_traceparent({open_->s.trace, open_->s.id, true});
}

void call_span::add(std::string_view key, std::variant<std::string, std::int64_t, bool> value) {
    if (open_) open_->s.attributes.push_back({key, std::move(value)});
}

void call_span::end_as(std::string_view failure) {
    const std::unique_ptr<open> ended(std::exchange(open_, nullptr));
    if (!failure.empty()) {
        ended->s.failed = true;
        ended->s.attributes.push_back({"error.type", std::string(failure)});
    }
    ended->s.end = ended->of.wall(ended->of.tracer_.event_loop().now());
    ended->of.tracer_.ended(std::move(ended->s));
}

}}  // namespace setpoint::v0
