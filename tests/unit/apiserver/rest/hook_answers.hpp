#pragma once
// The kubeconfig of a webhook that clients and requests are checked with, and its responses, without a
// network.

#include "setpoint/http/transport.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::test {

inline constexpr const char* hook_kubeconfig =
    "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
    "clusters: [{name: hook, cluster: {server: 'http://hook.example:80/authorize'}}]\n"
    "users: [{name: me, user: {}}]\n"
    "contexts: [{name: c, context: {cluster: hook, user: me}}]\n";

struct whole_response final : http::response_stream {
    const http::response_head& head() const override { return is; }
    awaitable<result<std::string_view>> read() override {
        co_return std::exchange(was_read, true) ? std::string_view() : std::string_view(body);
    }
    http::response_head is;
    std::string body;
    bool was_read = false;
};

}}}  // namespace setpoint::v0::apiserver::test
