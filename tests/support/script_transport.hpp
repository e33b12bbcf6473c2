#pragma once
// A transport that plays a script, for tests of everything above HTTP. It fails the test when a request comes
// that was not expected, and when an expected one never came. Times are those of the loop, so virtual ones
// take no real time.
//
//     script_transport net(w.l);
//     net.expect("GET", "/api/v1/pods").json(R"({"items":[]})");
//     auto& watch = net.expect("GET", "/api/v1/pods?watch=1*").stays_open();  // '*' at the end: any rest
//     ...
//     watch.push("{...}\n");           // any time later
//     watch.cut(error(errc::connection_lost, "cut"));

#include "setpoint/core/sync.hpp"
#include "setpoint/http/transport.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// What one expected request is answered with. Timeouts of the request are obeyed as a real transport would.
class script_answer {
public:
    explicit script_answer(loop& l) : changed_(l) {}

    script_answer& status(int code) {
        head_.status = code;
        return *this;
    }
    script_answer& header(std::string_view name, std::string_view value) {
        head_.headers.add(name, value);
        return *this;
    }
    // The head comes `d` after the request.
    script_answer& delay(duration d) {
        delay_ = d;
        return *this;
    }
    // One more piece of the body, `after` its predecessor.
    script_answer& body(std::string piece, duration after = duration::zero()) {
        if (!piece.empty()) steps_.push_back({std::move(piece), std::nullopt, after});
        return *this;
    }
    script_answer& json(std::string text) {
        return header("Content-Type", "application/json").body(std::move(text));
    }
    // The text cut into pieces of `size` bytes.
    script_answer& in_pieces(std::string_view text, std::size_t size) {
        for (std::size_t at = 0; at < text.size(); at += size) body(std::string(text.substr(at, size)));
        return *this;
    }
    // No answer: send() returns this error (after delay()).
    script_answer& fails(error e) {
        failure_ = std::move(e);
        return *this;
    }
    // The body does not end after its pieces, but with end() or cut().
    script_answer& stays_open() {
        open_ = true;
        return *this;
    }
    // Serves any number of requests, also none, each from the start. Not together with push().
    script_answer& repeats() {
        repeats_ = true;
        return *this;
    }

    // While the test runs: add to a body that stays open, end it, or break it.
    void push(std::string piece) {
        body(std::move(piece));
        changed_.notify();
    }
    void end() {
        open_ = false;
        changed_.notify();
    }
    script_answer& cut(error e, duration after = duration::zero()) {
        steps_.push_back({{}, std::move(e), after});
        changed_.notify();
        return *this;
    }

    int uses() const { return uses_; }
    // Streams of this answer that somebody still holds, and those let go before their end.
    int streams() const { return streams_; }
    int abandoned() const { return abandoned_; }

private:
    friend class script_transport;
    friend class script_stream;
    struct step {
        std::string piece;
        std::optional<error> failure;
        duration after{0};
    };

    std::string method_, target_;
    http::response_head head_{200, {}};
    duration delay_{0};
    std::optional<error> failure_;
    std::vector<step> steps_;
    bool open_ = false, repeats_ = false;
    int uses_ = 0, streams_ = 0, abandoned_ = 0;
    notifier changed_;
};

class script_stream final : public http::response_stream {
public:
    script_stream(loop& l, std::shared_ptr<script_answer> a, duration idle)
        : loop_(l), answer_(std::move(a)), idle_(idle) {
        ++answer_->streams_;
    }
    ~script_stream() override {
        --answer_->streams_;
        if (!ended_) ++answer_->abandoned_;
    }
    const http::response_head& head() const override { return answer_->head_; }
    awaitable<result<std::string_view>> read() override {
        const time_point due = idle_ == duration::zero() ? never : saturating_add(loop_.now(), idle_);
        for (;;) {
            if (next_ < answer_->steps_.size()) {
                const script_answer::step step = answer_->steps_[next_];
                const time_point at = saturating_add(loop_.now(), step.after);
                if (step.after > duration::zero()) co_await loop_.sleep_until(std::min(at, due));
                if (at > due) break;
                ++next_;
                ended_ = step.failure.has_value();
                if (step.failure) co_return *step.failure;
                piece_ = step.piece;
                co_return std::string_view(piece_);
            }
            if (!answer_->open_) {
                ended_ = true;
                co_return std::string_view();
            }
            const bool changed = co_await answer_->changed_.wait(due);
            if (!changed) break;
        }
        ended_ = true;
        co_return error(errc::timeout, "the body of the answer: timed out");
    }

private:
    loop& loop_;
    std::shared_ptr<script_answer> answer_;
    duration idle_;
    std::size_t next_ = 0;
    std::string piece_;
    bool ended_ = false;
};

class script_transport final : public http::transport {
public:
    struct sent_request : http::request {
        http::timeouts timeouts;
        time_point at{};
    };

    explicit script_transport(loop& l) : loop_(l) {}
    ~script_transport() override { verify(); }

    // Expectations are used once each, the first that fits a request first. `target` may end in '*': any
    // rest.
    script_answer& expect(std::string method, std::string target) {
        answers_.push_back(std::make_shared<script_answer>(loop_));
        answers_.back()->method_ = std::move(method);
        answers_.back()->target_ = std::move(target);
        return *answers_.back();
    }
    // Fails the test for each expectation that was not used; each is told once. The destructor does it too.
    void verify() {
        for (const auto& a : answers_)
            if (a->uses_ == 0 && !a->repeats_)
                BOOST_ERROR("never requested: " << a->method_ << " " << a->target_);
        answers_.clear();
    }
    // Everything that was sent, in order.
    const std::vector<sent_request>& sent() const { return sent_; }
    std::size_t count(std::string_view method, std::string_view target) const {
        return static_cast<std::size_t>(std::count_if(sent_.begin(), sent_.end(), [&](const sent_request& r) {
            return r.method == method && fits(target, r.target);
        }));
    }

    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override {
        sent_.push_back({r, t, loop_.now()});
        const std::string what = r.method + " " + r.target;
        std::shared_ptr<script_answer> answer = take(r);
        if (!answer) {
            BOOST_ERROR("unexpected request: " << what << (r.body.empty() ? "" : " with body " + r.body));
            co_return error(errc::unreachable, "unexpected request in a test: " + what);
        }
        const bool late = t.first_byte != duration::zero() && answer->delay_ > t.first_byte;
        if (answer->delay_ > duration::zero()) co_await loop_.sleep(late ? t.first_byte : answer->delay_);
        if (late) co_return error(errc::timeout, what + ": timed out waiting for the answer");
        if (answer->failure_) co_return *answer->failure_;
        co_return std::make_unique<script_stream>(loop_, std::move(answer), t.idle);
    }

private:
    static bool fits(std::string_view pattern, std::string_view target) {
        if (pattern.ends_with('*')) return target.starts_with(pattern.substr(0, pattern.size() - 1));
        return pattern == target;
    }
    std::shared_ptr<script_answer> take(const http::request& r) {
        for (const auto& a : answers_) {
            if ((a->uses_ > 0 && !a->repeats_) || a->method_ != r.method || !fits(a->target_, r.target))
                continue;
            ++a->uses_;
            return a;
        }
        return nullptr;
    }

    loop& loop_;
    std::vector<std::shared_ptr<script_answer>> answers_;
    std::vector<sent_request> sent_;
};

}}  // namespace setpoint::v0
