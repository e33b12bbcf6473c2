#pragma once
// The kinds of networking.k8s.io/v1. What is unset is never sent.

#include "setpoint/api/networking_v1/ingress.hpp"
#include "setpoint/api/networking_v1/network_policy.hpp"
