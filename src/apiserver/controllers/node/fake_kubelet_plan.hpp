#pragma once
// Plans the next step of a pod on a fake node: a pure function of the pod and what the kubelet
// remembers of it.
//
// The annotation setpoint.dev/fail makes a pod fail:
//   crash        its containers exit with 1 as soon as they have started, again and again
//                (CrashLoopBackOff), or once with restartPolicy Never
//   exit=N       they exit with N after job_delay; restartPolicy decides what happens next
//   image-pull   its images cannot be pulled (ErrImagePull, ImagePullBackOff): it stays Pending
//   never-ready  it runs, and never becomes ready
//   unready      it runs, and is not ready, although it was before
//   slow=N       it needs N seconds more until it runs
//   flap=N       it is ready for N seconds, not ready for N seconds, and so on
// A new pod is rejected, and so fails, if another pod on its node has one of its host ports.
// A pod whose annotation is removed recovers.

#include "apiserver/controllers/node/pod_failure.hpp"
#include "setpoint/apiserver/options.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// Remembered for a pod between reconciles.
struct pod_memory {
    enum class stage : std::uint8_t { none, starting, running, waiting, ended } at = stage::none;
    time_point since{};                  // when the stage began
    std::optional<time_point> stopping;  // when its deletion was first observed
    std::int32_t restarts = 0;
    timestamp started;  // when the containers started
    std::string ip;
};

struct pod_surroundings {
    node_options delays;
    time_point now;
    wall_time wall_now;
    std::string host_ip;
    std::string fresh_ip;      // for a pod without an address
    bool ports_taken = false;  // by another pod on the node
};

struct kubelet_event {
    bool warning = false;
    std::string reason, message;
    std::string field_path;  // of the container that the event is about
};

struct kubelet_plan {
    std::optional<pod_status> status;  // to write
    bool remove = false;               // its grace period is over: delete it now
    std::optional<duration> again;
    std::vector<kubelet_event> events;
    pod_memory memory;
};
kubelet_plan plan_pod(const partial_pod& p, pod_memory memory, const pod_surroundings& around);

// 64 hexadecimal digits derived from pod, container and restart count.
std::string container_id(std::string_view pod_uid, std::string_view container, std::int32_t restart);

}}}  // namespace setpoint::v0::apiserver
