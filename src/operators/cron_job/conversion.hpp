#pragma once
// Conversions between v2 and v1, the stored version. Pure functions; nothing is lost.

#include "operators/cron_job/types_v2.hpp"

namespace cron_job {

// Errors: invalid, if both spec.schedule.expression and another field of the schedule are set.
setpoint::result<> to_hub(const v2::cron_job& from, cron_job& to);
// A schedule that is not five words with one space between them becomes an expression.
void from_hub(const cron_job& from, v2::cron_job& to);

}  // namespace cron_job
