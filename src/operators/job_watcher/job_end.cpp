#include "operators/job_watcher/job_end.hpp"

namespace job_watcher {

using namespace setpoint;

std::string_view to_string(ending e) noexcept {
    return e == ending::completed ? "Completed" : "Failed";
}

std::optional<finish> finish_of(const job_end& j) {
    for (const job_end::job_condition& t : j.status.conditions) {
        if (t.status != condition_status::true_) continue;
        if (t.type == "Complete")
            return finish{ending::completed, t.since.is_set() ? t.since : j.status.completion_time};
        if (t.type == "Failed") return finish{ending::failed, t.since};
    }
    return std::nullopt;
}

}  // namespace job_watcher
