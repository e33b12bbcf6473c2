#pragma once
// Cells of PersistentVolumes and their claims.

#include "apiserver/resources/kind_code.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// "RWO,RWX"
std::string access_modes_text(const bj::array& modes);
bj::value volume_phase_cell(const bj::object& o, wall_time now);
bj::value spec_or_unset_cell(const bj::object& o, const char* key);
bj::value storage_class_cell(const bj::object& o, wall_time now);

}}}  // namespace setpoint::v0::apiserver
