#pragma once
// All kinds of apiregistration.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/apiregistration_v1/api_service.hpp"
