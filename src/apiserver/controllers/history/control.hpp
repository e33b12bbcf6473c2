#pragma once
// Finds, adopts, creates, renumbers and deletes the ControllerRevisions of a StatefulSet or DaemonSet.

#include "apiserver/controllers/history/revision.hpp"
#include "apiserver/controllers/pod/control.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// References must outlive it.
class revision_control {
public:
    // `live`: bypasses the cache.
    revision_control(cached_client& api, client& live) : api_(api), live_(live) {}

    // The revisions that the owner has, with the orphans that match, which it adopts; sorted. References must
    // outlive the call.
    awaitable<result<std::vector<revision_ptr>>> claim(const pod_owner& owner);
    // Creates `revision`, to which `identify` gives the name, and labels, for a number of collisions. If the
    // name is taken by a revision with other data, increments `collisions` and tries again.
    awaitable<result<revision_ptr>> create(
        const pod_owner& owner, boost::json::object revision,
        std::function<void(boost::json::object& metadata, std::int32_t collisions)> identify,
        std::int32_t& collisions);
    awaitable<result<revision_ptr>> renumber(revision_ptr revision, std::int64_t number);
    awaitable<result<>> remove(std::vector<revision_ptr> revisions);

private:
    cached_client& api_;
    client& live_;
};

}}}  // namespace setpoint::v0::apiserver
