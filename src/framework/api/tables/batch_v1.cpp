// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/batch_v1/cron_job.hpp"
#include "setpoint/api/batch_v1/job.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::batch_v1::cron_job);
SETPOINT_COMPILE_KIND(setpoint::batch_v1::job);
