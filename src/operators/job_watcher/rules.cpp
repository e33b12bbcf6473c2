#include "operators/job_watcher/rules.hpp"

#include "setpoint/api/meta.hpp"

#include <algorithm>

namespace job_watcher {

using namespace setpoint;

namespace {

std::optional<problem> check_times(const job_watcher_spec& spec) {
    for (const auto& [ttl, field] :
         {std::pair(spec.completed_ttl, "completedTTL"), std::pair(spec.failed_ttl, "failedTTL")}) {
        if (ttl && ttl->value() < duration::zero())
            return problem{"InvalidTTL", "spec." + std::string(field) + " is negative"};
    }
    if (!spec.completed_ttl && !spec.failed_ttl)
        return problem{"NoTTL", "Neither spec.completedTTL nor spec.failedTTL is set: no Job is deleted."};
    return std::nullopt;
}

bool store(result<pattern_set> from, pattern_set& to, std::optional<problem>& wrong) {
    if (from) {
        to = std::move(*from);
    } else {
        wrong = problem{"InvalidPattern", from.error().message};
    }
    return !wrong;
}

}  // namespace

job_watcher sample() {
    job_watcher w;
    w.metadata.name = "jobwatcher-sample";
    w.metadata.ns = "default";
    w.spec.completed_ttl = std::chrono::minutes(90);
    w.spec.failed_ttl = std::chrono::hours(72);
    w.spec.namespace_patterns = {"team-.*", "default"};
    w.spec.job_name_patterns = {"nightly-.*"};
    return w;
}

rules rules_of(const job_watcher& self) {
    rules r;
    r.own_namespace = self.metadata.ns.str();
    r.leaving = is_deleting(self.metadata);
    r.wrong = check_times(self.spec);
    const auto value = [](const std::optional<go_duration>& d) {
        return d ? std::optional<duration>(d->value()) : std::nullopt;
    };
    r.completed_ttl = value(self.spec.completed_ttl);
    r.failed_ttl = value(self.spec.failed_ttl);
    if (!r.wrong && store(pattern_set::compile(self.spec.namespace_patterns, "spec.namespacePatterns"),
                          r.namespaces, r.wrong))
        store(pattern_set::compile(self.spec.job_name_patterns, "spec.jobNamePatterns"), r.names, r.wrong);
    return r;
}

duration delay_of(const job_watcher& self) {
    return std::max<duration>(self.spec.delay.value(), std::chrono::seconds(1));
}

}  // namespace job_watcher
