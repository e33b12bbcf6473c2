#pragma once
// Breaks what passes between clients and an API server, below the client: answers that no server gave,
// answers that are lost, bodies that are cut, rubbish, slow or without an end, watches that are held back.
//
//     // The Deployment is changed, and nobody learns it.
//     env.network_faults().nth(verb::patch, 1, network_fault::lost_answer(), "deployments");
//     // Until clear().
//     env.network_faults().each(verb::list, network_fault::answer(429, "TooManyRequests", 5));
//     // Until release_watches().
//     env.network_faults().hold_watches("pods");
//
// request_fault_plan.hpp does the same for calls of a client, above HTTP.

#include "setpoint/client/call.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/transport.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint::testing {

// What is done to one request. The makers give the usual ones; fields may be combined.
struct network_fault {
    enum class kind : std::uint8_t {
        pass,          // to the server, with what is said below
        answer,        // answered here with `status`; the server sees nothing
        unreachable,   // no connection; the server sees nothing
        lost_request,  // the connection ends before the server has seen it
        lost_answer    // the server does it, and the connection ends before its answer
    } what = kind::pass;
    int status = 0;
    std::string reason;                                // of the Status; "" and a `body`: that text instead
    std::string body;                                  // of an answer
    std::optional<int> retry_after;                    // seconds
    std::function<void(http::request&)> edit;          // the request, on its way
    duration wait{0};                                  // before it goes on its way
    std::string before;                                // comes before the body
    std::optional<std::size_t> cut_after, mute_after;  // bytes of the body: then reset, or silence
    std::string endless;                               // after `before`, for ever, one each `every`
    std::size_t piece = 0;                             // the body in pieces of this size, one each `every`
    duration every{0};

    static network_fault answer(int status, std::string reason, std::optional<int> retry_after = {});
    static network_fault text(int status, std::string body);
    static network_fault unreachable();
    static network_fault lost_request();
    static network_fault lost_answer();
    static network_fault cut(std::size_t after_bytes);
    static network_fault mute(std::size_t after_bytes);
    static network_fault slow(std::size_t piece, duration every);
    static network_fault preceded_by(std::string text);
    static network_fault without_end(std::string text, duration every);
    static network_fault edited(std::function<void(http::request&)> edit);
    // An ERROR event as the first of a watch.
    static network_fault error_event(int code, std::string reason);
};

// Works on the transports that it was attached to. Rules are asked in the order in which they were given; the
// first whose request has come is used up by it. `n`: 1 is the next such request. `resource`: "deployments",
// empty: any. A server-side apply is a patch. Timeouts of requests are obeyed.
class network_fault_plan {
public:
    explicit network_fault_plan(loop& l);
    network_fault_plan(const network_fault_plan&) = delete;
    network_fault_plan& operator=(const network_fault_plan&) = delete;
    ~network_fault_plan();

    void nth(verb v, int n, network_fault f, std::string resource = {});
    void each(verb v, network_fault f, std::string resource = {});
    void each(network_fault f);  // all verbs
    // No more faults; what is held is let go.
    void clear();
    // The rules whose request has not come, in words.
    std::vector<std::string> pending() const;

    // --- watches that are open ---
    // Their connections are reset.
    void cut_watches(std::string_view resource = {});
    // Nothing arrives any more on those that are open and those that will be, as over a dead connection; what
    // was on its way arrives when they are released.
    void hold_watches(std::string resource = {});
    void release_watches();
    std::size_t open_streams() const;

    // --- what passed ---
    // Requests so far, whatever became of them.
    std::size_t sent() const;
    std::size_t sent(verb v, std::string_view resource = {}) const;
    // How often the server answered 201, by the path of the object: what was created, also when the answer
    // was lost. Subresources (evictions, bindings) are left out.
    const std::map<std::string, int>& created() const;
    // Called before each request with its number, from 1 on.
    void on_request(std::function<void(std::size_t number)> hook);

    // A transport in front of `inner`, which outlives it. Its streams may outlive both.
    std::unique_ptr<http::transport> attach(http::transport& inner);

    struct state;

private:
    std::shared_ptr<state> state_;
};

// What a request is, by its method and target.
struct network_request {
    verb op = verb::get;
    std::string resource;  // "" for what is no resource: /version
    static network_request of(const http::request& r);
};

}  // namespace setpoint::testing
