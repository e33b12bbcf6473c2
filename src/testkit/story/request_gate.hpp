#pragma once
// Everything that the operator's processes send and read: each request has its point, and may have an effect.

#include "setpoint/http/server.hpp"
#include "testkit/sim/perturbation.hpp"
#include "testkit/sim/point.hpp"
#include "testkit/story/instance.hpp"

#include <map>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace story {

class story_run;

class request_gate {
public:
    explicit request_gate(story_run& r) : run_(r) {}

    // Answers a request of that process. Throws `cancelled` if the connection is to end without a response.
    awaitable<http::response> handle(incarnation& by, const http::server_request& r);
    // The point of an event of a watch; nothing if it is not an event.
    std::optional<sim::point> event(incarnation& by, const group_version_resource& of, std::string_view line);
    // The names that the API server has generated, and what stands for them.
    void generated(const std::string& name, const std::string& canonical) {
        generated_[name] = without_chance(canonical);
    }
    // A name without what differs from run to run: its generated or made-up part, identities, and times.
    std::string canonical(const std::string& name);

private:
    awaitable<http::response> pass_on(incarnation& by, http::server_request r);
    awaitable<http::response> exchange(incarnation& by, http::server_request r, sim::point p, sim::effect e);
    sim::point name(const incarnation& by, const http::server_request& r);
    void note_lease(incarnation& by, const http::server_request& r, int status);
    std::string without_chance(const std::string& name) const;

    story_run& run_;
    sim::point_namer names_;
    std::map<std::string, std::string, std::less<>> generated_;
};

}}}  // namespace setpoint::v0::story
