#pragma once
// What lists and watches of one collection are answered with, byte for byte as a test or a benchmark says:
// for a real cache in process, over a client whose open() asks here.
//
//     const char* empty = R"({"metadata":{"resourceVersion":"1"},"items":[]})";
//     watched_collection pods(l, [&] { return body_of(l, empty); });
//     api.on_open = [&](const call& c) { return pods.open(c); };
//     pods.say("{...}\n");  // any time later, to all that watch

#include "setpoint/client/client.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/transport.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

// A body whose pieces are put into a mailbox; it ends when that is closed.
class pushed_stream final : public http::response_stream {
public:
    explicit pushed_stream(std::shared_ptr<mailbox<std::string>> from) : from_(std::move(from)) {}
    const http::response_head& head() const override { return head_; }
    awaitable<result<std::string_view>> read() override {
        auto next = co_await from_->pop();
        piece_ = next ? std::move(*next) : std::string();
        co_return std::string_view(piece_);
    }

private:
    http::response_head head_{200, {}};
    std::shared_ptr<mailbox<std::string>> from_;
    std::string piece_;
};

// A body that is all there, in one piece.
inline std::unique_ptr<http::response_stream> body_of(loop& l, std::string text) {
    auto whole = std::make_shared<mailbox<std::string>>(l);
    whole->push(std::move(text));
    whole->close();
    return std::make_unique<pushed_stream>(std::move(whole));
}

class watched_collection {
public:
    // `list` makes the answer to each list.
    watched_collection(loop& l, std::function<std::unique_ptr<http::response_stream>()> list)
        : loop_(l), list_(std::move(list)) {}
    ~watched_collection() { hang_up(); }
    watched_collection(const watched_collection&) = delete;
    watched_collection& operator=(const watched_collection&) = delete;

    std::unique_ptr<http::response_stream> open(const call& c) {
        if (c.op != verb::watch) return list_();
        auto watch = std::make_shared<mailbox<std::string>>(loop_);
        watches_.push_back(watch);
        return std::make_unique<pushed_stream>(std::move(watch));
    }
    // To each watch that is open. A single one gets the bytes without a copy: the gate counts allocations.
    void say(std::string bytes) {
        std::erase_if(watches_, [](const auto& w) { return w.expired(); });
        if (watches_.empty()) return;
        for (std::size_t i = 0; i + 1 < watches_.size(); ++i) watches_[i].lock()->push(bytes);
        watches_.back().lock()->push(std::move(bytes));
    }
    // That the version of each open watch is too old: the next thing is a list.
    void expire() {
        say(R"({"type":"ERROR","object":{"kind":"Status","status":"Failure","reason":"Expired","code":410}})"
            "\n");
    }
    // Ends each open watch, as a server that goes away.
    void hang_up() {
        for (const auto& w : std::exchange(watches_, {}))
            if (const auto watch = w.lock()) watch->close();
    }

private:
    loop& loop_;
    std::function<std::unique_ptr<http::response_stream>()> list_;
    std::vector<std::weak_ptr<mailbox<std::string>>> watches_;
};

}}  // namespace setpoint::v0
