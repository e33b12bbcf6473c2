#pragma once
// A manager's state for leader election. Without leader election the gate is always open.

#include "framework/manager/elector.hpp"
#include "framework/manager/last_versions.hpp"
#include "setpoint/manager/manager.hpp"

#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 {

struct manager::leadership {
    leadership(loop& l, setpoint::client& api, const std::string& lease)
        : gate(std::make_shared<write_gate>(l.time(), lease)), fenced(api, gate) {}

    std::shared_ptr<write_gate> gate;
    fenced_client fenced;
    std::optional<elector> candidate;
    last_versions versions;  // what the caches must show before this process acts
    bool lost = false;       // and the process must not stand by again
};

}}  // namespace setpoint::v0
