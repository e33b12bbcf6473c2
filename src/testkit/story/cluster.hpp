#pragma once
// The cluster of one run: an embedded API server, the state of its objects, and what users do with them.

#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/task_scope.hpp"
#include "testkit/sim/object_state.hpp"
#include "testkit/story/story.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace story {

// A request of a user, or of somebody else.
struct user_request {
    std::string method, target, body, content_type;
    std::string words;  // "apply sites default/web"
};

// Not moved. stop() must return before it is destroyed.
class cluster {
public:
    cluster(loop& l, logger log, const story& of);
    cluster(const cluster&) = delete;
    cluster& operator=(const cluster&) = delete;

    // Starts its controllers, and creates what is there before the operator. Throws cannot_explore.
    awaitable<void> start();
    // Starts its controllers only, in a cluster that was not started.
    void run_controllers() { tasks_.spawn("controllers", api_.run()); }
    awaitable<void> stop();

    apiserver::server& api() { return api_; }
    apiserver::server_state& state() const { return *state_; }
    sim::object_state& objects() { return objects_; }
    // Called after each change of an object that is compared; `now` is null if it was removed.
    std::function<void(const apiserver::resource& r, const apiserver::record_ptr& before,
                       const apiserver::record_ptr& now)>
        on_change{};

    // The requests of a step, in order; none for a wait. Throws cannot_explore if there is no such kind.
    awaitable<std::vector<user_request>> requests_of(const story_step& s);
    struct reply {
        int status = 0;
        std::string message;  // of the Status, for an error
    };
    awaitable<reply> send(user_request r);
    // The path of an object.
    static std::string path_of(const group_version_resource& of, const object_key& key);
    static std::string path_of(const apiserver::resource& r, const object_key& key) {
        return path_of(r.gvr, key);
    }

private:
    awaitable<apiserver::resource_ptr> served(std::string api_version, std::string kind, std::string where);
    awaitable<user_request> apply_request(bj::object o, std::string where);
    awaitable<void> create_all(std::vector<bj::object> objects, std::string where);

    loop& loop_;
    const story& story_;
    apiserver::server api_;
    apiserver::server_state* state_;
    std::vector<sim::invariant> no_invariants_;
    sim::object_state objects_;
    task_scope tasks_;
};

}}}  // namespace setpoint::v0::story
