#pragma once
// Records converted to other versions of their kinds, shared by all readers.

#include "apiserver/store/store.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class converted_records {
public:
    // The oldest revisions are evicted first.
    static constexpr std::size_t max_records = 16 * 1024, max_bytes = 64 * 1024 * 1024;

    // Null if not cached. `version`: "example.com/v2".
    record_ptr find(std::uint64_t revision, const std::string& version) const;
    void add(const std::string& version, const record_ptr& converted);
    // Call when a definition has changed.
    void clear();
    std::size_t size() const { return records_.size(); }
    std::size_t bytes() const { return bytes_; }

private:
    // A revision identifies one record.
    std::map<std::pair<std::uint64_t, std::string>, record_ptr> records_;
    std::size_t bytes_ = 0;
};

}}}  // namespace setpoint::v0::apiserver
