#pragma once
// Records which verbs clients used on which resources, as the smallest ClusterRole that allows
// them.

#include "setpoint/api/rbac.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/server.hpp"

#include <map>
#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

// Requests of kubectl and of the server's own controllers are excluded: they are not the operator
// under test.
class access_record {
public:
    explicit access_record(loop& l) : loop_(l), changed_(l) {}

    // Spans the handling of a request from a socket, in its task.
    class scope {
    public:
        scope(access_record& owner, const http::server_request& r);
        scope(const scope&) = delete;
        scope& operator=(const scope&) = delete;
        ~scope() { owner_.running_.erase(task_); }

    private:
        access_record& owner_;
        const task* task_;
    };
    // Records a verb of the request that the running task handles.
    void note(std::string_view verb, std::string_view group, std::string_view resource,
              std::string_view subresource);

    std::string yaml() const;
    // Keeps `file` up to date until it is cancelled.
    awaitable<void> keep(std::string file, logger log);

private:
    loop& loop_;
    notifier changed_;
    std::map<const task*, bool> running_;  // whether it is a server-side apply
    std::set<resource_access> seen_;
};

}}}  // namespace setpoint::v0::cli
