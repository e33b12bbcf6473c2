#pragma once
// The applications in the pods of one run, as far as their answers are in the story: commands, logs, ports,
// and names of Services; and how they fail for a while.

#include "framework/http/listener.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"
#include "testkit/story/cluster.hpp"
#include "testkit/story/pod_lookup.hpp"
#include "testkit/story/private_network.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace story {

enum class application_mode : std::uint8_t {
    normal,
    refused,  // connections are refused and cut, commands fail
    slow,     // each answer takes 2 s longer
    wrong,    // HTTP status 500, another text, exit code 1
    half      // the connection ends in the middle of an answer
};

// stop() must return before it is destroyed.
class applications {
public:
    // `of` must outlive it. Nothing happens if its story has no answers.
    applications(loop& l, cluster& of, const story& text);
    applications(const applications&) = delete;
    applications& operator=(const applications&) = delete;

    // Called with what the timeline shows.
    std::function<void(std::string what)> on_note{};

    // Responds to a request for a connection to a pod.
    http::response connect(const object_key& pod, std::string_view subresource,
                           const http::server_request& r);

    // Before the cluster starts. `in`: null without a network of the run's own, and then nothing is answered
    // on ports; it must outlive this. Throws cannot_explore if a port cannot be used.
    void start(const private_network* in);
    awaitable<void> stop();

    // From now on. Pods become ready, or cease to be, as their probes see it.
    awaitable<void> behave(application_mode m);
    // Makes the readiness of all pods follow their probes again, after somebody else has changed it.
    awaitable<void> update_readiness();
    // How many answers are being given.
    std::size_t busy() const { return busy_; }

private:
    apiserver::api_result<http::response> execute(const bj::object& pod, const http::server_request& r);
    apiserver::api_result<> annotate_new(apiserver::pending_write& w) const;
    void listen(std::uint16_t port);
    void listen_on_all();
    awaitable<void> accept(std::shared_ptr<http::listener> from, std::uint16_t port);
    awaitable<void> converse(std::shared_ptr<http::byte_stream> s, std::uint16_t port);
    awaitable<void> speak_http(http::byte_stream& s, const pod_port& to, application_answers::port_match as);
    awaitable<void> speak_tcp(http::byte_stream& s, const pod_port& to, application_answers::port_match as);
    awaitable<bool> send(http::byte_stream& s, std::string text, duration after);
    awaitable<void> answer_names(int socket);
    duration delay(duration after) const;
    std::string wanted_annotation(const bj::object& pod) const;

    loop& loop_;
    cluster& cluster_;
    const application_answers& answers_;
    pod_lookup pods_;
    const private_network* network_ = nullptr;
    application_mode mode_ = application_mode::normal;
    std::map<std::uint16_t, std::shared_ptr<http::listener>> ports_;
    std::map<http::byte_stream*, std::shared_ptr<http::byte_stream>> connections_;
    std::size_t busy_ = 0;
    task_scope tasks_;
};

}}}  // namespace setpoint::v0::story
