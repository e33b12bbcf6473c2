#pragma once
// The back-off of nodes whose daemon pods fail, so that a DaemonSet and a kubelet that rejects its pods do
// not keep each other busy: 1 s, doubling to 15 minutes, reset after 30 minutes.

#include "setpoint/core/clock.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

class failed_pod_backoff {
public:
    static constexpr duration first = std::chrono::seconds(1), longest = std::chrono::minutes(15);

    // The delay if a pod was deleted under this key less than that ago.
    std::optional<duration> delay(const std::string& key, time_point now) const {
        const auto at = entries_.find(key);
        if (at == entries_.end() || now - at->second.since >= at->second.delay) return std::nullopt;
        return at->second.delay;
    }
    // A failed pod is deleted now.
    void advance(const std::string& key, time_point now) {
        std::erase_if(entries_, [&](const auto& e) { return now - e.second.since > 2 * longest; });
        const auto [at, is_new] = entries_.try_emplace(key, entry{first, now});
        if (!is_new) at->second = {std::min<duration>(at->second.delay * 2, longest), now};
    }

private:
    struct entry {
        duration delay;
        time_point since;
    };
    std::map<std::string, entry> entries_;
};

}}}  // namespace setpoint::v0::apiserver
