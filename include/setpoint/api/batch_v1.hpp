#pragma once
// All kinds of batch/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/batch_v1/cron_job.hpp"
#include "setpoint/api/batch_v1/job.hpp"
