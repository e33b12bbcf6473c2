#pragma once
// A client that writes only while this process leads.

#include "setpoint/client/client.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 {

// A gate that is open until a deadline, the leader's own. A check only reads the clock. The gate closes
// without a timer, so a process that was stopped and continues finds it closed.
class write_gate {
public:
    // `c` must outlive the gate. `lease` is its name, for messages.
    write_gate(const clock& c, std::string lease) : clock_(c), lease_(std::move(lease)) {}
    void open_until(time_point t) { until_ = t; }
    void close() { until_ = time_point::min(); }
    bool always_open() const { return until_ == never; }
    bool is_open() const { return always_open() || clock_.now() < until_; }
    // Errors: not_leader if the gate is closed.
    result<> check() const;

private:
    const clock& clock_;
    std::string lease_;
    time_point until_ = time_point::min();
};

// Passes on all reads and dry runs, and writes while the gate is open. It checks the gate when a write is
// called, before each attempt, and when the first byte is about to be sent. A refused write returns
// errc::not_leader and was certainly not sent. A write that began in time may complete after the deadline:
// lease_duration is longer than renew_deadline to allow for that.
class fenced_client final : public client {
public:
    // `inner` must outlive the client and its calls.
    fenced_client(client& inner, std::shared_ptr<const write_gate> gate)
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

    // Returns the number of writes in progress.
    std::size_t under_way() const { return under_way_; }

private:
    awaitable<result<object_ptr>> write_through_gate(const kind_info& kind, call c);

    client& inner_;
    std::shared_ptr<const write_gate> gate_;
    std::size_t under_way_ = 0;
};

}}  // namespace setpoint::v0
