// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/storage_v1/csi_driver.hpp"
#include "setpoint/api/storage_v1/csi_node.hpp"
#include "setpoint/api/storage_v1/csi_storage_capacity.hpp"
#include "setpoint/api/storage_v1/storage_class.hpp"
#include "setpoint/api/storage_v1/volume_attachment.hpp"
#include "setpoint/api/storage_v1/volume_attributes_class.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::storage_v1::csi_driver);
SETPOINT_COMPILE_KIND(setpoint::storage_v1::csi_node);
SETPOINT_COMPILE_KIND(setpoint::storage_v1::csi_storage_capacity);
SETPOINT_COMPILE_KIND(setpoint::storage_v1::storage_class);
SETPOINT_COMPILE_KIND(setpoint::storage_v1::volume_attachment);
SETPOINT_COMPILE_KIND(setpoint::storage_v1::volume_attributes_class);
