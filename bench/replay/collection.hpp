#pragma once
// The objects of one kind, by name, and what has happened to them, for watches.

#include "prepared.hpp"
#include "setpoint/core/sync.hpp"

#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace replay {

struct change {
    std::string_view type;  // ADDED, MODIFIED, DELETED
    object_ptr object;
    std::uint64_t version;
};

class collection {
public:
    // What a watch may lag behind; what is older is forgotten, and who needs it is told 410.
    static constexpr std::size_t max_history = 400'000;

    collection(loop& l, const kind_facts& facts) : kind(facts), changed(l) {}

    object_ptr find(std::string_view name) const;
    void put(std::string_view name, object_ptr object, std::uint64_t version, bool tell = true);
    void remove(std::string_view name, object_ptr last, std::uint64_t version);
    const std::map<std::string, object_ptr, std::less<>>& objects() const { return objects_; }

    // The position of the first change after `version`; false when that is forgotten.
    bool seek(std::uint64_t version, std::uint64_t& position) const;
    // Null when nothing has happened yet at that position.
    const change* at(std::uint64_t position) const;
    bool forgotten(std::uint64_t position) const { return position < first_; }
    // Forgets everything: whoever watches from before `version` is told 410.
    void expire(std::uint64_t version);
    std::uint64_t expiries() const { return expiries_; }

    const kind_facts& kind;
    notifier changed;

private:
    void log(change c);

    std::map<std::string, object_ptr, std::less<>> objects_;
    std::deque<change> history_;
    std::uint64_t first_ = 0;           // position of history_.front()
    std::uint64_t oldest_version_ = 0;  // watches may begin here or later
    std::uint64_t expiries_ = 0;
};

}}}  // namespace setpoint::v0::replay
