#pragma once
// The kinds that the replay server knows, and the forms in which clients ask for them.

#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace replay {

enum class format : std::uint8_t { json, protobuf };

struct kind_facts {
    std::string_view group, version, resource, kind;
    bool has_protobuf = false;  // false: there is JSON only, as of all custom kinds
    std::string api_version() const {
        return group.empty() ? std::string(version) : std::string(group) + "/" + std::string(version);
    }
};

inline constexpr kind_facts parent_kind{"my.domain", "v1", "webservers", "WebServer"};
inline constexpr kind_facts deployment_kind{"apps", "v1", "deployments", "Deployment", true};
inline constexpr kind_facts service_kind{"", "v1", "services", "Service", true};
inline constexpr kind_facts event_kind{"events.k8s.io", "v1", "events", "Event", true};
inline constexpr kind_facts old_event_kind{"", "v1", "events", "Event"};
inline constexpr kind_facts status_kind{"", "v1", "", "Status", true};

}}}  // namespace setpoint::v0::replay
