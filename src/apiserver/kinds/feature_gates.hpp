#pragma once
// The feature gates of kube-apiserver: names, defaults and stages (kubernetes_feature_enabled of its
// metrics), and which are on. gated_fields.hpp has what they do here.

#include "apiserver/kinds/emulated_version.hpp"
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
    // prealpha: this version does not have it.
    enum class stage : std::uint8_t { prealpha, alpha, beta, ga, deprecated };
    struct setting {
        bool on_by_default;
        stage at;
        bool is_locked = false;  // its default cannot be changed
    };
    constexpr feature(std::string_view of, setting both) : name(of), now(both), before(both) {}
    constexpr feature(std::string_view of, setting newest, setting previous)
        : name(of), now(newest), before(previous) {}

    const setting& in(emulated_version v) const { return v == emulated_version::previous ? before : now; }

    std::string_view name;
    setting now, before;  // in the newest minor version, and in the one before
};
std::span<const feature> all_features();  // sorted by name

struct feature_dependency {
    std::string_view feature, on;
};
std::span<const feature_dependency> feature_dependencies();  // sorted by both

class feature_gates {
public:
    feature_gates() : feature_gates(emulated_version::newest) {}
    explicit feature_gates(emulated_version v);  // the defaults
    // As --feature-gates of kube-apiserver; of several values for a name the last counts. Error:
    // errc::bad_config in its words, for a name that does not exist or not yet, a locked feature, and one
    // that depends on a feature that is off.
    static result<feature_gates> make(const std::vector<std::pair<std::string, bool>>& wanted,
                                      emulated_version v = emulated_version::newest);

    // Precondition: a name in all_features().
    bool is_on(std::string_view name) const;

private:
    static constexpr std::size_t most = 320;
    std::bitset<most> on_;  // by position in all_features()
};

}}}  // namespace setpoint::v0::apiserver
