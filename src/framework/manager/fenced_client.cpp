#include "framework/manager/fenced_client.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

// Counts a call as long as it runs, even if it is cancelled.
class counted {
public:
    explicit counted(std::size_t& n) : n_(n) { ++n_; }
    counted(const counted&) = delete;
    counted& operator=(const counted&) = delete;
    ~counted() { --n_; }

private:
    std::size_t& n_;
};

// Checks the gate first, and then the caller's own condition.
std::function<result<>()> both(std::shared_ptr<const write_gate> gate, std::function<result<>()> callers) {
    return [gate = std::move(gate), callers = std::move(callers)] {
        const result<> open = gate->check();
        return open && callers ? callers() : open;
    };
}

}  // namespace

result<> write_gate::check() const {
    if (is_open()) return {};
    return error(errc::not_leader, fmt::format("not sent: this process does not hold the lease {}", lease_));
}

awaitable<result<object_ptr>> fenced_client::write(const kind_info& kind, call c) {
    if (!c.writes() || gate_->always_open()) return inner_.write(kind, std::move(c));
    return write_through_gate(kind, std::move(c));
}

awaitable<result<object_ptr>> fenced_client::write_through_gate(const kind_info& kind, call c) {
    if (const result<> allowed = gate_->check(); !allowed) co_return allowed.error().within(c.describe());
    const counted this_one(under_way_);
    c.may_start = both(gate_, std::move(c.may_start));
    co_return co_await inner_.write(kind, std::move(c));
}

awaitable<result<>> fenced_client::remove_object(const kind_info& kind, object_key key,
                                                 delete_options options) {
    if (options.dry_run || gate_->always_open())
        co_return co_await inner_.remove_object(kind, std::move(key), std::move(options));
    if (const result<> allowed = gate_->check(); !allowed)
        co_return allowed.error().within(
            fmt::format("delete {} {}", kind.resource().group_resource(), key.to_string()));
    const counted this_one(under_way_);
    options.may_start = both(gate_, std::move(options.may_start));
    co_return co_await inner_.remove_object(kind, std::move(key), std::move(options));
}

}}  // namespace setpoint::v0
