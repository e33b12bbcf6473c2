#pragma once
// Pod operations shared by all pod controllers: find, adopt, release, create and delete.

#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/client/client.hpp"

#include <boost/json/object.hpp>

#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// The owner of pods.
struct pod_owner {
    const kind_info* kind = nullptr;
    const object_meta* meta = nullptr;
    selector matches;
    boost::json::value pod_template;
    std::string component;  // for events: "replicaset-controller"
    std::string finalizer;  // added to adopted and created pods; "": none
    // Whether finished pods are adopted and released too; they are with a finalizer.
    bool claims_finished = false;
    // A further condition on its pods; empty: none.
    std::function<bool(const partial_pod&)> is_member{};
};

// The changes of owner references: a pure function of the existing pods.
struct claim_plan {
    std::vector<pod_ptr> owned;    // owned already, or to be adopted
    std::vector<pod_ptr> adopt;    // matching, without a controller, not being deleted
    std::vector<pod_ptr> release;  // owned, but no longer matching
};
claim_plan plan_claims(const pod_owner& owner, const std::vector<pod_ptr>& pods);

// The pod made from the template, with an owner reference. The server generates its name ("web-"),
// or the name begins with `prefix` unless that is empty. Names are truncated to leave room for the
// server's suffix.
boost::json::object pod_from_template(const pod_owner& owner, std::string_view prefix = {});
// The labels of a pod template.
string_map template_labels(const boost::json::value& pod_template);

// References must outlive it.
class pod_control {
public:
    // `live`: bypasses the cache.
    pod_control(loop& l, cached_client& api, client& live, event_log& events)
        : loop_(l), api_(api), live_(live), events_(events) {}

    // The owner's pods and the orphans in its namespace, ordered by name. References must outlive
    // the call.
    awaitable<result<std::vector<pod_ptr>>> candidates(const object_meta& owner);
    // Adopts and releases pods; returns the pods that the owner has now.
    awaitable<result<std::vector<pod_ptr>>> claim(const pod_owner& owner);
    // The result of create().
    struct creation {
        std::vector<pod_ptr> pods;  // the created pods
        std::optional<error> failure;
    };
    // Creates pods made by pod_from_template() in batches of doubling size. Records
    // SuccessfulCreate and FailedCreate. A terminating namespace is not an error.
    awaitable<creation> create(const pod_owner& owner, std::vector<boost::json::object> pods);
    // Deletes in parallel. Records SuccessfulDelete and FailedDelete. A missing pod is not an
    // error.
    awaitable<result<>> remove(const pod_owner& owner, const std::vector<pod_ptr>& pods);
    // Records an event about the owner.
    void record(const pod_owner& owner, event_type type, std::string reason, std::string message);

private:
    awaitable<result<>> adopt(const pod_owner& owner, const partial_pod& pod);
    awaitable<result<>> release(const pod_owner& owner, const partial_pod& pod);
    awaitable<result<bool>> create_one(const pod_owner& owner, const boost::json::object& pod, pod_ptr& made);
    awaitable<result<bool>> remove_one(const pod_owner& owner, const partial_pod& pod);

    loop& loop_;
    cached_client& api_;
    client& live_;
    event_log& events_;
};

// The server's message, in the form of client-go's errors.
std::string server_message(const error& e);
// Whether a creation was rejected because its namespace is being deleted.
bool namespace_is_terminating(const error& e);

}}}  // namespace setpoint::v0::apiserver
