#pragma once
// Injects faults between clients and an API server, below the client: responses of the test's own, lost
// responses, bodies that are truncated, garbage, slow or endless, and watches that are held back.
//
//     // The Deployment is changed, but the response is lost.
//     env.network_faults().nth(verb::patch, 1, network_fault::lost_answer(), "deployments");
//     // Until clear().
//     env.network_faults().each(verb::list, network_fault::answer(429, "TooManyRequests", 5));
//     // Until release_watches().
//     env.network_faults().hold_watches("pods");
//
// request_fault_plan.hpp injects faults into calls of a client, above HTTP.

#include "setpoint/client/call.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/transport.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing {

// The fault of one request. The static functions return common faults; fields may be combined.
// How to choose: `answer` and `unreachable` are safe to retry, `lost_answer` is what makes a
// write's outcome unknown, `cut_after` ends a watch or truncates a response, and `mute_after` tests
// deadlines.
struct network_fault {
    enum class kind : std::uint8_t {
        pass,          // sent to the server, with the changes below
        answer,        // answered here with `status`; the server receives nothing
        unreachable,   // no connection; the server receives nothing
        lost_request,  // the connection ends before the server receives the request
        lost_answer    // the server executes it; the connection ends before its response
    } what = kind::pass;
    int status = 0;
    std::string reason;                                // of the Status; unused if there is a `body`
    std::string body;                                  // of the response
    std::optional<int> retry_after;                    // seconds
    std::function<void(http::request&)> edit;          // changes the request before it is sent
    duration wait{0};                                  // before the request is sent
    std::string before;                                // precedes the body
    std::optional<std::size_t> cut_after, mute_after;  // bytes of the body before a reset, or silence
    std::string endless;                               // after `before`, repeated endlessly, one each `every`
    std::size_t piece = 0;                             // the body in pieces of this size, one each `every`
    duration every{0};

    // A Status with this code and reason, such as 409 with "Conflict" or 503 with retry_after.
    static network_fault answer(int status, std::string reason, std::optional<int> retry_after = {});
    // A response whose body is not a Status, as from a proxy.
    static network_fault text(int status, std::string body);
    static network_fault unreachable();
    static network_fault lost_request();
    static network_fault lost_answer();
    // The server's response, reset after that many bytes of its body; 0: right after the head.
    static network_fault cut(std::size_t after_bytes);
    // Nothing arrives afterwards, and the connection stays open: only a timeout ends the read.
    static network_fault mute(std::size_t after_bytes);
    // The body in small pieces, each after `every`: finds code that depends on how a body is split.
    static network_fault slow(std::size_t piece, duration every);
    // The text comes before the server's body, so that the response becomes malformed, or gets another
    // event.
    static network_fault preceded_by(std::string text);
    static network_fault without_end(std::string text, duration every);
    // `edit` is called once for each request that the fault applies to, and may change all of it.
    static network_fault edited(std::function<void(http::request&)> edit);
    // The first event of the watch is this ERROR.
    static network_fault error_event(int code, std::string reason);
};

// Applies to the transports that it is attached to. Rules are tried in the order in which they were
// added; the first rule that is due applies, and an nth() rule applies once. `n` counts matching requests;
// 1 is the next one. `resource` is, for example, "deployments"; empty: any. A server-side apply is a
// patch. Timeouts of requests still apply.
class network_fault_plan {
public:
    // `l` must outlive the plan, its transports and their streams.
    explicit network_fault_plan(loop& l);
    network_fault_plan(const network_fault_plan&) = delete;
    network_fault_plan& operator=(const network_fault_plan&) = delete;
    ~network_fault_plan();

    // Precondition: n > 0. The rule counts from now on, and is removed when it has applied.
    void nth(verb v, int n, network_fault f, std::string resource = {});
    // Applies until clear(). A rule that is added later is reached only by requests that this one does
    // not match.
    void each(verb v, network_fault f, std::string resource = {});
    void each(network_fault f);  // all verbs
    // Removes all rules and releases the watches.
    void clear();
    // Describes the rules whose request has not been sent yet.
    // Check at the end of a test that it is empty: a fault that was never injected tests nothing. Rules
    // of each() are not included.
    std::vector<std::string> pending() const;

    // --- open watches ---
    // Resets the connections of open watches of `resource`; empty: all.
    void cut_watches(std::string_view resource = {});
    // Open and future watches deliver nothing, as over a dead connection. Events that were sent meanwhile
    // arrive after release_watches().
    // `resource` empty: all watches.
    void hold_watches(std::string resource = {});
    void release_watches();
    // Responses whose body has not been read to the end: watches, and lists that are being read.
    std::size_t open_streams() const;

    // --- counters ---
    // Returns the number of requests so far, whatever their outcome.
    std::size_t sent() const;
    std::size_t sent(verb v, std::string_view resource = {}) const;
    // Returns the number of 201 responses of the server by path of the object, lost ones included.
    // Subresources (evictions, bindings) do not count.
    const std::map<std::string, int>& created() const;
    // `hook` is called before each request, with its number, starting at 1.
    void on_request(std::function<void(std::size_t number)> hook);

    // Returns a transport in front of `inner`, which must outlive it. Streams may outlive both.
    std::unique_ptr<http::transport> attach(http::transport& inner);

    // Shared with the transports and streams, which may outlive the plan.
    struct state;

private:
    std::shared_ptr<state> state_;
};

// The verb and resource of a request. An apply that only creates, as ensure() sends it, is a `create`.
struct network_request {
    verb op = verb::get;
    std::string resource;  // "" for paths such as /version
    static network_request of(const http::request& r);
};

}}}  // namespace setpoint::v0::testing
