#pragma once
// All kinds of node.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/node_v1/runtime_class.hpp"
