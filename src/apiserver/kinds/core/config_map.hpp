#pragma once
// What ConfigMaps and Secrets have in common.

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/resources/kind_code.hpp"

#include <initializer_list>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::size_t config_size_limit = 1024 * 1024;

// Bytes that are null are stored as empty ones.
void default_bytes(bj::object& o, const char* field);
// The number of bytes of a value in base64.
std::size_t config_bytes(const bj::value& encoded);
// An object with `immutable` keeps these fields.
void validate_frozen(const bj::object& o, const bj::object& old, std::initializer_list<const char*> fields,
                     field_errors& to);
bj::value data_count_cell(const bj::object& o, wall_time now);

}}}  // namespace setpoint::v0::apiserver
