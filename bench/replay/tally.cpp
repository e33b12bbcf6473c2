#include "tally.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

namespace {

double milliseconds(duration d) {
    return std::chrono::duration<double, std::milli>(d).count();
}

bj::object percentiles(const histogram& h) {
    return {{"count", h.count()},
            {"mean", milliseconds(h.mean())},
            {"p50", milliseconds(h.quantile(0.5))},
            {"p90", milliseconds(h.quantile(0.9))},
            {"p99", milliseconds(h.quantile(0.99))},
            {"p99.9", milliseconds(h.quantile(0.999))},
            {"max", milliseconds(h.max())}};
}

bj::value nanoseconds(const std::optional<time_point>& t) {
    return t ? bj::value(t->time_since_epoch().count()) : bj::value(nullptr);
}

}  // namespace

void tally::request(std::string_view verb, std::string_view what, std::size_t body, std::size_t answer) {
    line& l = requests_[fmt::format("{} {}", verb, what)];
    ++l.count;
    l.received += body;
    l.sent += answer;
}

void tally::expect(std::string_view parent, expectation e) {
    ++due_;
    const auto [at, is_new] = open_.try_emplace(std::string(parent), e);
    if (is_new) return;
    // A change before the last one was answered: the time runs since that one, and both end together.
    e.due = at->second.due;
    e.deployment |= at->second.deployment;
    e.service |= at->second.service;
    at->second = std::move(e);
}

void tally::settle(std::unordered_map<std::string, expectation>::iterator at, time_point now) {
    const expectation& e = at->second;
    if (e.deployment || e.service || e.status) return;
    whole_.add(now - e.due);
    ++done_;
    open_.erase(at);
}

bool tally::deployment(std::string_view parent, std::int64_t replicas, std::string_view image,
                       time_point now) {
    const auto at = open_.find(std::string(parent));
    if (at == open_.end() || !at->second.deployment) return false;
    if (at->second.replicas != replicas || at->second.image != image) return true;  // of the change before
    at->second.deployment = false;
    child_.add(now - at->second.due);
    settle(at, now);
    return true;
}

bool tally::service(std::string_view parent, time_point now) {
    const auto at = open_.find(std::string(parent));
    if (at == open_.end() || !at->second.service) return false;
    at->second.service = false;
    settle(at, now);
    return true;
}

bool tally::status(std::string_view parent, std::int64_t generation, time_point now) {
    const auto at = open_.find(std::string(parent));
    if (at == open_.end() || !at->second.status) return false;
    if (generation != at->second.generation) return true;
    at->second.status = false;
    settle(at, now);
    return true;
}

void tally::write(time_point now, bool changed, bool awaited) {
    ++writes_;
    if (!changed) ++unchanged_;
    if (changed && !awaited) ++unasked_;
    if (!first_write_) first_write_ = now;
    last_write_ = now;
}

bj::object tally::report() const {
    bj::object requests;
    for (const auto& [name, l] : requests_)
        requests[name] = {{"count", l.count}, {"received", l.received}, {"sent", l.sent}};
    return {{"requests", std::move(requests)},
            {"streamed", streamed_},
            {"writes", writes_},
            {"writes_that_changed_nothing", unchanged_},
            {"writes_nobody_waited_for", unasked_},
            {"due", due_},
            {"done", done_},
            {"open", open_.size()},
            {"first_write", nanoseconds(first_write_)},
            {"last_write", nanoseconds(last_write_)},
            {"child_ms", percentiles(child_)},
            {"whole_ms", percentiles(whole_)},
            {"generator_behind_ms", percentiles(behind_)}};
}

void tally::reset() {
    requests_.clear();
    streamed_ = writes_ = unchanged_ = unasked_ = due_ = done_ = 0;
    child_ = whole_ = behind_ = {};
    first_write_.reset();
    last_write_.reset();
}

}}}  // namespace setpoint::v0::replay
