#pragma once
// Time zones in one file, which packaging/portable/pack-zones writes and a portable program contains.

#include <string_view>

namespace setpoint { inline namespace v0 {

// Returns the content of the zone's TZif file, a part of `archive`; empty if the archive does not have it.
// The archive begins with a line "name offset size" for each zone, with offsets from the end of the empty
// line that follows.
std::string_view zone_in_archive(std::string_view archive, std::string_view name);

}}  // namespace setpoint::v0
