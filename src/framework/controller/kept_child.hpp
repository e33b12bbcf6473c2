#pragma once
// Children that outlive their owner: an annotation names the owner, and no owner reference, which would make
// the garbage collector delete them.

#include "setpoint/controller/context.hpp"

#include <string>

namespace setpoint { inline namespace v0 {

// Returns the annotation's name for owners of this group: "ops.example.org/kept-for".
std::string kept_for_annotation(std::string_view owner_group);
// Returns its value: "BackupPlan/default/shop". The UID is not in it, so that a successor of the owner's name
// takes the child over.
std::string kept_for_value(const kind_info& owner_kind, const basic_meta& owner);
// Appends the owner that the value of the annotation names, if it is of that kind.
void append_kept_for(std::string_view value, const kind_info& owner_kind, std::vector<object_key>& keys);
// Whether the owner controls the object or it is kept for the owner.
bool is_child_of(const object_meta& meta, const kind_info& owner_kind, const basic_meta& owner);

}}  // namespace setpoint::v0
