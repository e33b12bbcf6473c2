#include "cli/scaffold/builtin_kinds.hpp"

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

constexpr std::string_view one_container =
    R"(    o.spec.containers = {{.name = "main", .image = "nginx:1.27"}};)";
constexpr std::string_view some_pods =
    R"(    o.spec.selector.match_labels = {{"app", "sample"}};
    o.spec.pod_template.metadata.labels = {{"app", "sample"}};
    o.spec.pod_template.spec.containers = {{.name = "main", .image = "nginx:1.27"}};)";
constexpr std::string_view one_job =
    R"(    o.spec.pod_template.spec.containers = {{.name = "main", .image = "busybox:1.36"}};
    o.spec.pod_template.spec.restart_policy = "Never";)";
constexpr std::string_view every_minute =
    R"(    o.spec.schedule = "* * * * *";
    o.spec.job_template.spec.pod_template.spec.containers = {{.name = "main", .image = "busybox:1.36"}};
    o.spec.job_template.spec.pod_template.spec.restart_policy = "Never";)";
constexpr std::string_view one_port = R"(    o.spec.ports = {{.port = 80}};)";

constexpr std::array kinds = std::to_array<builtin_kind>({
    {"", "v1", "ConfigMap", "config_map", "", true, ""},
    {"", "v1", "Namespace", "namespace_", "", false, "", "core_namespace"},
    {"", "v1", "Node", "node", "", false, ""},
    {"", "v1", "Pod", "pod", "", true, one_container},
    {"", "v1", "Secret", "secret", "", true, "", "core_secret"},
    {"", "v1", "Service", "service", "", true, one_port},
    {"", "v1", "ServiceAccount", "service_account", "core_v1/service_account.hpp", true, ""},
    {"apps", "v1", "DaemonSet", "daemon_set", "", true, some_pods},
    {"apps", "v1", "Deployment", "deployment", "", true, some_pods},
    {"apps", "v1", "StatefulSet", "stateful_set", "", true, some_pods},
    {"batch", "v1", "CronJob", "cron_job", "batch_v1/cron_job.hpp", true, every_minute},
    {"batch", "v1", "Job", "job", "batch_v1/job.hpp", true, one_job},
});

}  // namespace

std::span<const builtin_kind> builtin_kinds() {
    return kinds;
}

const builtin_kind* find_builtin(std::string_view group, std::string_view version, std::string_view kind) {
    if (group == "core") group = "";
    const auto found = std::ranges::find_if(kinds, [&](const builtin_kind& k) {
        return k.group == group && k.version == version && k.kind == kind;
    });
    return found == kinds.end() ? nullptr : &*found;
}

}}}  // namespace setpoint::v0::cli::scaffold
