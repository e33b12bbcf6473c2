#pragma once
// Reads a collection as it was at one revision, a part per call, so that its reader can give way in between:
// what is written meanwhile is not seen. A machine: no loop, no time.

#include "apiserver/store/store.hpp"

namespace setpoint::apiserver {

class collection_scan {
public:
    // What one call looks at, at most: objects, or changes since the revision.
    static constexpr std::size_t batch = 256;

    // `revision` is one that `c` still keeps; `after`: go on behind that key. `ns` empty: all namespaces. The
    // collection outlives it: collections stay for good.
    collection_scan(const collection& c, std::string ns, std::uint64_t revision,
                    std::optional<object_key> after = std::nullopt)
        : from_(c), ns_(std::move(ns)), after_(std::move(after)), seen_(revision) {}

    // more: call again, even when nothing was added. lost: changes that were not looked at yet are forgotten,
    // so that nobody knows any more what was there.
    enum class state : std::uint8_t { more, ended, lost };
    // Adds to `to` what comes next, in order of namespace and name.
    state next(std::vector<record_ptr>& to);

private:
    bool catch_up();

    const collection& from_;
    std::string ns_;
    std::optional<object_key> after_;
    std::uint64_t seen_;                       // changes up to here are undone in `before_`
    std::map<object_key, record_ptr> before_;  // as it was, of what has changed since; null: was not there
};

}  // namespace setpoint::apiserver
