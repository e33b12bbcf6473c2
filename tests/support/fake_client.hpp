#pragma once
// A client for tests that answers what the test says and remembers what it was asked.

#include "setpoint/client/client.hpp"

#include <boost/json/parse.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

struct fake_client final : client {
    explicit fake_client(loop& l) : l_(l) {}

    // What answers; without one, reads find nothing and writes fail the test's call.
    std::function<result<object_ptr>(const kind_info&, const object_key&)> on_get;
    std::function<result<object_ptr>(const kind_info&, const call&)> on_write;

    std::function<result<>(const kind_info&, const object_key&, const delete_options&)> on_remove;
    std::function<result<std::unique_ptr<http::response_stream>>(const call&)> on_open;
    duration delay{0};  // before a write is answered

    std::vector<std::string> asked;  // "get gadgets.test default/a", "apply gadgets.test default/a", ...
    std::vector<call> writes;
    std::vector<delete_options> removals;

    boost::json::object body(std::size_t i) const {
        return boost::json::parse(writes.at(i).body).as_object();
    }

    awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) override {
        call c;
        c.resource = kind.resource();
        c.key = key;
        asked.push_back(c.describe() + (kind.dynamic ? " (dynamic)" : ""));
        co_await l_.yield();
        if (!on_get) co_return error(errc::not_found, "not there");
        co_return on_get(kind, key);
    }
    awaitable<result<object_ptr>> write(const kind_info& kind, call c) override {
        asked.push_back(c.describe());
        writes.push_back(c);
        co_await l_.sleep(delay);
        if (!on_write) co_return error(errc::failed, "no answer was scripted");
        co_return on_write(kind, c);
    }
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info&, list_options) override {
        co_return std::vector<object_ptr>();
    }
    awaitable<result<>> remove_object(const kind_info& kind, object_key key,
                                      delete_options options) override {
        call c;
        c.op = verb::remove;
        c.resource = kind.resource();
        c.key = key;
        asked.push_back(c.describe());
        removals.push_back(options);
        co_await l_.yield();
        if (!on_remove) co_return result<>();
        co_return on_remove(kind, key, options);
    }
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) override {
        if (!on_open) co_return error(errc::failed, "not scripted");
        co_return on_open(c);
    }
    std::string_view default_field_manager() const override { return "test"; }

private:
    loop& l_;
};

}}  // namespace setpoint::v0
