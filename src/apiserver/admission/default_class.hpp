#pragma once
// Which object of a collection an annotation marks as the default: for StorageClasses and IngressClasses.

#include "apiserver/admission/request.hpp"

#include <initializer_list>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The name of the newest object with one of the annotations "true"; of several of the same second the first
// by name.
std::optional<std::string> newest_default(const object_lookup& cluster, std::string_view storage,
                                          std::initializer_list<std::string_view> annotations);

}}}  // namespace setpoint::v0::apiserver
