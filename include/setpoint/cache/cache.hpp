#pragma once
// The cache: one list and watch per kind and scope, one store per view type decoded from the same bytes.

#include "setpoint/cache/change.hpp"
#include "setpoint/cache/report.hpp"
#include "setpoint/cache/scope.hpp"
#include "setpoint/core/event.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/container/small_vector.hpp>

namespace setpoint {

struct cache_options {
    // Informers ask for their lists as the beginning of a watch (WatchList, on by default in servers since
    // 1.34), which costs the server little memory however much there is. A server that refuses is listed as
    // usual, and so is one time a list that failed on the way.
    bool streaming_lists = false;
};

class cache {
public:
    // `api` is used for lists and watches; all references outlive the cache. `default_scope` holds for views
    // that name none.
    cache(loop& l, client& api, logger log, metrics& m, cache_scope default_scope = {},
          cache_options options = {});
    cache(const cache&) = delete;
    cache& operator=(const cache&) = delete;
    ~cache();

    // Declares a view; the same kind, type and scope give the same view. After start() it begins to list at
    // once: a view of a kind that is watched already makes that kind list anew. Throws fault for a scope
    // whose selectors cannot be read. Declared more than once, the kind is optional only if each says so.
    view& declare(const kind_info& kind, std::optional<cache_scope> scope = {},
                  presence need = presence::required);
    template <class T>
    view& declare(std::optional<cache_scope> scope = {}, presence need = presence::required) {
        return declare(kind_of<T>(), std::move(scope), need);
    }
    // Declares a view of T and calls `handler` for each change of its objects: see view::subscribe().
    template <class T>
    void subscribe(std::function<void(const change<T>&)> handler) {
        declare<T>().subscribe([h = std::move(handler)](const object_change& c) { h(change<T>(c)); });
    }
    // The view of this kind and type that covers the namespace: of several the first declared one without
    // selectors, which holds all that lives there, else the first declared one; null: none does.
    view* find(const kind_info& kind, std::string_view ns = {}) const;
    // All views of the kind, whatever their type and scope.
    boost::container::small_vector<view*, 2> views_of(const kind_info& kind) const;
    // False while the server does not have the kind, as far as the informers know: only of a kind declared
    // optional. A reconciler asks this before it makes a child of such a kind.
    bool serves(const kind_info& kind) const;
    template <class T>
    bool serves() const {
        return serves(kind_of<T>());
    }

    // The kinds of all declared views, without repeats.
    std::vector<const kind_info*> kinds() const;

    // Starts the informers in `scope`; they end with it. The cache outlives the tasks; later declarations
    // need the scope too.
    void start(task_scope& scope);
    // True when every declared view is synced, or optional and not served; false when `due` passed first.
    awaitable<bool> wait_synced(time_point due = never);
    // The same for some of them.
    awaitable<bool> wait_synced(std::vector<const view*> views, time_point due = never);
    bool synced() const;
    // A line for each informer that is not live, unless its kind is optional and not served:
    // "deployments.apps: retrying: forbidden ...": for readiness.
    std::vector<std::string> problems() const;
    // What each informer is doing, in the order of their declaration.
    std::vector<informer_report> report() const;

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}  // namespace setpoint
