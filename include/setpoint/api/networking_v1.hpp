#pragma once
// The kinds of networking.k8s.io/v1. Unset fields are never sent.

#include "setpoint/api/networking_v1/ingress.hpp"
#include "setpoint/api/networking_v1/network_policy.hpp"
