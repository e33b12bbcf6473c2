#pragma once
// All kinds of networking.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/networking_v1/ingress.hpp"
#include "setpoint/api/networking_v1/ingress_class.hpp"
#include "setpoint/api/networking_v1/ip_address.hpp"
#include "setpoint/api/networking_v1/network_policy.hpp"
#include "setpoint/api/networking_v1/service_cidr.hpp"
