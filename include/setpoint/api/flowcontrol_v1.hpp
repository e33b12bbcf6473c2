#pragma once
// All kinds of flowcontrol.apiserver.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/flowcontrol_v1/flow_schema.hpp"
#include "setpoint/api/flowcontrol_v1/priority_level_configuration.hpp"
