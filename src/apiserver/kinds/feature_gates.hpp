#pragma once
// The feature gates of kube-apiserver: names, defaults and stages (kubernetes_feature_enabled of its
// metrics), and which are on. gated_fields.hpp has what they do here.

#include "setpoint/core/error.hpp"

#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct feature {
    enum class stage : std::uint8_t { alpha, beta, ga, deprecated };
    std::string_view name;
    bool on_by_default;
    stage at;
    bool is_locked = false;  // its default cannot be changed
};
std::span<const feature> all_features();  // sorted by name

struct feature_dependency {
    std::string_view feature, on;
};
std::span<const feature_dependency> feature_dependencies();  // sorted by both

class feature_gates {
public:
    feature_gates();  // the defaults
    // As --feature-gates of kube-apiserver; of several values for a name the last counts. Error:
    // errc::bad_config in its words, for a name that does not exist, a locked feature, and one that depends
    // on a feature that is off.
    static result<feature_gates> make(const std::vector<std::pair<std::string, bool>>& wanted);

    // Precondition: a name in all_features().
    bool is_on(std::string_view name) const;

private:
    static constexpr std::size_t most = 320;
    std::bitset<most> on_;  // by position in all_features()
};

}}}  // namespace setpoint::v0::apiserver
