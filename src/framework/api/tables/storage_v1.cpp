// The tables of the kinds of storage_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/storage_v1/csi.hpp"
#include "setpoint/api/storage_v1/storage_class.hpp"
#include "setpoint/api/storage_v1/volume_attachment.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::csi_driver);
SETPOINT_COMPILE_TABLE(setpoint::csi_node);
SETPOINT_COMPILE_TABLE(setpoint::csi_storage_capacity);
SETPOINT_COMPILE_TABLE(setpoint::storage_class);
SETPOINT_COMPILE_TABLE(setpoint::volume_attributes_class);
SETPOINT_COMPILE_TABLE(setpoint::volume_attachment);
