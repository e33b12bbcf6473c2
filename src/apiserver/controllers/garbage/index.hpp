#pragma once
// Tracks dependents by owner, and the objects that the garbage collector must process next. No I/O.

#include "apiserver/controllers/garbage/object_graph.hpp"

#include <deque>
#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

// An object and where to find it.
struct graph_item {
    std::string collection;
    object_key key;
    friend auto operator<=>(const graph_item&, const graph_item&) = default;
};

// Contains only objects that have owners, and those that wait for their dependents.
class garbage_index {
public:
    void observe(const graph_event& e);
    // The objects that name it as an owner, in order.
    std::vector<graph_item> dependents(std::string_view uid) const;
    bool has_dependents(std::string_view uid) const { return dependents_.contains(uid); }
    // An object that has dependents was removed, and a dependent in namespace `ns` can name it: it was
    // cluster-scoped or in that namespace. True whether or not its kind is still served.
    bool seen_gone(std::string_view uid, std::string_view ns) const;

    // The owners that it has named since the last call; each is returned once.
    std::vector<std::string> take_new_owners(const graph_item& item);

    // The next item to process; empty if there is none. An item is in the queue at most once.
    std::optional<graph_item> next();
    void enqueue(graph_item item);
    bool idle() const { return queue_.empty(); }
    std::size_t queued() const { return queue_.size(); }

private:
    void forget_owners(const graph_item& item);
    void wake_owner(std::string_view uid);

    struct owner_entry {
        std::set<graph_item> dependents;         // at least one
        std::optional<std::string> gone_from{};  // the namespace in which it was removed
    };
    std::map<std::string, owner_entry, std::less<>> dependents_;  // by the owner's UID
    std::map<graph_item, std::vector<std::string>> owners_;
    std::map<graph_item, std::vector<std::string>> new_owners_;
    std::map<std::string, graph_item, std::less<>> waiting_;  // by UID
    std::deque<graph_item> queue_;
    std::set<graph_item> queued_;
};

}}}  // namespace setpoint::v0::apiserver
