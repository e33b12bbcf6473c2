#pragma once
// All kinds of storage.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/storage_v1/csi_driver.hpp"
#include "setpoint/api/storage_v1/csi_node.hpp"
#include "setpoint/api/storage_v1/csi_storage_capacity.hpp"
#include "setpoint/api/storage_v1/storage_class.hpp"
#include "setpoint/api/storage_v1/volume_attachment.hpp"
#include "setpoint/api/storage_v1/volume_attributes_class.hpp"
