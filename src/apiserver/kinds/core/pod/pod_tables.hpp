#pragma once
// Tables of pods: the defaults of their types, their cells, and fields that select them.

#include "apiserver/resources/kind_code.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

extern const type_default pod_type_defaults[7];
// Completes spec.resources of a pod that has some, from its containers. After admission, as in the real
// server, so that containers that webhooks add count.
void fill_pod_level_resources(bj::object& spec);
// The default of imagePullPolicy: Always for the tag latest or no tag and no digest, otherwise
// IfNotPresent.
std::string_view default_pull_policy(std::string_view image);

extern const cell_row pod_cells[7];
bj::array pod_row_conditions(const bj::object& object);
std::string pod_selectable_path(std::string_view path, const bj::object& object);

}}}  // namespace setpoint::v0::apiserver
