#pragma once
// Plans the next step of a Job: a pure function of the Job and its pods.

#include "apiserver/controllers/job/tally.hpp"
#include "setpoint/controller/recorder.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct job_event {
    event_type type = event_type::normal;
    std::string reason, message;
};

struct job_plan {
    // Executed in this order.
    std::vector<pod_ptr> remove;  // deleted; since the Job fails, also counted and released
    std::vector<pod_ptr> drop;    // deleted, not counted: the finalizer is removed first
    std::vector<int> create;      // completion indexes; -1 for each pod without one
    std::map<int, index_failures>
        failures;  // what the pods to create carry, by index, with backoffLimitPerIndex
    partial_job_status status;
    std::vector<pod_ptr> release;  // the finalizer is removed once the status, which counts them, is written
    std::vector<job_event> events;
    backoff_record backoff;         // in force once the status is written
    std::optional<duration> again;  // if the passage of time alone matters
    bool ends = false;              // the status becomes Complete or Failed
    bool expired = false;           // its time to live is over: delete it
};
// `record`: of the pods that earlier plans of this Job counted.
job_plan plan_job(const partial_job& job, const std::vector<pod_ptr>& pods, wall_time now,
                  const backoff_record& record = {});

bool is_finished(const partial_job& job);
// Adds the index to a pod made from the template: annotation, label, host name and environment.
void set_completion_index(boost::json::object& pod, std::string_view job, int index);

}}}  // namespace setpoint::v0::apiserver
