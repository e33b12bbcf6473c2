#pragma once
// The status of a pod, as the kubelet writes it.

#include "apiserver/controllers/node/fake_kubelet_plan.hpp"

namespace setpoint::apiserver {

struct pod_report {
    const pod_view& p;
    const pod_memory& memory;
    timestamp now;
    pod_status status;

    // A condition; its transition time is kept while its status is.
    void put(std::string_view type, bool holds, std::string_view reason = {}, std::string_view message = {});
    // All containers are in that state; init containers have ended once the others have begun.
    void containers(const container_state& state, bool ready, bool started, const container_state& last = {});
    container_state terminated(int code) const;
    // The conditions Ready and ContainersReady.
    void unready(std::string_view reason, std::string_view message);
    // The same, with the names of the containers.
    void containers_not_ready();
};

}  // namespace setpoint::apiserver
