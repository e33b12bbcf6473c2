#include "apiserver/kinds/emulated_version.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

result<emulated_version> emulated_version_of(std::string_view version) {
    const std::string_view number = version.starts_with('v') ? version.substr(1) : version;
    for (const auto each : {emulated_version::newest, emulated_version::previous})
        if (number == fmt::format("1.{}", minor_of(each))) return each;
    if (version.empty()) return emulated_version::newest;
    return error(errc::bad_config, fmt::format("\"{}\" is not a version of Kubernetes that this server can "
                                               "emulate: 1.{} or 1.{}",
                                               version, kubernetes_minor, previous_kubernetes_minor));
}

}}}  // namespace setpoint::v0::apiserver
