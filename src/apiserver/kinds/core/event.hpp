#pragma once
// What the Events of both groups have in common: they are stored as those of the core group.

#include "apiserver/resources/kind_code.hpp"
#include "apiserver/schema/api_error.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Convert between events.k8s.io/v1 and core/v1, including apiVersion.
void event_to_core(bj::object& event);
void event_from_core(bj::object& event);
// The event as one of the core group.
bj::object in_core_form(const bj::object& o);

// `e`: in the form of the core group. `controller`: the field of the reporting controller in messages.
void validate_any_event(const bj::object& e, const char* controller, field_errors& to);

extern const cell_row event_cells[9];
std::string event_selectable_path(std::string_view path, const bj::object& event);

}}}  // namespace setpoint::v0::apiserver
