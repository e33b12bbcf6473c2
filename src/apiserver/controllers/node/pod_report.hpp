#pragma once
// Builds the status of a pod, as the kubelet reports it.

#include "apiserver/controllers/node/fake_kubelet_plan.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

inline constexpr int killed_exit_code = 137;  // by SIGKILL

struct pod_report {
    const partial_pod& p;
    const pod_memory& memory;
    timestamp now;
    pod_status status;

    // Sets a condition; its transition time is kept while its status is unchanged.
    void put(std::string_view type, bool holds, std::string_view reason = {}, std::string_view message = {});
    // Sets the state of all containers; init containers have terminated once the others have
    // started.
    void containers(const container_state& state, bool ready, bool started, const container_state& last = {});
    container_state terminated(int code) const;
    // The container runs now.
    void start_ephemeral(const partial_container& c);
    // The kubelet kills those that run.
    void end_ephemeral();
    // Sets the conditions Ready and ContainersReady.
    void unready(std::string_view reason, std::string_view message);
    // The same, with the names of the containers as the message.
    void containers_not_ready();
};

}}}  // namespace setpoint::v0::apiserver
