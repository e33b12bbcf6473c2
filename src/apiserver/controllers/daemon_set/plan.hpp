#pragma once
// Plans the next step of a DaemonSet: a function of the set, the nodes and its pods
// (kubernetes' pkg/controller/daemon).

#include "apiserver/controllers/daemon_set/failed_pods.hpp"
#include "apiserver/controllers/daemon_set/pod_template.hpp"
#include "setpoint/controller/recorder.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct daemon_seen {
    std::vector<node_ptr> nodes;
    std::vector<pod_ptr> pods;  // its own
    std::string hash;           // of its revision
    time_point now;
    wall_time wall_now;
};

struct daemon_event {
    event_type type = event_type::normal;
    std::string reason, message;
};

struct daemon_plan {
    std::vector<std::string> create;  // the nodes
    std::vector<pod_ptr> remove;
    std::vector<daemon_event> events;
    std::optional<duration> again;
};
// An update makes a step when every node has its pods. `failed`: advanced for each failed pod that is
// deleted.
daemon_plan plan_daemon_set(const partial_daemon_set& set, const daemon_seen& seen,
                            failed_pod_backoff& failed);

partial_daemon_set_status daemon_status(const partial_daemon_set& set, const daemon_seen& seen);
// When the next pod becomes available because minReadySeconds have passed; empty: none waits.
std::optional<duration> next_available_daemon(const partial_daemon_set& set, const daemon_seen& seen);

}}}  // namespace setpoint::v0::apiserver
