#include "operators/job_watcher/webhook.hpp"

#include "operators/job_watcher/pattern_set.hpp"
#include "setpoint/api/field_error.hpp"

namespace job_watcher {

using namespace setpoint;

namespace {

void check_patterns(const std::vector<std::string>& patterns, std::string_view path, verdict& v) {
    for (std::size_t i = 0; i < patterns.size(); ++i)
        if (std::string why = pattern_error(patterns[i]); !why.empty())
            v.invalid(field_path::indexed(path, i), patterns[i], "not a usable regular expression: " + why);
}

}  // namespace

void check_spec(const job_watcher& w, verdict& v) {
    check_patterns(w.spec.namespace_patterns, "spec.namespacePatterns", v);
    check_patterns(w.spec.job_name_patterns, "spec.jobNamePatterns", v);
    if (!w.spec.completed_ttl && !w.spec.failed_ttl)
        v.warn("Neither spec.completedTTL nor spec.failedTTL is set: no Job is deleted.");
}

void add_job_watcher_webhooks(manager& m) {
    m.webhook<job_watcher>().validates([](const admission<job_watcher>& a, verdict& v) {
        if (a.changes_spec()) check_spec(*a.object, v);
    });
}

}  // namespace job_watcher
