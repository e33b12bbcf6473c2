#pragma once
// Calls of the API server to the webhooks that the operator serves, in whatever network it runs; how they
// fail for a while; and the injector of cert-manager.

#include "apiserver/state/server_state.hpp"
#include "framework/http/byte_stream.hpp"
#include "framework/http/read_buffer.hpp"
#include "testkit/story/cluster.hpp"
#include "testkit/story/private_network.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

enum class webhook_mode : std::uint8_t {
    normal,
    refused,   // connections are refused
    slow,      // no call is answered in time
    wrong,     // status 500
    untrusted  // the API server trusts another authority
};

// Not moved. Calls must have ended before it is destroyed.
class operator_webhooks {
public:
    // All must outlive it. Without `webhooks` in the story, it changes nothing.
    operator_webhooks(loop& l, cluster& of, const story& text);
    operator_webhooks(const operator_webhooks&) = delete;
    operator_webhooks& operator=(const operator_webhooks&) = delete;

    // Returns the ports of the processes that run, in the order in which they are tried.
    std::function<std::vector<std::uint16_t>()> ports{};
    // Called with what the timeline shows.
    std::function<void(std::string what)> on_note{};
    // Called when a call begins and when it ends.
    std::function<void()> on_activity{};

    // Before the cluster starts. `in`: null if the operator has the network of this machine; it must outlive
    // this.
    void start(const private_network* in);
    // Whether a process accepts connections.
    awaitable<bool> is_served();

    // Applies to calls from now on. Returns the number of this change.
    int become(webhook_mode m) {
        mode_ = m;
        return ++changes_;
    }
    int last_change() const { return changes_; }

private:
    using body_result = result<std::string>;
    using stream_result = result<std::unique_ptr<http::byte_stream>>;
    awaitable<body_result> call(apiserver::webhook_address_ptr to, std::string body,
                                std::chrono::seconds limit);
    awaitable<body_result> answer_of(apiserver::webhook_address_ptr to, std::string body,
                                     std::chrono::seconds limit);
    awaitable<body_result> ask(apiserver::webhook_address_ptr to, std::string target, std::string body,
                               std::string trusted);
    awaitable<stream_result> connect();
    result<http::tls_context_ptr> tls_for(const std::string& trusted);
    std::vector<std::uint16_t> known_ports() const;
    apiserver::api_result<> inject(apiserver::pending_write& w) const;

    loop& loop_;
    cluster& cluster_;
    const story& story_;
    const private_network* network_ = nullptr;
    apiserver::webhook_caller elsewhere_;  // of other webhooks
    webhook_mode mode_ = webhook_mode::normal;
    int changes_ = 0;
    std::map<std::string, http::tls_context_ptr> contexts_;  // by what they trust
    http::buffer_stock stock_;
};

}}}  // namespace setpoint::v0::story
