#include "framework/tracing/span_exporter.hpp"

#include "framework/http/retry_after.hpp"
#include "setpoint/core/race.hpp"

#include <fmt/format.h>
#include <prometheus/counter.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t max_export_answer = 64 * 1024;
constexpr duration longest_silence = std::chrono::minutes(5);  // that a collector can ask for

http::timeouts export_timeouts() {
    http::timeouts t;
    // The default of OTEL_EXPORTER_OTLP_TIMEOUT.
    t.connect = t.tls = t.write = t.first_byte = t.idle = t.queue = std::chrono::seconds(10);
    return t;
}

}  // namespace

span_exporter::span_exporter(loop& l, http::transport& net, exporter_settings settings, logger log,
                             metrics& m)
    : loop_(l),
      transport_(net),
      settings_(std::move(settings)),
      log_(std::move(log)),
      sent_(m.counter("setpoint_trace_spans_total", {{"result", "sent"}})),
      dropped_(m.counter("setpoint_trace_spans_total", {{"result", "dropped"}})),
      failed_(m.counter("setpoint_trace_spans_total", {{"result", "failed"}})),
      queue_(settings_.limits),
      wake_(l) {}

void span_exporter::add(span s) {
    const time_point before = queue_.due();
    if (queue_.add(std::move(s), loop_.now())) {
        is_full_ = false;
        if (queue_.due() < before) wake_.notify();
        return;
    }
    dropped_.Increment();
    if (!is_full_) log_.warn("Spans are dropped: too many wait to be exported");
    is_full_ = true;
}

awaitable<void> span_exporter::run() {
    for (;;) {
        const time_point due = queue_.due();
        if (due <= loop_.now())
            (void)co_await send_batch(true);
        else
            co_await wake_.wait(due);
    }
}

awaitable<void> span_exporter::drain(duration limit) {
    const auto done = co_await with_timeout(loop_, limit, "exporting the last spans", send_rest());
    const std::size_t left = queue_.size() + count_;
    if (left == 0) co_return;
    failed_.Increment(static_cast<double>(left));
    log_.warn("The last spans were not exported",
              {{"spans", left}, {"error", done ? std::string_view(why_) : std::string_view("out of time")}});
}

awaitable<void> span_exporter::send_rest() {
    for (bool works = true; works && queue_.size() + count_ != 0;) works = co_await send_batch(false);
}

awaitable<bool> span_exporter::send_batch(bool may_repeat) {
    if (body_.empty()) {
        const std::vector<span> batch = queue_.take(loop_.now());
        count_ = batch.size();
        body_ = otlp_json(settings_.resource, batch);
    }
    export_attempts attempts(loop_.now());
    for (;;) {
        const export_answer answer = co_await post();
        if (answer.is_accepted()) break;
        std::optional<duration> delay;
        if (may_repeat) delay = attempts.next(answer, loop_.now(), loop_.random());
        failed(why_);
        if (delay) {
            co_await loop_.sleep(*delay);
            continue;
        }
        failed_.Increment(static_cast<double>(count_));
        body_.clear();
        count_ = 0;
        if (may_repeat && answer.retry_after)
            co_await loop_.sleep(std::min<duration>(*answer.retry_after, longest_silence));
        co_return false;
    }
    body_.clear();
    count_ = 0;
    co_return true;
}

// One attempt. Sets why_ if it fails.
awaitable<export_answer> span_exporter::post() {
    http::request r;
    r.method = "POST";
    r.target = settings_.target;
    r.headers.add("Content-Type", "application/json");
    r.headers.add("User-Agent", "setpoint/" SETPOINT_VERSION);
    r.body = body_;
    export_answer answer;
    try {
        const auto s = co_await transport_.send(std::move(r), export_timeouts());
        if (!s) {
            why_ = s.error().to_string();
            co_return answer;
        }
        const int status = (*s)->head().status;
        const auto body = co_await http::read_all(**s, max_export_answer);
        answer.status = status;
        answer.retry_after = http::parse_retry_after((*s)->head().find("Retry-After"));
        why_ = fmt::format("the collector answered {}", status);
        if (answer.is_accepted()) accepted(body ? std::string_view(*body) : std::string_view());
    } catch (const cancelled&) {
        throw;
    } catch (const std::exception& e) {
        // Traces must not end an operator.
        why_ = e.what();
    }
    co_return answer;
}

void span_exporter::accepted(std::string_view body) {
    const std::size_t rejected = std::min<std::size_t>(rejected_spans(body), count_);
    sent_.Increment(static_cast<double>(count_ - rejected));
    if (rejected != 0) {
        failed_.Increment(static_cast<double>(rejected));
        failed(fmt::format("the collector rejected {} of {} spans", rejected, count_));
        return;
    }
    if (std::exchange(is_failing_, false))
        log_.info("Traces are exported again", {{"endpoint", settings_.endpoint}});
}

// Logs once until an export succeeds.
void span_exporter::failed(std::string_view why) {
    if (std::exchange(is_failing_, true)) return;
    log_.warn("Traces cannot be exported", {{"endpoint", settings_.endpoint}, {"error", why}});
}

}}  // namespace setpoint::v0
