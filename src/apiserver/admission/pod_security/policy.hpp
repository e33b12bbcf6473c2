#pragma once
// The policy of a namespace as its labels state it (pod-security-admission/api), and the configuration of the
// plugin PodSecurity. Pure.

#include "apiserver/schema/api_error.hpp"
#include "setpoint/apiserver/admission_options.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/string_map.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

enum class security_level : std::uint8_t { privileged, baseline, restricted };

// The minor of v1.x.
struct policy_version {
    static constexpr int latest = -1;
    int minor = latest;
    bool operator==(const policy_version&) const = default;
    bool is_latest() const { return minor == latest; }
};

struct level_version {
    security_level level = security_level::privileged;
    policy_version version{};
    bool operator==(const level_version&) const = default;
    std::string text() const;  // "restricted:latest", "baseline:v1.30"
};

struct security_policy {
    level_version enforce, audit, warn;
    bool is_fully_privileged() const;
    // Levels are equal, and the versions too unless the level is privileged.
    bool is_equivalent(const security_policy& other) const;
};

// PodSecurityConfiguration: what a namespace without labels gets, and what is never checked.
struct pod_security_config {
    security_policy defaults;
    std::vector<std::string> namespaces, usernames, runtime_classes;
};

std::string_view name_of(security_level level);
// Empty if it is not "privileged", "baseline" or "restricted".
std::optional<security_level> parse_level(std::string_view text);
// Empty if it is neither "latest" nor "v1.x".
std::optional<policy_version> parse_policy_version(std::string_view text);

inline constexpr std::string_view pod_security_prefix = "pod-security.kubernetes.io/";

struct labeled_policy {
    security_policy policy;  // usable even if there are errors
    field_errors errors;     // at metadata.labels[...]
};
// Invalid labels enforce "restricted" and "latest", and neither warn nor audit.
labeled_policy policy_of(const string_map& labels, const security_policy& defaults);
labeled_policy policy_of(const bj::object& labels, const security_policy& defaults);

// From the texts of a PodSecurityConfiguration. Error: errc::bad_config with the fields, as kube-apiserver
// prints them when it starts.
result<pod_security_config> make_pod_security_config(const pod_security_options& o);

}}}  // namespace setpoint::v0::apiserver
