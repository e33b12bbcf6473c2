#include "apiserver/server/control/gated_watch.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

gated_watch::gated_watch(watch_gate& gate, request_traits of, std::string begin,
                         std::shared_ptr<http::body_source> inner)
    : gate_(gate),
      of_(std::move(of)),
      begin_(std::move(begin)),
      inner_(std::move(inner)),
      at_(gate_.open.insert(gate_.open.end(), this)) {}

gated_watch::~gated_watch() {
    gate_.open.erase(at_);
}

void gated_watch::drop() {
    is_dropped_ = true;
    if (reading_ != nullptr) reading_->cancel();
}

awaitable<void> gated_watch::until_released() {
    while (gate_.holds(of_)) co_await gate_.changed.wait();
}

awaitable<result<std::string_view>> gated_watch::read() {
    if (is_dropped_) throw http::connection_end{};
    cancel_scope until_dropped(gate_.event_loop);
    reading_ = &until_dropped;
    try {
        auto piece = co_await next();
        reading_ = nullptr;
        co_return piece;
    } catch (const cancelled&) {
        reading_ = nullptr;
        if (is_dropped_ && !until_dropped.outer_active()) throw http::connection_end{};
        throw;
    } catch (...) {
        reading_ = nullptr;
        throw;
    }
}

awaitable<result<std::string_view>> gated_watch::next() {
    co_await until_released();
    if (!std::exchange(has_begun_, true) && !begin_.empty()) co_return std::string_view(begin_);
    auto piece = co_await inner_->read();
    // What arrived while the watch was held is delivered after its release.
    co_await until_released();
    co_return piece;
}

}}}  // namespace setpoint::v0::apiserver
