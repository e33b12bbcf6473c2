#pragma once
// All kinds of scheduling.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/scheduling_v1/priority_class.hpp"
