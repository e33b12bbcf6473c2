#include "setpoint/cache/cache.hpp"

#include "framework/cache/background_work.hpp"
#include "framework/cache/informer.hpp"
#include "framework/cache/namespace_shard.hpp"
#include "framework/cache/resource_version.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

struct cache::impl {
    impl(loop& l, client& c, logger lg, metrics& m, cache_scope scope, cache_options o)
        : event_loop(l),
          api(c),
          log(std::move(lg)),
          measured(m),
          default_scope(std::move(scope)),
          options(o),
          synced(l),
          later(l) {}

    informer& informer_for(const kind_info& kind, const std::string& ns, const cache_scope& scope,
                           presence need);
    cached_collection& make_collection(const kind_info& kind, cache_scope scope, presence need);
    void require(const cached_collection& v, presence need);
    void run(informer& i);
    awaitable<void> run_background_work();

    loop& event_loop;
    client& api;
    logger log;
    metrics& measured;
    cache_scope default_scope;
    cache_options options;
    notifier synced;
    background_work later;
    // Collections and informers are never removed and keep their addresses.
    std::vector<std::unique_ptr<cached_collection>> collections;
    std::vector<std::unique_ptr<informer>> informers;
    task_scope* running = nullptr;
};

namespace {

bool same_kind(const kind_info& a, const kind_info& b) {
    return a.plural == b.plural && a.gvk.version == b.gvk.version && a.gvk.group == b.gvk.group;
}
informer_target target_of(const kind_info& kind, const std::string& ns, const cache_scope& scope) {
    return {kind.resource(), kind.scope, ns, scope.label_selector, scope.field_selector};
}
bool same_type(const kind_info& a, const kind_info& b) {
    return same_kind(a, b) && a.type == b.type;
}

// An optional kind is awaited only until it is clear whether the server serves it.
bool is_settled(const cached_collection& v) {
    return v.synced() || !v.served();
}

cache_scope normal(cache_scope s, const kind_info& kind) {
    if (kind.scope == scope::cluster) s.namespaces.clear();
    std::sort(s.namespaces.begin(), s.namespaces.end());
    s.namespaces.erase(std::unique(s.namespaces.begin(), s.namespaces.end()), s.namespaces.end());
    // "" means all namespaces, so the others are redundant.
    if (!s.namespaces.empty() && s.namespaces.front().empty()) s.namespaces.clear();
    return s;
}

}  // namespace

informer& cache::impl::informer_for(const kind_info& kind, const std::string& ns, const cache_scope& scope,
                                    presence need) {
    const informer_target target = target_of(kind, ns, scope);
    for (const auto& i : informers) {
        if (i->target() != target) continue;
        i->require(need);
        return *i;
    }
    informers.push_back(
        std::make_unique<informer>(event_loop, api, log, measured, target, synced, options.streaming_lists));
    informer& made = *informers.back();
    made.require(need);
    if (running) run(made);
    return made;
}

void cache::impl::require(const cached_collection& v, presence need) {
    std::vector<std::string> namespaces = v.scope().namespaces;
    if (namespaces.empty()) namespaces.emplace_back();
    for (const std::string& ns : namespaces) informer_for(v.kind(), ns, v.scope(), need);
}

cached_collection& cache::impl::make_collection(const kind_info& kind, cache_scope scope, presence need) {
    collections.push_back(
        std::make_unique<cached_collection>(event_loop, later, log, kind, std::move(scope)));
    cached_collection& v = *collections.back();
    v.stale_reads_ = &measured.counter("setpoint_stale_reads_avoided_total",
                                       {{"resource", kind.resource().group_resource()}});
    std::vector<std::string> namespaces = v.scope().namespaces;
    if (namespaces.empty()) namespaces.emplace_back();
    for (std::string& ns : namespaces) {
        informer& i = informer_for(kind, ns, v.scope(), need);
        i.add(v.add_shard(std::move(ns), i.status()));
    }
    return v;
}

void cache::impl::run(informer& i) {
    running->spawn("informer " + i.target().describe(), i.run());
}

// Lives as long as the scope runs: later declarations must not start tasks in it.
awaitable<void> cache::impl::run_background_work() {
    struct at_end {
        impl& i;
        ~at_end() { i.running = nullptr; }
    } reset{*this};
    co_await later.run();
}

cache::cache(loop& l, client& api, logger log, metrics& m, cache_scope default_scope, cache_options options)
    : impl_(std::make_unique<impl>(l, api, std::move(log), m, std::move(default_scope), options)) {}

cache::~cache() = default;

cached_collection& cache::watch(const kind_info& kind, std::optional<cache_scope> scope, presence need) {
    const cache_scope wanted = normal(scope ? std::move(*scope) : impl_->default_scope, kind);
    for (const auto& v : impl_->collections) {
        if (!same_type(v->kind(), kind) || v->scope() != wanted) continue;
        impl_->require(*v, need);
        return *v;
    }
    return impl_->make_collection(kind, wanted, need);
}

std::vector<const kind_info*> cache::kinds() const {
    std::vector<const kind_info*> all;
    for (const auto& v : impl_->collections) {
        const auto same = [&](const kind_info* k) { return same_kind(*k, v->kind()); };
        if (std::none_of(all.begin(), all.end(), same)) all.push_back(&v->kind());
    }
    return all;
}

