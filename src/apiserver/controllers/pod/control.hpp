#pragma once
// What all controllers of pods do with them: find their own, adopt, release, create and delete.

#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/pod/view.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/client/client.hpp"

#include <boost/json/object.hpp>

namespace setpoint::apiserver {

// The one that owns pods.
struct pod_owner {
    const kind_info* kind = nullptr;
    const object_meta* meta = nullptr;
    selector matches;
    boost::json::value pod_template;
    std::string component;  // of events: "replicaset-controller"
    std::string finalizer;  // put on adopted and created pods; "": none
};

// What to do about owner references: a pure function of the pods that are there.
struct claim_plan {
    std::vector<pod_ptr> owned;    // theirs, or to be adopted
    std::vector<pod_ptr> adopt;    // match, have no controller, and are not being deleted
    std::vector<pod_ptr> release;  // theirs, but match no longer
};
claim_plan plan_claims(const pod_owner& owner, const std::vector<pod_ptr>& pods);

// The pod that the template makes, with owner reference; its name is left to the server ("web-"), or begins
// with `prefix` when that is not empty. Names are cut so that the server's suffix fits.
boost::json::object pod_from_template(const pod_owner& owner, std::string_view prefix = {});
// The labels of a pod template.
text_map template_labels(const boost::json::value& pod_template);

// References outlive it.
class pod_control {
public:
    // `live`: past the cache.
    pod_control(loop& l, cached_client& api, client& live, event_log& events)
        : loop_(l), api_(api), live_(live), events_(events) {}

    // The owner's pods and the orphans of its namespace, in order of their names. References outlive the
    // call.
    awaitable<result<std::vector<pod_ptr>>> candidates(const object_meta& owner);
    // Adopts and releases; returns those that are the owner's now.
    awaitable<result<std::vector<pod_ptr>>> claim(const pod_owner& owner);
    // What became of pods that were to be made.
    struct creation {
        std::vector<pod_ptr> pods;  // those that were made
        std::optional<error> failure;
    };
    // Each from pod_from_template(), a few side by side, twice as many next. Writes SuccessfulCreate and
    // FailedCreate. A namespace that is going away is no error.
    awaitable<creation> create(const pod_owner& owner, std::vector<boost::json::object> pods);
    // Side by side. Writes SuccessfulDelete and FailedDelete. A pod that is gone is no error.
    awaitable<result<>> remove(const pod_owner& owner, const std::vector<pod_ptr>& pods);

private:
    awaitable<result<>> adopt(const pod_owner& owner, const pod_view& pod);
    awaitable<result<>> release(const pod_owner& owner, const pod_view& pod);
    awaitable<result<bool>> create_one(const pod_owner& owner, const boost::json::object& pod, pod_ptr& made);
    awaitable<result<bool>> remove_one(const pod_owner& owner, const pod_view& pod);
    void tell(const pod_owner& owner, event_type type, std::string reason, std::string message);

    loop& loop_;
    cached_client& api_;
    client& live_;
    event_log& events_;
};

// What the server said, as client-go words errors.
std::string server_words(const error& e);

}  // namespace setpoint::apiserver
