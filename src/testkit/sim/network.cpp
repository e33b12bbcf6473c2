#include "testkit/sim/operator_process.hpp"
#include "testkit/sim/world.hpp"
#include "testkit/testing/event_head.hpp"
#include "testkit/testing/network_fault_state.hpp"
#include "testkit/testing/request_target.hpp"

#include <fmt/format.h>

#include <deque>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// A kubelet starts a container again at once, the first time.
constexpr duration until_restart = std::chrono::milliseconds(100);

using stream_ptr = std::unique_ptr<http::response_stream>;

// Bytes of a piece, so that they end in the middle of names, numbers and escapes.
constexpr std::size_t small_piece = 7;

// What the operator reads, event by event if it is a watch.
class observed_stream final : public http::response_stream {
public:
    // `what`: cut, crumble or pass, for a response that is not a watch.
    observed_stream(incarnation& by, stream_ptr inner, std::optional<group_version_resource> watched,
                    std::string target, effect::kind what)
        : by_(by),
          inner_(std::move(inner)),
          watched_(std::move(watched)),
          target_(std::move(target)),
          what_(watched_ ? effect::kind::pass : what) {}
    const http::response_head& head() const override { return inner_->head(); }

    awaitable<result<std::string_view>> read() override {
        if (by_.is_dead) co_await by_.be_dead();
        if (what_ == effect::kind::cut && given_ != 0) co_return testing::connection_reset(target_);
        if (what_ == effect::kind::crumble && given_ < line_.size()) co_return next_crumb();
        if (!watched_) {
            auto piece = co_await inner_->read();
            if (!piece) co_return piece;
            by_.read(*piece);
            co_return damaged(*piece);
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
        co_return damaged(line_);
    }

private:
    // What arrives of a piece.
    std::string_view damaged(std::string_view piece) {
        if (what_ == effect::kind::cut && piece.size() > 1) {
            given_ = piece.size() / 2;
            return piece.substr(0, given_);
        }
        if (what_ != effect::kind::crumble || piece.empty()) return piece;
        if (piece.data() != line_.data()) line_ = piece;
        given_ = 0;
        return next_crumb();
    }
    std::string_view next_crumb() {
        const std::string_view crumb = std::string_view(line_).substr(given_, small_piece);
        given_ += crumb.size();
        // Of a watch, only this event: those that follow are whole.
        if (watched_ && given_ >= line_.size()) what_ = effect::kind::pass;
        return crumb;
    }

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
        if (w.notes_points() && !testing::is_bookmark(line_)) {
            point p = w.names().event(by_.process.label(), *watched_, line_);
            p.process = by_.process.index();
            if (w.timeline()) arriving = p;
            const effect e = w.at(std::move(p));
            if (e.before) co_await e.before();
            repeated_ = e.what == effect::kind::duplicate;
            if (e.what == effect::kind::cut || e.what == effect::kind::crumble) what_ = e.what, given_ = 0;
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
    std::string rest_, line_, target_;
    effect::kind what_;
    std::size_t given_ = 0;  // of line_
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
        of_.process.crash(of_, until_restart);
        co_await of_.be_dead();
    }
    if (e.before) co_await e.before();
    if (e.what == kind::refuse) {
        co_await w.event_loop().yield();
        co_return testing::made_up_answer(e.status, testing::status_text(e.status, e.reason), e.retry_after);
    }
    while (w.event_loop().now() < of_.process.frozen_until())
        co_await w.event_loop().sleep_until(of_.process.frozen_until());
    const std::string target = r.target;
    if (e.what == kind::lose_request) {
        co_await w.event_loop().yield();
        co_return testing::connection_reset(target);
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
        if (p.subresource == "status") check_status_write(p);
    }
    if (e.after) co_await e.after();
    if (e.what == kind::crash_after) of_.process.crash(of_, until_restart);
    if (of_.is_dead) co_await of_.be_dead();
    if (e.what == kind::lose_answer) co_return testing::connection_reset(target);
    if (!answer) co_return answer;
    std::optional<group_version_resource> watched;
    if (p.op == verb::watch && status == 200) {
        watched = p.gvr;
        of_.process.watched().insert(p.gvr.resource);
    }
    stream_ptr out =
        std::make_unique<observed_stream>(of_, std::move(*answer), std::move(watched), target, e.what);
    co_return out;
}

void incarnation::network::check_status_write(const point& p) {
    world& w = of_.process.of();
    const apiserver::record_ptr now = w.state().find(p.gvr, p.key);
    if (now && !of_.seen.contains(now->uid))
        w.violate("status true", fmt::format("{} was written onto an object that this process had not read: "
                                             "the status is that of another one",
                                             p.text));
}

}}}  // namespace setpoint::v0::sim
