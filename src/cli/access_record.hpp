#pragma once
// What clients did with which resource, as the smallest ClusterRole that allows it.

#include "setpoint/api/rbac.hpp"
#include "setpoint/core/event.hpp"
#include "setpoint/http/server.hpp"

#include <map>
#include <set>
#include <string>

namespace setpoint::cli {

// kubectl's requests and those of the server's own parts are left out: who operates a test is not what is
// tested.
class access_record {
public:
    explicit access_record(loop& l) : loop_(l), changed_(l) {}

    // Around the handling of a request that came over a socket, in its task.
    class scope {
    public:
        scope(access_record& owner, const http::server_request& r);
        scope(const scope&) = delete;
        scope& operator=(const scope&) = delete;
        ~scope() { owner_.under_way_.erase(task_); }

    private:
        access_record& owner_;
        const task* task_;
    };
    // What the API server makes of the request that the running task handles.
    void note(std::string_view verb, std::string_view group, std::string_view resource,
              std::string_view subresource);

    std::string yaml() const;
    // Keeps `file` up to date until it is cancelled.
    awaitable<void> keep(std::string file, logger log);

private:
    loop& loop_;
    pulse changed_;
    std::map<const task*, bool> under_way_;  // whether it is a server-side apply
    std::set<resource_access> seen_;
};

}  // namespace setpoint::cli
