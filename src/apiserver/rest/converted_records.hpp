#pragma once
// Records as other versions of their kinds have them, made once for all who read them.

#include "apiserver/store/store.hpp"

namespace setpoint::apiserver {

class converted_records {
public:
    // The oldest revisions go first.
    static constexpr std::size_t max_records = 16 * 1024, max_bytes = 64 * 1024 * 1024;

    // Null: not here. `version`: "example.com/v2".
    record_ptr find(std::uint64_t revision, const std::string& version) const;
    void add(const std::string& version, const record_ptr& converted);
    // A definition has changed.
    void clear();
    std::size_t size() const { return records_.size(); }
    std::size_t bytes() const { return bytes_; }

private:
    std::map<std::pair<std::uint64_t, std::string>, record_ptr> records_;  // a revision is of one record
    std::size_t bytes_ = 0;
};

}  // namespace setpoint::apiserver
