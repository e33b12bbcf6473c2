#pragma once
// Cells of Services.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint::inline v0::apiserver {

extern const cell_row service_cells[5];

}  // namespace setpoint::inline v0::apiserver