bool cache::serves(const kind_info& kind) const {
    return std::all_of(impl_->collections.begin(), impl_->collections.end(),
                       [&](const auto& v) { return !same_kind(v->kind(), kind) || v->served(); });
}

std::optional<error> cache::why_not_served(const kind_info& kind) const {
    for (const cached_collection* v : collections_of(kind))
        if (auto why = v->why_not_served()) return why;
    return std::nullopt;
}

cached_collection* cache::find(const kind_info& kind, std::string_view ns) const {
    cached_collection* narrowed = nullptr;
    for (const auto& v : impl_->collections) {
        if (!same_type(v->kind(), kind) || !v->covers(ns)) continue;
        if (v->scope().label_selector.empty() && v->scope().field_selector.empty()) return v.get();
        if (!narrowed) narrowed = v.get();
    }
    return narrowed;
}

boost::container::small_vector<cached_collection*, 2> cache::collections_of(const kind_info& kind) const {
    boost::container::small_vector<cached_collection*, 2> all;
    for (const auto& v : impl_->collections)
        if (same_kind(v->kind(), kind)) all.push_back(v.get());
    return all;
}

void cache::start(task_scope& scope) {
    impl_->running = &scope;
    scope.spawn("cache background work", impl_->run_background_work());
    for (const auto& i : impl_->informers) impl_->run(*i);
}

bool cache::synced() const {
    return std::all_of(impl_->collections.begin(), impl_->collections.end(),
                       [](const auto& v) { return is_settled(*v); });
}

awaitable<bool> cache::wait_synced(time_point due) {
    while (!synced()) {
        const bool changed = co_await impl_->synced.wait(due);
        if (!changed) co_return synced();
    }
    co_return true;
}

awaitable<bool> cache::wait_synced(std::vector<const cached_collection*> collections, time_point due) {
    const auto done = [&] {
        return std::all_of(collections.begin(), collections.end(),
                           [](const cached_collection* v) { return is_settled(*v); });
    };
    while (!done()) {
        const bool changed = co_await impl_->synced.wait(due);
        if (!changed) co_return done();
    }
    co_return true;
}

namespace {

// More informers are named by their resource: an annotation has to have room for all.
constexpr std::size_t most_named_informers = 200;

// An informer that has not shown a version yet.
struct late_informer {
    informer* one;
    std::string version;
    std::optional<std::uint64_t> lists_before{};  // when it was told to list the newest state

    bool is_done() const {
        return one->status().state == sync_state::not_served ||
               (lists_before && one->newest_lists() > *lists_before) || !one->awaits(version);
    }
};

// What the informer has to reach; "": nothing.
std::string version_for(const informer_target& t,
                        const std::map<std::string, std::string, std::less<>>& last) {
    if (const auto own = last.find(t.describe()); own != last.end()) return own->second;
    const std::string resource = t.resource.group_resource();
    std::string highest;
    for (auto at = last.lower_bound(resource); at != last.end() && at->first.starts_with(resource); ++at) {
        const bool is_of_it = at->first.size() == resource.size() || at->first[resource.size()] == ' ';
        if (is_of_it && (highest.empty() || older(highest, at->second))) highest = at->second;
    }
    return highest;
}

}  // namespace

std::map<std::string, std::string, std::less<>> cache::last_answers() const {
    std::map<std::string, std::string, std::less<>> all;
    for (const auto& i : impl_->informers) {
        const std::string_view last = i->last_answer();
        if (last.empty()) continue;
        const bool brief = impl_->informers.size() > most_named_informers;
        std::string& highest = all[brief ? i->target().resource.group_resource() : i->target().describe()];
        if (highest.empty() || older(highest, last)) highest = last;
    }
    return all;
}

awaitable<void> cache::catch_up(std::vector<const cached_collection*> collections,
                                std::map<std::string, std::string, std::less<>> last) {
    std::vector<late_informer> late;
    for (const auto& i : impl_->informers) {
        const bool counts = std::any_of(collections.begin(), collections.end(), [&](const auto* c) {
            return c->kind().resource() == i->target().resource;
        });
        std::string version = counts ? version_for(i->target(), last) : std::string();
        if (is_version(version)) late.push_back({i.get(), std::move(version)});
    }
    time_point due = saturating_add(impl_->event_loop.now(), catch_up_patience);
    while (std::erase_if(late, [](const late_informer& l) { return l.is_done(); }), !late.empty()) {
        if (co_await impl_->synced.wait(due)) continue;
        due = never;
        for (late_informer& l : late) {
            if (l.is_done()) continue;
            impl_->log.info("The cache is older than the last leader's writes: listing the newest state",
                            {{"informer", l.one->target().describe()}});
            l.lists_before = l.one->newest_lists();
            l.one->read_newest();
        }
    }
}

std::vector<informer_report> cache::report() const {
    std::vector<informer_report> all;
    all.reserve(impl_->informers.size());
    for (const auto& i : impl_->informers) all.push_back(i->report_values());
    return all;
}

std::vector<std::string> cache::problems() const {
    std::vector<std::string> lines;
    for (const auto& i : impl_->informers) {
        const informer_status& s = i->status();
        if (s.state == sync_state::live || s.state == sync_state::not_served) continue;
        if (i->needed() == presence::best_effort) continue;
        lines.push_back(fmt::format("{}: {}{}{}", i->target().describe(), to_string(s.state),
                                    s.why.empty() ? "" : ": ", s.why));
    }
    return lines;
}

}}  // namespace setpoint::v0
