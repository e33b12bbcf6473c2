// The trace of a reconcile: its parent, the wait in the queue, and how it ended.

#include "framework/controller/controller_impl.hpp"
#include "framework/tracing/tracer.hpp"

namespace setpoint { inline namespace v0 {

namespace {

std::string_view outcome_name(outcome::kind k) {
    switch (k) {
        case outcome::kind::done:
            return "done";
        case outcome::kind::requeue_after:
            return "requeue_after";
        case outcome::kind::retry:
            return "retry";
        case outcome::kind::terminal:
            return "terminal";
    }
    return "unknown";
}

}  // namespace

std::unique_ptr<reconcile_trace> controller::impl::start_trace(const item& i, time_point began) const {
    const object_ptr self = own_object(i.key);
    const object_meta* const meta = self ? kind.full_meta(self.get()) : nullptr;
    std::string_view parent;
    if (meta) {
        const auto at = meta->annotations.find(traces->annotation());
        if (at != meta->annotations.end()) parent = at->second.view();
    }
    auto trace = std::make_unique<reconcile_trace>(*traces, parent, "reconcile " + options.name, i.since);
    if (!trace->is_sampled()) return trace;
    trace->add("setpoint.controller", options.name);
    trace->add("setpoint.object.kind", kind.gvk.kind);
    if (!i.key.ns.empty()) trace->add("k8s.namespace.name", i.key.ns);
    trace->add("setpoint.object.name", i.key.name);
    trace->add("setpoint.reason", std::string(i.reason));
    trace->add("setpoint.attempt", static_cast<std::int64_t>(i.attempt));
    trace->add_step("queue wait", i.since, began);
    return trace;
}

logger controller::impl::log_of(const item& i, const reconcile_trace* trace) const {
    const logger named =
        log.with({{"namespace", i.key.ns}, {"name", i.key.name}, {"reconcileID", loop_.random().uuid()}});
    if (!trace || !trace->is_sampled()) return named;
    return named.with(
        {{"trace_id", to_string(trace->root().trace)}, {"span_id", span_id_text(trace->root().id)}});
}

void controller::impl::note_outcome(reconcile_trace& trace, const outcome& o, bool was_cancelled) {
    if (was_cancelled) {
        trace.fail("cancelled");
        return;
    }
    trace.add("setpoint.outcome", std::string(outcome_name(o.what())));
    const bool is_failure = o.what() == outcome::kind::retry || o.what() == outcome::kind::terminal;
    if (is_failure) trace.fail(to_string(o.why().code));
}

}}  // namespace setpoint::v0
