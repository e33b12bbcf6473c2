#pragma once
// Faults between the clients of an embedded API server and its API, on the server's side: for clients of any
// language. `setpoint apiserver --control` offers them to test packages. In C++ rather use
// network_fault_plan.hpp, which injects faults into a client of this process.
//
//     apiserver::request_faults faults(l);
//     http::server::handler api = [&](const http::server_request& r) { return cluster.handle(r); };
//     http::server listener(l, log, options, [&](const http::server_request& r) { return faults.handle(r,
//     api); }); faults.add({.effect = {.what = apiserver::fault_effect::kind::lose_answer}, .requests =
//     {.verbs = {"create"}}});

#include "setpoint/core/clock.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/server.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Which requests to resources. A member that is not set matches everything.
struct request_filter {
    // "get", "list", "watch", "create", "update", "patch", "delete", "deletecollection".
    static std::span<const std::string_view> all_verbs();

    std::vector<std::string> verbs{};
    // The plural of the resource; "" is the core group, no subresource, and no namespace. The name of a
    // create is that in its body; one that the server generates matches no name.
    std::optional<std::string> resource{}, group{}, subresource{}, ns{}, name{};
    std::string user_agent{};  // how it begins

    // "create, update of deployments named web in default".
    std::string text() const;
};

// What becomes of a request. The words are those of testing::network_fault and of `setpoint explore`.
struct fault_effect {
    enum class kind : std::uint8_t {
        pass,
        refuse,        // answered with `status`; nothing is executed
        delay,         // executed after `wait`
        lose_request,  // the connection ends; nothing is executed
        lose_answer,   // executed; the connection ends before the answer
        hold_watches   // watches, open and new, deliver nothing until the fault is cleared
    } what = kind::pass;
    int status = 0;
    std::string reason{}, message{};   // of the Status
    std::optional<int> retry_after{};  // seconds
    duration wait{0};

    std::string text() const;  // "refused with 409 Conflict"
};

struct request_fault {
    fault_effect effect{};
    request_filter requests{};
    std::uint64_t skip = 0;   // matching requests that pass first
    std::uint64_t times = 1;  // how often it applies; 0: until cleared, as always for hold_watches
};

// The faults of a server, and its open watches. Watches refer to it: it must outlive their connections.
class request_faults {
public:
    static constexpr std::size_t most = 1000;
    struct entry {
        request_fault fault{};
        std::uint64_t matched = 0, applied = 0;  // requests, and for hold_watches watches
    };

    explicit request_faults(loop& l);
    request_faults(const request_faults&) = delete;
    request_faults& operator=(const request_faults&) = delete;
    ~request_faults();

    // Answers a request by `next`, with the first fault, in the order of their numbers, that matches and is
    // due; later ones do not count it. Requests that are not to a resource, such as discovery, have none.
    // Throws http::connection_end if the connection is to end without an answer. `r` and
    // `next` must outlive the call.
    awaitable<http::response> handle(const http::server_request& r, const http::server::handler& next);

    // Returns its number, from 1. If there are `most`, the oldest one that will not apply again is forgotten;
    // 0 if there is none.
    std::uint64_t add(request_fault f);
    // Held watches continue with what was held back. Returns false if there is no such fault.
    bool clear(std::uint64_t number);
    void clear();
    const std::map<std::uint64_t, entry>& all() const;

    // Ends the connections of open watches; returns how many. Only the members resource, group, ns, name and
    // user_agent make sense.
    std::size_t drop_watches(const request_filter& which);
    // Nothing is delayed or held any longer: before the server stops.
    void close();

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}}}  // namespace setpoint::v0::apiserver
