#pragma once
// What the stand-in for the kubelet makes of a pod: a pure function of the pod and of what it remembers of
// it.
//
// The annotation setpoint.dev/fail makes a pod fail:
//   crash        its containers end with 1 as soon as they have started, again and again (CrashLoopBackOff),
//   or once
//                with restartPolicy Never
//   exit=N       they end with N after job_delay; what happens then is up to restartPolicy
//   image-pull   its images cannot be pulled (ErrImagePull, ImagePullBackOff): it stays Pending
//   never-ready  it runs, and never becomes ready

#include "apiserver/controllers/pod/failure.hpp"
#include "setpoint/apiserver/options.hpp"

namespace setpoint::apiserver {

// What is remembered of a pod between looks.
struct pod_memory {
    enum class stage : std::uint8_t { none, starting, running, waiting, ended } at = stage::none;
    time_point since{};                  // when that stage began
    std::optional<time_point> stopping;  // when its deletion was first seen
    std::int32_t restarts = 0;
    timestamp started;  // of the containers
    std::string ip;
};

struct pod_surroundings {
    node_options delays;
    time_point now;
    wall_time wall_now;
    std::string host_ip;
    std::string fresh_ip;  // for a pod that has none
};

struct kubelet_event {
    bool warning = false;
    std::string reason, message;
    std::string field_path;  // of the container that it is about
};

struct kubelet_plan {
    std::optional<pod_status> status;  // to be written
    bool remove = false;               // its grace is over: delete it at once
    std::optional<duration> again;
    std::vector<kubelet_event> events;
    pod_memory memory;
};
kubelet_plan plan_pod(const pod_view& p, pod_memory memory, const pod_surroundings& around);

// Of a container: 64 hexadecimal digits that follow from pod, container and restart.
std::string container_id(std::string_view pod_uid, std::string_view container, std::int32_t restart);

}  // namespace setpoint::apiserver
