#pragma once
// The source of a unit test that repeats a recorded reconcile.

#include "setpoint/manager/replayed_manager.hpp"

#include <string>

namespace setpoint { inline namespace v0 {

// The test fails as long as the reconcile ends as it did, if it has failed, and as soon as it ends in another
// way if it has not. `file` is the recording's path.
std::string replay_test_source(const recording_header& h, const replayed_reconcile& r,
                               const std::string& file);

}}  // namespace setpoint::v0
