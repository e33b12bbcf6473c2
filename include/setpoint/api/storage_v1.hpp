#pragma once
// The kinds of storage.k8s.io/v1. What is unset is never sent.

#include "setpoint/api/storage_v1/csi.hpp"
#include "setpoint/api/storage_v1/storage_class.hpp"
#include "setpoint/api/storage_v1/volume_attachment.hpp"
