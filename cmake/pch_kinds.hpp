// Precompiled for targets with reconcilers: the built-in kinds are the slowest headers of the project.
#include "pch.hpp"
#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/context.hpp"
