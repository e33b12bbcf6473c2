#pragma once
// The order in which objects are stored that are not written by requests.

#include "apiserver/write/definition_clean_up.hpp"

#include <cstdint>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// What follows depends on what comes before. Addresses come after the Services for which the server makes
// them, quotas after what they count, so that nothing of theirs is written twice.
enum class store_phase : std::uint8_t { definitions, namespaces, others, addresses, quotas };

inline constexpr store_phase store_phases[] = {store_phase::definitions, store_phase::namespaces,
                                               store_phase::others, store_phase::addresses,
                                               store_phase::quotas};

inline store_phase phase_of_storage(std::string_view storage) {
    if (storage == definitions_storage) return store_phase::definitions;
    if (storage == "namespaces") return store_phase::namespaces;
    if (storage == "ipaddresses.networking.k8s.io") return store_phase::addresses;
    return storage == "resourcequotas" ? store_phase::quotas : store_phase::others;
}

}}}  // namespace setpoint::v0::apiserver
