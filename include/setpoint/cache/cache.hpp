#pragma once
// Caches Kubernetes objects: one list and watch per kind and scope, and one store per type,
// decoded from the same bytes.
//
// Each kind has one informer for each namespace of its scope. It lists, watches from the list's
// resourceVersion, resumes after interruptions, and lists again when the server has forgotten the
// version (410). Objects that a list after a gap lacks are announced as deletions.

#include "setpoint/cache/change.hpp"
#include "setpoint/cache/report.hpp"
#include "setpoint/cache/scope.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/container/small_vector.hpp>

#include <map>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 {

struct cache_options {
    // Requests lists as the start of a watch (WatchList, on by default since Kubernetes 1.34),
    // which needs little server memory for any number of objects. Falls back to a paged list if the
    // server refuses, and once after a streamed list failed.
    bool streaming_lists = false;
};

class cache {
public:
    // `api` serves the lists and watches. All references must outlive the cache. `default_scope`
    // applies to kinds that are watched without a scope.
    // Makes no request before start(). Throws fault if a selector of `default_scope` is invalid.
    cache(loop& l, client& api, logger log, metrics& m, cache_scope default_scope = {},
          cache_options options = {});
    cache(const cache&) = delete;
    cache& operator=(const cache&) = delete;
    // Precondition: the scope that was passed to start() has been joined.
    ~cache();

    // Watches a kind and caches its objects as kind.type. The same kind, type and scope return the
    // same collection. After start() it starts to list immediately; a kind that is already watched is
    // listed again. If a kind is watched more than once, the strictest presence counts.
    // Errors: throws fault if a selector of the scope is invalid.
    // The reference is valid as long as the cache. A collection cannot be removed.
    cached_collection& watch(const kind_info& kind, std::optional<cache_scope> scope = {},
                             presence need = presence::required);
    template <class T>
    cached_collection& watch(std::optional<cache_scope> scope = {}, presence need = presence::required) {
        return watch(kind_of<T>(), std::move(scope), need);
    }
    // Watches T and calls `handler` for each change of its objects: see cached_collection::subscribe().
    template <class T>
    void subscribe(std::function<void(const change<T>&)> handler) {
        watch<T>().subscribe([h = std::move(handler)](const object_change& c) { h(change<T>(c)); });
    }
    // Returns the collection of this kind and type that covers the namespace, or null. Among several it
    // prefers the first watched without selectors, since that one holds every object, and
    // otherwise the first watched.
    // Does not watch anything. Valid as long as the cache.
    cached_collection* find(const kind_info& kind, std::string_view ns = {}) const;
    // Returns all collections of the kind, of any type and scope.
    boost::container::small_vector<cached_collection*, 2> collections_of(const kind_info& kind) const;
    // Returns false if an informer of the kind found that the server does not serve it. Only kinds
    // that are watched as optional or best-effort can be missing. Reconcilers check this before they
    // create an object of such a kind.
    bool serves(const kind_info& kind) const;
    template <class T>
    bool serves() const {
        return serves(kind_of<T>());
    }
    // Why serves() is false, as the error of the list; nothing if it is true.
    std::optional<error> why_not_served(const kind_info& kind) const;
    template <class T>
    std::optional<error> why_not_served() const {
        return why_not_served(kind_of<T>());
    }

    // Returns the watched kinds, without duplicates.
    std::vector<const kind_info*> kinds() const;

    // Starts the informers in `scope`; they stop with it. The cache must outlive these tasks, and
    // the scope must outlive later calls to watch().
    // Call it once.
    void start(task_scope& scope);
    // Waits until every collection is synced, or optional and not served. Returns false if `due`
    // passes first.
    // Throws `cancelled`; the cache is not affected.
    awaitable<bool> wait_synced(time_point due = never);
    // The same for the given collections.
    awaitable<bool> wait_synced(std::vector<const cached_collection*> collections, time_point due = never);
    bool synced() const;
    // The highest resourceVersion that each informer ("deployments.apps in web") will reach, by the responses
    // to this process's writes and reads through a cached_client. With very many informers, by resource
    // ("deployments.apps"). A deletion whose response has no object does not count.
    std::map<std::string, std::string, std::less<>> last_answers() const;
    // How long catch_up() waits for watches, which are usually milliseconds behind.
    static constexpr duration catch_up_patience = std::chrono::seconds(2);
    // Waits until the given collections show at least the versions in `last`, the last_answers() of another
    // process. An informer without an entry of its own must reach the highest of its resource. One that has
    // not reached its version in time lists the newest state. Collections that the server does not serve, and
    // versions that are not numbers, are passed over. Precondition: wait_synced() has returned true.
    awaitable<void> catch_up(std::vector<const cached_collection*> collections,
                             std::map<std::string, std::string, std::less<>> last);
    // Returns one line for each informer that is not live, for readiness checks: "deployments.apps:
    // retrying: forbidden ...". Optional kinds that are not served are not listed,
    // nor are best-effort kinds.
    std::vector<std::string> problems() const;
    // Returns the status of each informer, in the order of declaration.
    std::vector<informer_report> report() const;

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}}  // namespace setpoint::v0
