#pragma once
// Cells of kinds that create pods.

#include "apiserver/kinds/shared/cells.hpp"

#include <cstdint>

namespace setpoint { inline namespace v0 { namespace apiserver {

std::int64_t part_number(const bj::object& o, const char* part, const char* key);
// The pod spec in a workload, a PodTemplate or a CronJob.
const bj::object& pod_spec_of(const bj::object& o);

// The number at status.<*Key>, or 0.
template <const char* const* Key>
bj::value status_number_cell(const bj::object& o, wall_time) {
    return part_number(o, "status", *Key);
}
inline constexpr const char *all_replicas = "replicas", *ready_replicas = "readyReplicas",
                            *updated_replicas = "updatedReplicas", *available_replicas = "availableReplicas";

bj::value containers_cell(const bj::object& o, wall_time now);
bj::value images_cell(const bj::object& o, wall_time now);
bj::value ready_of_desired_cell(const bj::object& o, wall_time now);
bj::value selector_cell(const bj::object& o, wall_time now);
bj::value wanted_replicas_cell(const bj::object& o, wall_time now);

}}}  // namespace setpoint::v0::apiserver
