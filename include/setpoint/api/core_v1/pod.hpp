#pragma once
// Pods (core/v1).

#include <setpoint/api/condition.hpp>
#include <setpoint/api/core_v1/pod_spec.hpp>
#include <setpoint/api/kind_info.hpp>

namespace setpoint {

struct container_state_waiting {
    text reason{}, message{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_state_waiting;
        return object("", field(&self::reason, "reason", "Such as ImagePullBackOff."),
                      field(&self::message, "message", "", unique));
    }
};

struct container_state_running {
    timestamp started_at{};

    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&container_state_running::started_at, "startedAt", ""));
    }
};

struct container_state_terminated {
    std::int32_t exit_code = 0;
    std::optional<std::int32_t> signal{};
    text reason{}, message{};
    timestamp started_at{}, finished_at{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_state_terminated;
        return object("", field(&self::exit_code, "exitCode", ""), field(&self::signal, "signal", ""),
                      field(&self::reason, "reason", "Such as OOMKilled."),
                      field(&self::message, "message", "", unique), field(&self::started_at, "startedAt", ""),
                      field(&self::finished_at, "finishedAt", ""));
    }
};

// One of them is set.
struct container_state {
    std::optional<container_state_waiting> waiting{};
    std::optional<container_state_running> running{};
    std::optional<container_state_terminated> terminated{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_state;
        return object("", field(&self::waiting, "waiting", ""), field(&self::running, "running", ""),
                      field(&self::terminated, "terminated", ""));
    }
};

struct container_status {
    text name{}, image{}, image_id{}, container_id{};
    std::optional<bool> ready{}, started{};
    std::optional<std::int32_t> restart_count{};
    container_state state{}, last_state{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_status;
        return object("", field(&self::name, "name", ""), field(&self::image, "image", ""),
                      field(&self::image_id, "imageID", ""),
                      field(&self::container_id, "containerID", "", unique), field(&self::ready, "ready", ""),
                      field(&self::started, "started", ""), field(&self::restart_count, "restartCount", ""),
                      field(&self::state, "state", ""), field(&self::last_state, "lastState", ""));
    }
};

struct pod_status {
    text phase{};  // Pending, Running, Succeeded, Failed, Unknown
    text reason{}, message{}, pod_ip{}, host_ip{}, nominated_node_name{}, qos_class{};
    timestamp start_time{};
    generation_number observed_generation{};
    std::vector<condition> conditions{};
    std::vector<container_status> container_statuses{}, init_container_statuses{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_status;
        return object("", field(&self::phase, "phase", "Pending, Running, Succeeded, Failed or Unknown."),
                      field(&self::reason, "reason", ""), field(&self::message, "message", "", unique),
                      field(&self::pod_ip, "podIP", "", unique), field(&self::host_ip, "hostIP", ""),
                      field(&self::nominated_node_name, "nominatedNodeName", ""),
                      field(&self::qos_class, "qosClass", ""), field(&self::start_time, "startTime", ""),
                      field(&self::observed_generation, "observedGeneration", ""),
                      field(&self::conditions, "conditions", "", list_map("type")),
                      field(&self::container_statuses, "containerStatuses", ""),
                      field(&self::init_container_statuses, "initContainerStatuses", ""));
    }
};

struct pod {
    object_meta metadata{};
    pod_spec spec{};
    pod_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Pod", "pods"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = pod;
        return object("Containers that run together on a node.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

// Whether its condition Ready is True.
bool is_ready(const pod& p) noexcept;

}  // namespace setpoint
