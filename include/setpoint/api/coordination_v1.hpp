#pragma once
// All kinds of coordination.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/coordination_v1/lease.hpp"
