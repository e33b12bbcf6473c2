#pragma once
// What makes two writes the same write, and who else writes a field: pure functions for the loop breaker.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/call.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Never 0. Versions of one kind, and views of it, are the same object.
std::uint64_t object_id(const group_version_kind& kind, std::string_view ns, std::string_view name);
// Identifies a kind of write, whatever the object: the subresource and the verb.
std::uint64_t form_id(const call& c);
// Identifies writes of this form to this object. Never 0.
std::uint64_t target_id(std::uint64_t object, std::uint64_t form);
// Identifies what is written. Preconditions, times (RFC 3339) and, in an update, what only the server or
// other clients write do not count.
std::uint64_t body_id(const call& c);

// Returns the manager in metadata.managedFields of `object` that wrote last and is not `ours`: one that owns
// the field at `path` (as in json::difference) if there is one. "" without any.
std::string other_manager(const boost::json::object& object, std::string_view path, std::string_view ours);

}}  // namespace setpoint::v0
