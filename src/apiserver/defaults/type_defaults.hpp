#pragma once
// Defaults of Go types that the catalogue (x-defaults) cannot express, one function per group of kinds;
// defaults_of_type() combines them.

#include "apiserver/objects/go_encoding.hpp"

#include <span>
#include <string_view>

namespace setpoint::inline v0::apiserver {

struct type_default {
    std::string_view type;
    type_defaults fill;
};
std::span<const type_default> pod_type_defaults();
std::span<const type_default> volume_type_defaults();
std::span<const type_default> workload_type_defaults();
std::span<const type_default> core_type_defaults();
std::span<const type_default> policy_type_defaults();
std::span<const type_default> cluster_type_defaults();

// The default of imagePullPolicy: Always for the tag latest or no tag and no digest, otherwise
// IfNotPresent.
std::string_view default_pull_policy(std::string_view image);

}  // namespace setpoint::inline v0::apiserver
