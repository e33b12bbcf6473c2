#pragma once
// Pods that a test lets fail: see environment::fail_pods().

#include "apiserver/state/server_state.hpp"
#include "setpoint/api/selector.hpp"

#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing::detail {

struct pod_failure_rule {
    std::string text;  // of the selector
    selector labels;
    std::string how;  // the value of the annotation; "": none
};
using pod_failure_rules = std::vector<pod_failure_rule>;

// Annotates created pods as the last matching rule demands.
apiserver::write_step annotate_failing_pods(std::shared_ptr<const pod_failure_rules> rules);

}}}  // namespace setpoint::v0::testing::detail
