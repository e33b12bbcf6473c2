#pragma once
// The kinds of storage.k8s.io/v1. Unset fields are never sent.

#include "setpoint/api/storage_v1/csi.hpp"
#include "setpoint/api/storage_v1/storage_class.hpp"
#include "setpoint/api/storage_v1/volume_attachment.hpp"
