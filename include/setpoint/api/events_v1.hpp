#pragma once
// All kinds of events.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/events_v1/event.hpp"
