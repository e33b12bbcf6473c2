#pragma once
// All kinds of discovery.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/discovery_v1/endpoint_slice.hpp"
