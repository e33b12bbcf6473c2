#pragma once
// All kinds of rbac.authorization.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/rbac_v1/cluster_role.hpp"
#include "setpoint/api/rbac_v1/cluster_role_binding.hpp"
#include "setpoint/api/rbac_v1/role.hpp"
#include "setpoint/api/rbac_v1/role_binding.hpp"
