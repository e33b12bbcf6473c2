#pragma once
// A client without a cluster, for printing manifests and for unit tests of webhooks.

#include "setpoint/client/client.hpp"

namespace setpoint { inline namespace v0 {

class disconnected_client final : public client {
public:
    awaitable<result<object_ptr>> get_object(const kind_info&, object_key) override { co_return nowhere(); }
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info&, list_options) override {
        co_return nowhere();
    }
    awaitable<result<object_ptr>> write(const kind_info&, call) override { co_return nowhere(); }
    awaitable<result<>> remove_object(const kind_info&, object_key, delete_options) override {
        co_return nowhere();
    }
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call) override { co_return nowhere(); }

protected:
    std::string_view default_field_manager() const override { return "none"; }

private:
    static error nowhere() { return error(errc::unreachable, "this client has no cluster"); }
};

}}  // namespace setpoint::v0
