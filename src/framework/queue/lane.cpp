#include "setpoint/queue/lane.hpp"

namespace setpoint { inline namespace v0 {

std::string_view to_string(lane in) noexcept {
    switch (in) {
        case lane::fresh:
            return "fresh";
        case lane::retry:
            return "retry";
        case lane::timer:
            return "timer";
        case lane::initial:
            return "initial";
    }
    return "unknown";
}

}}  // namespace setpoint::v0
