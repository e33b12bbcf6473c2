#pragma once
// Remembers decisions for some time (apimachinery, util/cache LRUExpireCache).

#include "apiserver/authorization/decision.hpp"
#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

class review_cache {
public:
    static constexpr std::size_t default_most = 8192;
    explicit review_cache(std::size_t most = default_most) : most_(most) {}
    review_cache(const review_cache&) = delete;  // the index points into it
    review_cache& operator=(const review_cache&) = delete;

    // Nothing if it is unknown or too old.
    std::optional<decision> find(std::string_view key, time_point now);
    // Does nothing if `ttl` is not positive. Forgets the decision that was used longest ago if there are too
    // many.
    void add(std::string_view key, decision d, duration ttl, time_point now);
    std::size_t size() const { return recent_.size(); }

private:
    struct entry {
        std::string key;
        decision is;
        time_point until;
    };
    std::size_t most_;
    std::list<entry> recent_{};  // the most recently used first
    std::unordered_map<std::string_view, std::list<entry>::iterator> by_key_{};
};

}}}  // namespace setpoint::v0::apiserver::authorization
