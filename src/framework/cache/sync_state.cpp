#include "setpoint/cache/sync_state.hpp"

namespace setpoint { inline namespace v0 {

std::string_view to_string(sync_state s) noexcept {
    switch (s) {
        case sync_state::starting:
            return "starting";
        case sync_state::listing:
            return "listing";
        case sync_state::live:
            return "live";
        case sync_state::retrying:
            return "retrying";
        case sync_state::not_served:
            return "not_served";
    }
    return "retrying";
}

}}  // namespace setpoint::v0
