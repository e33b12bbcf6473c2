#pragma once
// The trace of a reconcile, and how the layers below the controller find it: by the running task.
//
// Without a tracer, no task has a trace, and a call costs one comparison with null.

#include "framework/tracing/span.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 {

// Starts traces and passes on what has ended.
class tracer {
public:
    struct settings {
        double ratio = 1;                                     // of the new traces that are sampled
        std::string annotation = "setpoint.dev/traceparent";  // of objects: the parent
    };
    // `sink` must not suspend or throw. `l` must outlive it.
    tracer(loop& l, settings s, std::function<void(span)> sink)
        : loop_(l), settings_(std::move(s)), sink_(std::move(sink)) {}

    const std::string& annotation() const { return settings_.annotation; }
    // `parent` is a traceparent, which also decides about sampling. With an invalid one, or "": a new trace.
    trace_parent start(std::string_view parent) const;
    void ended(span s) const { sink_(std::move(s)); }
    loop& event_loop() const { return loop_; }

private:
    loop& loop_;
    settings settings_;
    std::function<void(span)> sink_;
};

// The trace of one reconcile, that is its root span. While it lives, it is the trace of the task that made
// it. A trace that is not sampled records nothing, but requests still carry it, so that servers do not record
// them either.
class reconcile_trace {
public:
    static constexpr std::size_t max_children = 256;  // later calls are only counted

    // Precondition: called from a task without a trace. `since`: its begin, which may be in the past. `of`
    // must outlive it.
    reconcile_trace(const tracer& of, std::string_view parent, std::string name, time_point since);
    reconcile_trace(const reconcile_trace&) = delete;
    reconcile_trace& operator=(const reconcile_trace&) = delete;
    // Ends the root span.
    ~reconcile_trace();

    bool is_sampled() const { return sampled_; }
    const span& root() const { return root_; }
    // Returns the value of the header for a request that has no span of its own.
    std::string traceparent() const { return to_traceparent({root_.trace, root_.id, sampled_}); }
    void add(std::string_view key, std::variant<std::string, std::int64_t, bool> value);
    // Marks the reconcile as failed, for this reason.
    void fail(std::string_view why);
    // Adds a step that has ended.
    void add_step(std::string name, time_point begin, time_point end);

private:
    friend class call_span;
    wall_time wall(time_point t) const { return wall_time(t.time_since_epoch() + offset_); }
    // Counts a step. Returns whether it is recorded.
    bool counts_step();
    span child(std::string name, span_kind kind) const;

    const tracer& tracer_;
    task& task_;
    duration offset_;  // from monotonic time: a corrected clock does not change the lengths of spans
    bool sampled_ = false;
    span root_;
    std::size_t children_ = 0, left_out_ = 0;
};

// One step of a reconcile. It is as large as a pointer, and inline where nothing is recorded, since
// coroutines keep it on their frames also without traces. Ends before the trace does.
class call_span {
public:
    call_span() = default;
    // Records nothing if `of` is not sampled or has too many steps.
    call_span(reconcile_trace& of, std::string name, span_kind kind);
    call_span(call_span&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
    call_span& operator=(call_span&& other) noexcept {
        if (open_) end_as("cancelled");
        open_ = std::exchange(other.open_, nullptr);
        return *this;
    }
    // Ends as cancelled.
    ~call_span() {
        if (open_) end_as("cancelled");
    }

    explicit operator bool() const { return open_ != nullptr; }
    std::string traceparent() const;  // precondition: it records
    void add(std::string_view key, std::variant<std::string, std::int64_t, bool> value);
    // An object that was not found is a result, not a failure.
    template <class T>
    void end(const result<T>& done) {
        if (!open_) return;
        const errc why = done ? errc::not_found : done.error().code;
        end_as(why == errc::not_found ? std::string_view() : to_string(why));
    }

private:
    struct open;
    void end_as(std::string_view failure);
    open* open_ = nullptr;  // owned
};

// Returns null unless the running task reconciles with a trace.
inline reconcile_trace* running_trace(const loop& l) {
    const task* const t = l.current();
    return t ? t->trace : nullptr;
}

}}  // namespace setpoint::v0
