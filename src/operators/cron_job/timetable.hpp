#pragma once
// When the runs of a CronJob are due.

#include "operators/cron_job/types.hpp"
#include "setpoint/api/cron_schedule.hpp"
#include "setpoint/controller/problem.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cron_job {

struct timetable {
    setpoint::cron_schedule schedule;
    setpoint::utc_offset zone;
    std::optional<setpoint::problem> wrong;  // UnparseableSchedule, UnknownTimeZone: there are no runs

    // As cron_schedule.
    std::optional<std::chrono::sys_seconds> next(std::chrono::sys_seconds after) const {
        return schedule.next(after, zone);
    }
    std::optional<std::chrono::sys_seconds> last(std::chrono::sys_seconds after,
                                                 std::chrono::sys_seconds until) const {
        return schedule.last(after, until, zone);
    }
};
timetable timetable_of(const cron_job_spec& spec);

// Returns why the schedule is invalid; "" if it is valid. As in Kubernetes, the zone is not part of it. An
// @every of less than a minute is invalid too, since runs are named after their minute.
std::string schedule_error(std::string_view schedule);

}  // namespace cron_job
