#pragma once
// What one JobWatcher says, made ready to be asked about many Jobs.

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
    std::optional<setpoint::problem> wrong;  // then it claims no Job
    bool leaving = false;                    // it is being deleted: the same

    bool in_force() const { return !wrong && !leaving; }
    // Nothing: Jobs that ended so are left alone.
    std::optional<setpoint::duration> ttl(ending how) const {
        return how == ending::completed ? completed_ttl : failed_ttl;
    }
    bool accepts_namespace(std::string_view ns) const {
        return namespaces.empty() ? ns == own_namespace : namespaces.matches(ns);
    }
    bool accepts_name(std::string_view name) const { return names.empty() || names.matches(name); }
};

rules rules_of(const job_watcher& self);
// At least a second: a pass and its status cost calls.
setpoint::duration delay_of(const job_watcher& self);

}  // namespace job_watcher
