#pragma once
// Which watches a change concerns: those of all objects of a collection, of a namespace, of a name, or of one
// object (apiserver, storage/cacher, dispatchEvent). So a watch of one namespace neither wakes for changes of
// others nor looks through them.

#include "apiserver/store/store.hpp"
#include "setpoint/core/sync.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Shared by the watches of the same objects. The collection must outlive it.
class watch_scope : public std::enable_shared_from_this<watch_scope> {
public:
    // `all`: of the whole collection. Changes up to `since` are not told apart.
    watch_scope(loop& l, const collection& of, bool all, std::uint64_t since)
        : changed(l), of_(of), all_(all), since_(since) {}

    // The first change after `revision` that may be one of the scope: those up to `since` all may. Null: none
    // yet.
    const change* next(std::uint64_t revision) const;
    // Whether a change after `revision` that may have been one of the scope was dropped.
    bool has_lost(std::uint64_t revision) const;

    notifier changed;

private:
    friend class watch_scopes;
    void add(std::uint64_t revision);

    const collection& of_;
    bool all_;
    std::uint64_t since_, lost_ = 0;       // the newest change after `since_` that was dropped
    std::deque<std::uint64_t> revisions_;  // of the changes after `since_`, ascending; unused if `all_`
};

// The scopes of one collection that are watched now. It must outlive them.
class watch_scopes {
public:
    watch_scopes(loop& l, const collection& of) : loop_(l), of_(of) {}
    watch_scopes(const watch_scopes&) = delete;
    watch_scopes& operator=(const watch_scopes&) = delete;

    // An empty namespace or name means any. `visible`: the newest revision that watches may see. Changes
    // after it are in the scope already.
    std::shared_ptr<watch_scope> find(std::string_view ns, std::string_view name, std::uint64_t visible);
    // Call for each change when it is stored, and when it is undone. `wakes`: as by notify().
    void add(const change& c, bool wakes);
    void undo(const change& c);
    // Wakes the watches that a change of that object concerns; they see it if it has been added.
    void notify(const object_key& key);
    void notify_all();
    std::size_t size() const { return scopes_.size(); }

private:
    struct by_text {
        using is_transparent = void;
        bool operator()(const auto& a, const auto& b) const {
            const int order = std::string_view(a.first).compare(b.first);
            return order != 0 ? order < 0 : std::string_view(a.second) < std::string_view(b.second);
        }
    };
    void for_each(const object_key& key, const auto& f);

    loop& loop_;
    const collection& of_;
    std::map<std::pair<std::string, std::string>, watch_scope*, by_text> scopes_;
};

}}}  // namespace setpoint::v0::apiserver
