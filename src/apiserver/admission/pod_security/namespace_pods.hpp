#pragma once
// The warnings about pods that exist when the enforced level of their namespace changes
// (EvaluatePodsInNamespace of pod-security-admission/admission). Pure.

#include "apiserver/admission/pod_security/policy.hpp"
#include "apiserver/store/store.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::pod_security {

// Looks at the first 3000 pods at most: those without a controller and one of each controller come first.
std::vector<std::string> warnings_about_pods(const std::string& ns, const level_version& enforce,
                                             const std::vector<std::string>& exempt_runtime_classes,
                                             const std::vector<record_ptr>& pods);

}}}  // namespace setpoint::v0::apiserver::pod_security
