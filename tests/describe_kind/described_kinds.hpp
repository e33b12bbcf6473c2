#pragma once
// The kinds whose generated types described-kinds checks. The build links gadget_kinds.cpp, ./run others.

#include "setpoint/api/kind_info.hpp"

#include <vector>

std::vector<const setpoint::kind_info*> described_kinds();
