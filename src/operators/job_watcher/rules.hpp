#pragma once
// The compiled spec of a JobWatcher, for matching many Jobs.

#include "operators/job_watcher/job_end.hpp"
#include "operators/job_watcher/pattern_set.hpp"
#include "operators/job_watcher/types.hpp"
#include "setpoint/controller/problem.hpp"

#include <optional>
#include <string>

namespace job_watcher {

struct rules {
    std::optional<setpoint::duration> completed_ttl, failed_ttl;
    std::string own_namespace;
    pattern_set namespaces, names;
    std::optional<setpoint::problem> wrong;  // if set, it claims no Job
    bool leaving = false;                    // it is being deleted, and claims no Job

    bool in_force() const { return !wrong && !leaving; }
    // Returns nullopt if Jobs with this result are kept.
    std::optional<setpoint::duration> ttl(ending how) const {
        return how == ending::completed ? completed_ttl : failed_ttl;
    }
    bool accepts_namespace(std::string_view ns) const {
        return namespaces.empty() ? ns == own_namespace : namespaces.matches(ns);
    }
    bool accepts_name(std::string_view name) const { return names.empty() || names.matches(name); }
};

rules rules_of(const job_watcher& self);
// Returns spec.delay, but at least a second, since each pass makes calls.
setpoint::duration delay_of(const job_watcher& self);

}  // namespace job_watcher
