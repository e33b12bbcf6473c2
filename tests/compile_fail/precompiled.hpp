#pragma once
// What the programs in this folder include, precompiled once for all of them.

#include <array>
#include <chrono>
#include <list>
#include <memory>
#include <set>
#include <setpoint/api/apps_v1.hpp>
#include <setpoint/api/condition.hpp>
#include <setpoint/api/core_v1.hpp>
#include <setpoint/api/custom_resource.hpp>
#include <setpoint/api/int_or_string.hpp>
#include <setpoint/api/quantity.hpp>
#include <setpoint/api/rbac.hpp>
#include <setpoint/api/time.hpp>
#include <setpoint/json/decode.hpp>
#include <setpoint/operator.hpp>
#include <unordered_map>
#include <variant>
