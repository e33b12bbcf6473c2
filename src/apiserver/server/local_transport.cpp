#include "apiserver/server/local_transport.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

class local_stream final : public http::response_stream {
public:
    local_stream(loop& l, http::response r, duration idle)
        : loop_(l), body_(std::move(r.body)), source_(std::move(r.stream)), idle_(idle) {
        head_.status = r.status;
        for (const http::header& h : r.headers) head_.headers.add(h.name, h.value);
    }
    const http::response_head& head() const override { return head_; }
    awaitable<result<std::string_view>> read() override {
        if (!std::exchange(body_read_, true) && !body_.empty()) co_return std::string_view(body_);
        if (!source_) co_return std::string_view();
        if (idle_ == duration::zero()) co_return co_await source_->read();
        co_return co_await with_timeout(loop_, idle_, "reading a body", source_->read());
    }

private:
    loop& loop_;
    http::response_head head_;
    std::string body_;
    std::shared_ptr<http::body_source> source_;
    duration idle_;
    bool body_read_ = false;
};

}  // namespace

class local_transport::running {
public:
    explicit running(std::shared_ptr<counts> in) : in_(std::move(in)) {
        ++in_->in_flight;
        ++in_->sent;
    }
    running(const running&) = delete;
    running& operator=(const running&) = delete;
    ~running() { --in_->in_flight; }

private:
    std::shared_ptr<counts> in_;
};

awaitable<result<std::unique_ptr<http::response_stream>>> local_transport::send(http::request r,
                                                                                http::timeouts t) {
    const running counted(counts_);
    // As with a socket, other tasks run before the response arrives.
    co_await loop_.yield();
    if (const result<> allowed = r.may_start ? r.may_start() : result<>(); !allowed)
        co_return allowed.error();
    http::server_request q;
    q.method = std::move(r.method);
    q.target = std::move(r.target);
    for (const auto& [name, value] : r.headers) q.headers.push_back({std::string(name), std::string(value)});
    q.body = std::move(r.body);
    http::response answer = co_await handle_(q);
    if (q.method == "HEAD") answer.body.clear();
    std::unique_ptr<http::response_stream> out =
        std::make_unique<local_stream>(loop_, std::move(answer), t.idle);
    co_return out;
}

}}}  // namespace setpoint::v0::apiserver
