#pragma once
// The minor version as which the server behaves: `kube-apiserver --emulated-version`. The version decides
// which features exist and are on by default, and which kinds are served; rules are those of the newest.

#include "setpoint/api/kubernetes_version.hpp"
#include "setpoint/core/error.hpp"

#include <cstdint>

namespace setpoint { inline namespace v0 { namespace apiserver {

enum class emulated_version : std::uint8_t { newest, previous };

constexpr std::string_view minor_of(emulated_version v) {
    return v == emulated_version::newest ? kubernetes_minor : previous_kubernetes_minor;
}

// The minor version whose behaviour stored objects must still have.
constexpr std::string_view compatible_minor_of(emulated_version v) {
    return v == emulated_version::newest ? previous_kubernetes_minor : oldest_kubernetes_minor;
}

// Of "1.37", "v1.37" or empty: the newest. Error: errc::bad_config, any other version.
result<emulated_version> emulated_version_of(std::string_view version);

}}}  // namespace setpoint::v0::apiserver
