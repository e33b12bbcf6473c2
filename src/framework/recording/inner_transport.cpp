#include "framework/recording/inner_transport.hpp"

#include "framework/core/hash.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 {

struct inner_transport::exchange {
    std::uint64_t number = 0;
    std::string what;  // method and target
    waiter_id waiter = 0;
    bool wants_piece = false;
    std::optional<http::response_head> head;
    std::string piece;
    std::optional<error> failed;
};

// Streams share it, since they may outlive the transport.
struct inner_transport::core {
    core(loop& in, outside_world& out) : l(in), outside(&out) {}

    std::shared_ptr<exchange> open(http::request r, const http::timeouts& t) {
        auto x = std::make_shared<exchange>();
        x->number = ++count;
        x->what = r.method + " " + r.target;
        requests = hash_bytes(x->what, requests);
        if (with_bodies) requests = hash_bytes(r.body, requests);
        calls.emplace(x->number, x);
        x->waiter = l.reserve();
        outside->begin(x->number, std::move(r), t);
        return x;
    }
    exchange* find(std::uint64_t call) {
        const auto at = calls.find(call);
        return at == calls.end() ? nullptr : at->second.get();
    }
    void wake(exchange& x) { l.ready(std::exchange(x.waiter, 0)); }
    // Forgets the call. `cut`: before its end.
    void close(const exchange& x, bool cut) {
        if (calls.erase(x.number) != 0 && cut && outside) outside->abandon(x.number);
    }

    loop& l;
    outside_world* outside;
    std::map<std::uint64_t, std::shared_ptr<exchange>> calls;
    std::uint64_t count = 0, requests = hash_basis;
    bool with_bodies = true;
};

class inner_transport::stream final : public http::response_stream {
public:
    stream(std::shared_ptr<core> c, std::shared_ptr<exchange> x) : core_(std::move(c)), x_(std::move(x)) {}
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;
    ~stream() override { core_->close(*x_, true); }
    const http::response_head& head() const override { return *x_->head; }

    awaitable<result<std::string_view>> read() override {
        if (ended_) co_return std::string_view();
        if (!x_->failed && !core_->outside)
            x_->failed = error(errc::connection_lost, "the transport is closed");
        if (x_->failed) co_return *x_->failed;
        x_->waiter = core_->l.reserve();
        const waiter_id id = x_->waiter;
        x_->wants_piece = true;
        core_->outside->read(x_->number);
        try {
            co_await core_->l.wait(id);
        } catch (const cancelled&) {
            x_->failed = error(errc::connection_lost, "a read was cancelled");
            core_->close(*x_, true);
            throw;
        }
        if (x_->failed) {
            core_->close(*x_, false);
            co_return *x_->failed;
        }
        ended_ = x_->piece.empty();
        if (ended_) core_->close(*x_, false);
        co_return std::string_view(x_->piece);
    }

private:
    std::shared_ptr<core> core_;
    std::shared_ptr<exchange> x_;
    bool ended_ = false;
};

inner_transport::inner_transport(loop& l, outside_world& outside)
    : core_(std::make_shared<core>(l, outside)) {}

inner_transport::~inner_transport() {
    core_->outside = nullptr;
    const auto open = std::move(core_->calls);
    for (const auto& [number, x] : open) {
        x->failed = error(errc::connection_lost, "the transport is closed");
        core_->wake(*x);
    }
}

awaitable<result<std::unique_ptr<http::response_stream>>> inner_transport::send(http::request r,
                                                                                http::timeouts t) {
    const std::shared_ptr<core> c = core_;
    const std::shared_ptr<exchange> x = c->open(std::move(r), t);
    const waiter_id id = x->waiter;
    try {
        co_await c->l.wait(id);
    } catch (const cancelled&) {
        c->close(*x, true);
        throw;
    }
    if (x->failed) {
        c->close(*x, false);
        co_return *x->failed;
    }
    co_return std::make_unique<stream>(c, x);
}

bool inner_transport::answer(std::uint64_t call, http::response_head head) {
    exchange* const x = core_->find(call);
    if (!x || x->head || x->failed) return false;
    x->head = std::move(head);
    core_->wake(*x);
    return true;
}

bool inner_transport::piece(std::uint64_t call, std::string_view text) {
    exchange* const x = core_->find(call);
    if (!x || !x->wants_piece || x->failed) return false;
    x->wants_piece = false;
    x->piece.assign(text);
    core_->wake(*x);
    return true;
}

bool inner_transport::fail(std::uint64_t call, error why) {
    exchange* const x = core_->find(call);
    if (!x || x->failed || (x->head && !x->wants_piece)) return false;
    x->failed = std::move(why);
    core_->wake(*x);
    return true;
}

void inner_transport::fail_all(const error& why) {
    for (const auto& [number, x] : core_->calls) fail(number, why);
}

std::uint64_t inner_transport::requests() const {
    return core_->requests;
}

void inner_transport::leave_out_bodies() {
    core_->with_bodies = false;
}

std::string inner_transport::describe(std::uint64_t call) const {
    const exchange* const x = core_->find(call);
    return x ? x->what : std::string();
}

}}  // namespace setpoint::v0
