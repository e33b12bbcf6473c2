#pragma once
// Cells of Services.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

extern const cell_row service_cells[5];

}}}  // namespace setpoint::v0::apiserver
