#pragma once
// The warnings of each kind, by groups of kinds.

#include "apiserver/warnings/warnings.hpp"

#include <span>
#include <string>
#include <string_view>

namespace setpoint::inline v0::apiserver {

struct warning_row {
    std::string_view storage;  // "deployments.apps"
    warn_function warn;
};

std::span<const warning_row> workload_warnings();
std::span<const warning_row> network_warnings();
std::span<const warning_row> storage_warnings();
std::span<const warning_row> cluster_warnings();

// Of a claim, or of a template of claims.
void warn_of_claim_spec(const bj::object& spec, const std::string& path, texts& to);

}  // namespace setpoint::inline v0::apiserver
