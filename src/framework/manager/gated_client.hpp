#pragma once
// The client of those who may write only while this process leads.

#include "setpoint/client/client.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace setpoint {

// Open until a time, the own deadline of the leader. Asking it costs a look at the clock; nobody has to be
// woken for it to close, which is what counts for a process that was stopped and goes on.
class write_gate {
public:
    // `c` outlives it. `lease`: for messages.
    write_gate(const clock& c, std::string lease) : clock_(c), lease_(std::move(lease)) {}
    void open_until(time_point t) { until_ = t; }
    void close() { until_ = time_point::min(); }
    bool always_open() const { return until_ == never; }
    bool is_open() const { return always_open() || clock_.now() < until_; }
    // Error: not_leader.
    result<> check() const;

private:
    const clock& clock_;
    std::string lease_;
    time_point until_ = time_point::min();
};

// Passes reads on, and writes while the gate is open: it is asked when the call is made, before each attempt
// and when the first byte is about to go out. A write that was refused is errc::not_leader, and surely not
// done. One that has begun in time ends in its own time: lease_duration is longer than renew_deadline for
// that. A dry run is no write.
class gated_client final : public client {
public:
    // `inner` outlives it and its calls.
    gated_client(client& inner, std::shared_ptr<const write_gate> gate)
        : inner_(inner), gate_(std::move(gate)) {}

    awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) override {
        return inner_.get_object(kind, std::move(key));
    }
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info& kind,
                                                            list_options options) override {
        return inner_.list_objects(kind, std::move(options));
    }
    awaitable<result<object_ptr>> write(const kind_info& kind, call c) override;
    awaitable<result<>> remove_object(const kind_info& kind, object_key key, delete_options options) override;
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) override {
        return inner_.open(std::move(c));
    }
    std::string_view default_field_manager() const override { return inner_.default_field_manager(); }

    // Writes that have not ended.
    std::size_t under_way() const { return under_way_; }

private:
    awaitable<result<object_ptr>> write_through_gate(const kind_info& kind, call c);

    client& inner_;
    std::shared_ptr<const write_gate> gate_;
    std::size_t under_way_ = 0;
};

}  // namespace setpoint
