// The tables of the kinds of batch_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/batch_v1/cron_job.hpp"
#include "setpoint/api/batch_v1/job.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::cron_job);
SETPOINT_COMPILE_KIND(setpoint::job);
