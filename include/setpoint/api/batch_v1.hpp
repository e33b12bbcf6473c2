#pragma once
// The kinds of batch/v1. Unset fields are never sent.

#include "setpoint/api/batch_v1/cron_job.hpp"
#include "setpoint/api/batch_v1/job.hpp"
