#pragma once
// The applications in the pods of one run, as far as their answers are in the story: commands, logs, ports,
// and names of Services; and how they fail for a while.

#include "framework/http/byte_stream.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"
#include "testkit/story/cluster.hpp"
#include "testkit/story/pod_lookup.hpp"
#include "testkit/story/private_network.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
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
    // `of` must outlive it. Without answers in its story, it answers only names.
    applications(loop& l, cluster& of, const story& text);
    applications(const applications&) = delete;
    applications& operator=(const applications&) = delete;

    // Called with what the timeline shows.
    std::function<void(std::string what)> on_note{};
    // Called when a connection begins, and when an answer on it begins and ends.
    std::function<void()> on_activity{};

    // Responds to a request for a connection to a pod.
    http::response connect(const object_key& pod, std::string_view subresource,
                           const http::server_request& r);
    // Replaces the API server's answer to a request for the log of a pod, if the story has this log.
    void show_log(const object_key& pod, const http::server_request& r, http::response& answer) const;

    // Before the cluster starts. `in`: null without a network of the run's own, and then nothing is answered
    // on ports; it must outlive this. Throws cannot_explore if a port cannot be used.
    void start(const private_network* in);
    awaitable<void> stop();

    // Applies to what is answered from now on. Returns the number of this change.
    int become(application_mode m);
    int last_change() const { return changes_; }
    // Makes the readiness of all pods follow their probes: after become(), and after somebody else has
    // changed it.
    awaitable<void> update_readiness();
    // How many answers are being given.
    std::size_t busy() const { return busy_; }

private:
    apiserver::api_result<http::response> execute(const bj::object& pod, const http::server_request& r);
    apiserver::api_result<> annotate_new(apiserver::pending_write& w) const;
    using acceptor = asio::ip::tcp::acceptor;
    void listen(std::uint16_t port);
    void listen_on_all();
    void close_ports();
    awaitable<void> accept(std::shared_ptr<acceptor> from, std::uint16_t port);
    awaitable<void> converse(std::shared_ptr<http::byte_stream> s, pod_port to,
                             application_answers::port_match as);
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
    int changes_ = 0;
    std::map<std::uint16_t, std::shared_ptr<acceptor>> ports_;
    std::set<std::uint16_t> taken_;  // ports on which something of the operator listens
    std::map<http::byte_stream*, std::shared_ptr<http::byte_stream>> connections_;
    std::size_t busy_ = 0;
    task_scope tasks_;
};

}}}  // namespace setpoint::v0::story
