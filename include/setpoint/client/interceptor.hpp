#pragma once
// A client that wraps another one with a hook for each call: tests use it to fail, delay or count
// calls.

#include "setpoint/client/client.hpp"

#include <functional>

namespace setpoint { inline namespace v0 {

// A call without a hook is passed on. A hook receives the inner client and decides what to do. A
// hook must not be replaced while one of its calls is in flight, since it owns the captures.
//
//     interceptor c(api);
//     c.on_write = [&](client& inner, const kind_info& kind, call k)
//         -> awaitable<result<object_ptr>> {
//         if (++writes == 2) co_return error(errc::conflict, "made up");
//         co_return co_await inner.write(kind, std::move(k));
//     };
class interceptor final : public client {
public:
    using objects = std::vector<object_ptr>;
    using stream = std::unique_ptr<http::response_stream>;

    // `inner` must outlive this client.
    explicit interceptor(client& inner) : inner_(inner) {}

    std::function<awaitable<result<object_ptr>>(client& inner, const kind_info&, object_key)> on_get;
    std::function<awaitable<result<objects>>(client& inner, const kind_info&, list_options)> on_list;
    std::function<awaitable<result<object_ptr>>(client& inner, const kind_info&, call)> on_write;
    std::function<awaitable<result<>>(client& inner, const kind_info&, object_key, delete_options)> on_remove;
    std::function<awaitable<result<stream>>(client& inner, call)> on_open;

    awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) override {
        return on_get ? on_get(inner_, kind, std::move(key)) : inner_.get_object(kind, std::move(key));
    }
    awaitable<result<objects>> list_objects(const kind_info& kind, list_options options) override {
        return on_list ? on_list(inner_, kind, std::move(options))
                       : inner_.list_objects(kind, std::move(options));
    }
    awaitable<result<object_ptr>> write(const kind_info& kind, call c) override {
        return on_write ? on_write(inner_, kind, std::move(c)) : inner_.write(kind, std::move(c));
    }
    awaitable<result<>> remove_object(const kind_info& kind, object_key key,
                                      delete_options options) override {
        return on_remove ? on_remove(inner_, kind, std::move(key), std::move(options))
                         : inner_.remove_object(kind, std::move(key), std::move(options));
    }
    awaitable<result<stream>> open(call c) override {
        return on_open ? on_open(inner_, std::move(c)) : inner_.open(std::move(c));
    }
    std::string_view default_field_manager() const override { return inner_.default_field_manager(); }

private:
    client& inner_;
};

}}  // namespace setpoint::v0
