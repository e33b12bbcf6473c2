#pragma once
// A Job's podFailurePolicy and successPolicy (pkg/controller/job, pod_failure_policy.go and
// success_policy.go).

#include "apiserver/controllers/job/indexes.hpp"
#include "apiserver/controllers/job/partial_types.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// What the first rule that matches a failed pod means.
struct failure_verdict {
    bool counts = true;  // towards backoffLimit and backoffLimitPerIndex
    bool fails_the_index = false;
    std::optional<std::string> fails_the_job{};  // the message
};
failure_verdict match_failure_policy(const partial_job& job, const partial_pod& failed);

// Returns the message if a rule is met.
std::optional<std::string> match_success_policy(const partial_job& job, const index_set& succeeded);

}}}  // namespace setpoint::v0::apiserver
