#pragma once
// Reads a collection at one revision in parts, so that the reader can yield in between. Later
// writes are not visible. No loop, no time.

#include "apiserver/store/store.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class collection_scan {
public:
    // The limit for one call: objects, or changes since the revision.
    static constexpr std::size_t batch = 256;

    // `c` must still keep `revision`. `after`: continue after that key. An empty `ns` means all
    // namespaces. The collection must outlive the scan: collections are never removed.
    collection_scan(const collection& c, std::string ns, std::uint64_t revision,
                    std::optional<object_key> after = std::nullopt)
        : from_(c), ns_(std::move(ns)), after_(std::move(after)), seen_(revision) {}

    // more: call again, even if nothing was added. lost: changes were dropped before they were
    // read, so the state at the revision is unknown.
    enum class state : std::uint8_t { more, ended, lost };
    // Appends the next records to `to`, ordered by namespace and name.
    state next(std::vector<record_ptr>& to);

private:
    bool catch_up();

    const collection& from_;
    std::string ns_;
    std::optional<object_key> after_;
    // Changes up to this revision are undone in `before_`.
    std::uint64_t seen_;
    // The earlier state of keys changed since; null: did not exist.
    std::map<object_key, record_ptr> before_;
};

}}}  // namespace setpoint::v0::apiserver
