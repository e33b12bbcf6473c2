#pragma once
// Functions that the code of several kinds uses for the members of kind_code.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Resets what clients may not set: status becomes empty.
void create_without_status(bj::object& object, const kind_context& c);
// The main endpoint keeps the old status, the status endpoint keeps the old spec.
void update_spec_or_status(bj::object& object, const bj::object& old, const kind_context& c);
// The same; the status endpoint keeps the old metadata too. See reset_by_status() in
// state/field_ownership.cpp.
void update_spec_or_status_alone(bj::object& object, const bj::object& old, const kind_context& c);
// ResetObjectMetaForStatus of apimachinery's meta/v1.
void keep_metadata(bj::object& object, const bj::object& old);
bool is_status(const kind_context& c);

}}}  // namespace setpoint::v0::apiserver
