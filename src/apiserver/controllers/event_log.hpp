#pragma once
// Writes events (core/v1) like the components of a cluster: each component under its own name,
// repeats counted, similar ones combined.

#include "apiserver/controllers/event_correlator.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/recorder.hpp"
#include "setpoint/core/sync.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The object that an event is about.
struct event_subject {
    std::string api_version, kind;
    object_key key;
    std::string uid, resource_version;
    std::string field_path;
};
template <class T>
event_subject subject_of(const T& object) {
    const kind_info& k = kind_of<T>();
    return {k.gvk.api_version(),
            k.gvk.kind,
            key_of(object),
            object.metadata.uid.str(),
            object.metadata.resource_version.str(),
            {}};
}

struct event_note {
    std::string component;  // "deployment-controller"
    std::string host;       // the node's name, for its kubelet
    event_subject about;
    event_type type = event_type::normal;
    std::string reason, message;
};

class event_log {
public:
    // References must outlive it.
    event_log(loop& l, client& api) : loop_(l), api_(api), queue_(l) {}

    // Never suspends. Up to 10,000 events wait; further ones are dropped.
    void record(event_note note);
    // Writes recorded events until it is cancelled. Events that cannot be written are dropped.
    awaitable<void> run();

private:
    awaitable<void> write(event_note note);
    std::string name_for(const event_note& note);
    boost::json::object make(const event_note& note, const observed_event& e) const;

    loop& loop_;
    client& api_;
    mailbox<event_note> queue_;
    event_correlator correlator_;
    std::int64_t last_ = 0;
};

}}}  // namespace setpoint::v0::apiserver
