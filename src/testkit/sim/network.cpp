#include "testkit/sim/operator_process.hpp"
#include "testkit/sim/world.hpp"
#include "testkit/testing/network_fault_state.hpp"
#include "testkit/testing/request_target.hpp"

#include <fmt/format.h>

#include <deque>

namespace setpoint::inline v0::sim {

namespace {

// A kubelet starts a container again at once, the first time.
constexpr duration downtime = std::chrono::milliseconds(100);

using stream_ptr = std::unique_ptr<http::response_stream>;

error cut_off(std::string_view target) {
    return {errc::connection_lost,
            fmt::format("{}: connection reset (by the explorer)", target.substr(0, target.find('?')))};
}

class refusal final : public http::response_stream {
public:
    explicit refusal(const effect& e) : body_(testing::status_text(e.status, e.reason)) {
        head_.status = e.status;
        head_.headers = {{"Content-Type", "application/json"}};
        if (e.retry_after) head_.headers.add("Retry-After", std::to_string(*e.retry_after));
    }
    const http::response_head& head() const override { return head_; }
    awaitable<result<std::string_view>> read() override {
        co_return std::exchange(read_, true) ? std::string_view() : std::string_view(body_);
    }

private:
    http::response_head head_;
    std::string body_;
    bool read_ = false;
};

// What the operator reads, event by event if it is a watch.
class observed_stream final : public http::response_stream {
public:
    observed_stream(incarnation& by, stream_ptr inner, std::optional<group_version_resource> watched)
        : by_(by), inner_(std::move(inner)), watched_(std::move(watched)) {}
    const http::response_head& head() const override { return inner_->head(); }

    awaitable<result<std::string_view>> read() override {
        if (by_.is_dead) co_await by_.be_dead();
        if (!watched_) {
            auto piece = co_await inner_->read();
            if (piece) by_.read(*piece);
            co_return piece;
        }
        if (ends_) co_return std::string_view();
        if (repeated_) {
            repeated_ = false;
            co_return std::string_view(line_);
        }
        while (lines_.empty()) {
            auto piece = co_await inner_->read();
            if (!piece || piece->empty()) co_return piece;
            split(*piece);
        }
        line_ = std::move(lines_.front());
        lines_.pop_front();
        co_await deliver();
        co_return std::string_view(line_);
    }

private:
    void split(std::string_view piece) {
        for (std::size_t end; (end = piece.find('\n')) != std::string_view::npos;) {
            rest_.append(piece.substr(0, end + 1));
            lines_.push_back(std::exchange(rest_, {}));
            piece.remove_prefix(end + 1);
        }
        rest_.append(piece);
    }

    awaitable<void> deliver() {
        world& w = by_.process.of();
        std::optional<point> arriving;
        if (line_.find("\"BOOKMARK\"") == std::string::npos || line_.find("BOOKMARK") > 16) {
            point p = w.names().event(by_.process.label(), *watched_, line_);
            p.process = by_.process.index();
            if (w.timeline()) arriving = p;
            const effect e = w.at(std::move(p));
            if (e.before) co_await e.before();
            repeated_ = e.what == effect::kind::duplicate;
            if (e.what == effect::kind::expire) {
                line_ = fmt::format("{{\"type\":\"ERROR\",\"object\":{}}}\n",
                                    testing::status_text(410, "Expired"));
                lines_.clear();
                ends_ = true;
            }
        }
        while (w.event_loop().now() < by_.process.held_until(watched_->resource))
            co_await w.event_loop().sleep_until(by_.process.held_until(watched_->resource));
        if (by_.is_dead) co_await by_.be_dead();
        if (arriving && !ends_) w.timeline()->delivered(by_.process.label(), *arriving);
        by_.read(line_);
    }

    incarnation& by_;
    stream_ptr inner_;
    std::optional<group_version_resource> watched_;  // none: not a watch
    std::deque<std::string> lines_;
    std::string rest_, line_;
    bool repeated_ = false, ends_ = false;
};

// Counts a request that is under way.
struct flight {
    std::size_t& count;
    explicit flight(std::size_t& c) : count(c) { ++count; }
    flight(const flight&) = delete;
    flight& operator=(const flight&) = delete;
    ~flight() { --count; }
};

bool is_background(const http::request& r) {
    const std::string_view resource = testing::request_target::of(r.target).resource;
    return resource == "events" || resource == "leases" || resource.empty();
}

}  // namespace

awaitable<result<stream_ptr>> incarnation::network::send(http::request r, http::timeouts t) {
    world& w = of_.process.of();
    while (w.event_loop().now() < of_.process.frozen_until())
        co_await w.event_loop().sleep_until(of_.process.frozen_until());
    if (of_.is_dead) co_await of_.be_dead();
    if (is_background(r)) {
        auto answer = co_await inner_.send(std::move(r), t);
        if (of_.is_dead) co_await of_.be_dead();
        co_return answer;
    }
    point p = w.names().request(of_.process.label(), r);
    p.process = of_.process.index();
    const bool watches = p.op == verb::watch;
    std::size_t uncounted = 0;
    const flight counted(watches ? uncounted : of_.in_flight);
    effect e = w.at(p);
    if (p.op == verb::list) r.target = of_.process.list_target(of_, p, r.target);
    co_return co_await exchange(std::move(r), t, std::move(p), std::move(e));
}

awaitable<result<stream_ptr>> incarnation::network::exchange(http::request r, http::timeouts t, point p,
                                                             effect e) {
    world& w = of_.process.of();
    using kind = effect::kind;
    if (e.what == kind::crash_before) {
        of_.process.crash(of_, downtime);
        co_await of_.be_dead();
    }
    if (e.before) co_await e.before();
    if (e.what == kind::refuse) {
        co_await w.event_loop().yield();
        co_return std::make_unique<refusal>(e);
    }
    while (w.event_loop().now() < of_.process.frozen_until())
        co_await w.event_loop().sleep_until(of_.process.frozen_until());
    const std::string target = r.target;
    if (e.what == kind::lose_request) {
        co_await w.event_loop().yield();
        co_return cut_off(target);
    }
    const bool guarded = p.op != verb::remove || r.body.find("\"preconditions\"") != std::string::npos;
    const apiserver::record_ptr before = p.op == verb::remove ? w.state().find(p.gvr, p.key) : nullptr;
    auto answer = co_await inner_.send(std::move(r), t);
    const int status = answer ? (*answer)->head().status : 0;
    if (w.timeline() && status >= 400) w.timeline()->failed(of_.process.label(), p, std::to_string(status));
    if (p.writes() && status >= 200 && status < 300) {
        w.wrote(p, status, before);
        if (!guarded && before && !of_.seen.contains(before->uid))
            w.violate(
                "deletes what it has read",
                fmt::format("{} without a UID deleted an object that this process had not read", p.text));
    }
    if (e.after) co_await e.after();
    if (e.what == kind::crash_after) of_.process.crash(of_, downtime);
    if (of_.is_dead) co_await of_.be_dead();
    if (e.what == kind::lose_answer) co_return cut_off(target);
    if (!answer) co_return answer;
    std::optional<group_version_resource> watched;
    if (p.op == verb::watch && status == 200) {
        watched = p.gvr;
        of_.process.watched().insert(p.gvr.resource);
    }
    stream_ptr out = std::make_unique<observed_stream>(of_, std::move(*answer), std::move(watched));
    co_return out;
}

}  // namespace setpoint::inline v0::sim
