#pragma once
// Maintains the pods, claims and revisions of StatefulSets.

#include "apiserver/controllers/history/control.hpp"
#include "apiserver/controllers/stateful_set/members.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// References must outlive it.
class stateful_set_controller {
public:
    // `live`: bypasses the cache.
    stateful_set_controller(loop& l, cached_client& api, client& live, event_log& events)
        : api_(api), pods_(l, api, live, events), history_(api, live), members_(l, api, pods_) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    // The revisions, and the templates of both that are in use.
    struct revised {
        set_revisions names;
        std::map<std::string, boost::json::value, std::less<>> templates;
    };
    awaitable<result<revised>> revise(const partial_stateful_set& set, const pod_owner& owner,
                                      const std::vector<revision_ptr>& sorted);
    awaitable<result<revision_ptr>> update_revision(const partial_stateful_set& set, const pod_owner& owner,
                                                    const std::vector<revision_ptr>& sorted,
                                                    std::int32_t& collisions);
    awaitable<result<claims_by_name>> claims(const partial_stateful_set& set);
    awaitable<result<>> report(const partial_stateful_set& set, const partial_stateful_set_status& next);
    awaitable<result<partial_stateful_set_status>> sync(const partial_stateful_set& set,
                                                        const pod_owner& owner, std::vector<pod_ptr> pods,
                                                        wall_time now);

    cached_client& api_;
    pod_control pods_;
    revision_control history_;
    stateful_set_members members_;
};

// Index of partial_claim by the name without the ordinal: "data-web" for "data-web-3".
inline constexpr const char* claim_set_index = "set";

// The set that has a claim of this name, for claims that are deleted.
std::vector<object_key> set_of_claim(const cache& c, const partial_claim& claim);

}}}  // namespace setpoint::v0::apiserver
