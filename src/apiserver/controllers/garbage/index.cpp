#include "apiserver/controllers/garbage/index.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

void garbage_index::enqueue(graph_item item) {
    if (queued_.insert(item).second) queue_.push_back(std::move(item));
}

std::optional<graph_item> garbage_index::next() {
    if (queue_.empty()) return std::nullopt;
    graph_item item = std::move(queue_.front());
    queue_.pop_front();
    queued_.erase(item);
    return item;
}

std::vector<graph_item> garbage_index::dependents(std::string_view uid) const {
    const auto at = dependents_.find(uid);
    if (at == dependents_.end()) return {};
    return {at->second.dependents.begin(), at->second.dependents.end()};
}

bool garbage_index::seen_gone(std::string_view uid, std::string_view ns) const {
    const auto at = dependents_.find(uid);
    if (at == dependents_.end() || !at->second.gone_from) return false;
    return at->second.gone_from->empty() || *at->second.gone_from == ns;
}

std::vector<std::string> garbage_index::take_new_owners(const graph_item& item) {
    auto taken = new_owners_.extract(item);
    return taken ? std::move(taken.mapped()) : std::vector<std::string>();
}

void garbage_index::wake_owner(std::string_view uid) {
    if (const auto at = waiting_.find(uid); at != waiting_.end()) enqueue(at->second);
}

void garbage_index::forget_owners(const graph_item& item) {
    const auto at = owners_.find(item);
    if (at == owners_.end()) return;
    for (const std::string& uid : at->second) {
        const auto of = dependents_.find(uid);
        if (of == dependents_.end()) continue;
        of->second.dependents.erase(item);
        if (of->second.dependents.empty()) dependents_.erase(of);
    }
    owners_.erase(at);
}

void garbage_index::observe(const graph_event& e) {
    const graph_item item{std::string(e.collection), e.key};
    const auto found = owners_.find(item);
    const std::vector<std::string> before =
        found == owners_.end() ? std::vector<std::string>() : found->second;
    const std::vector<std::string>& after = e.gone ? std::vector<std::string>() : e.owners;
    if (before != after) {
        forget_owners(item);
        for (const std::string& uid : after) {
            dependents_[uid].dependents.insert(item);
            if (std::find(before.begin(), before.end(), uid) == before.end())
                new_owners_[item].push_back(uid);
        }
        if (!after.empty()) {
            owners_[item] = after;
            enqueue(item);
        }
    }
    // Waiting owners may have been blocked by this object.
    for (const std::string& uid : before) wake_owner(uid);
    for (const std::string& uid : after) {
        if (std::find(before.begin(), before.end(), uid) == before.end()) wake_owner(uid);
    }
    if (e.gone) {
        new_owners_.erase(item);
        waiting_.erase(std::string(e.uid));
        if (const auto of = dependents_.find(e.uid); of != dependents_.end()) of->second.gone_from = e.key.ns;
        for (graph_item& d : dependents(e.uid)) enqueue(std::move(d));
        return;
    }
    if (!e.waiting) return;
    if (waiting_.insert_or_assign(std::string(e.uid), item).second)
        for (graph_item& d : dependents(e.uid)) enqueue(std::move(d));
    enqueue(item);
}

}}}  // namespace setpoint::v0::apiserver
