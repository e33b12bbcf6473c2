// The tables of the kinds of storage_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/storage_v1/csi.hpp"
#include "setpoint/api/storage_v1/storage_class.hpp"
#include "setpoint/api/storage_v1/volume_attachment.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::csi_driver);
SETPOINT_COMPILE_KIND(setpoint::csi_node);
SETPOINT_COMPILE_KIND(setpoint::csi_storage_capacity);
SETPOINT_COMPILE_KIND(setpoint::storage_class);
SETPOINT_COMPILE_KIND(setpoint::volume_attributes_class);
SETPOINT_COMPILE_KIND(setpoint::volume_attachment);
