#include "apiserver/controllers/garbage/collector.hpp"

#include "apiserver/controllers/controller_manager.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr duration first_wait = std::chrono::milliseconds(20);
constexpr duration longest_wait = std::chrono::seconds(30);
// Between batches. Without it, a controller that has not observed the deletion of an owner creates
// a child, this collector deletes it, and both repeat that forever at one instant of virtual time.
constexpr duration pause = std::chrono::milliseconds(1);

kind_info dynamic_kind_of(const graph_resource& r) {
    return dynamic_kind(group_version_kind(r.gvr.group, r.gvr.version, r.kind), r.gvr.resource,
                        r.namespaced ? scope::namespaced : scope::cluster, false);
}

object_key key_of_owner(const graph_resource& kind, const owner_reference& ref, std::string_view ns) {
    return {kind.namespaced ? std::string(ns) : std::string(), ref.name.str()};
}

}  // namespace

garbage_collector::garbage_collector(loop& l, client& api, object_graph& graph, event_log& events, logger log)
    : loop_(l), api_(api), graph_(graph), events_(events), log_(std::move(log)), wake_(l) {}

garbage_collector::~garbage_collector() {
    if (subscribed_) graph_.subscribe({});
}

awaitable<void> garbage_collector::run() {
    if (!subscribed_) {
        subscribed_ = true;
        graph_.subscribe([this](const graph_event& e) {
            index_.observe(e);
            if (!index_.idle()) wake_.notify();
        });
    }
    for (;;) {
        const time_point due = take_due();
        if (index_.idle()) {
            co_await wake_.wait(due);
        } else {
            co_await work();
            co_await loop_.sleep(pause);
        }
    }
}

// Moves due items into the queue; returns when the next one is due.
time_point garbage_collector::take_due() {
    time_point next = never;
    std::vector<later> kept;
    for (later& w : later_) {
        if (w.due <= loop_.now()) {
            index_.enqueue(std::move(w.item));
        } else {
            next = std::min(next, w.due);
            kept.push_back(std::move(w));
        }
    }
    later_ = std::move(kept);
    return next;
}

void garbage_collector::failed(const graph_item& item, const error& why) {
    unsigned& count = failures_[item];
    duration wait = first_wait;
    for (unsigned i = 0; i < count && wait < longest_wait; ++i) wait *= 2;
    ++count;
    log_.debug("Retrying garbage collection",
               {{"collection", item.collection}, {"object", item.key.to_string()}, {"why", why.message}});
    later_.push_back({saturating_add(loop_.now(), std::min(wait, longest_wait)), item});
}

awaitable<void> garbage_collector::work() {
    constexpr std::size_t batch = 64;
    for (std::size_t i = 0; i < batch; ++i) {
        auto item = index_.next();
        if (!item) co_return;
        auto done = co_await process(*item);
        if (done)
            failures_.erase(*item);
        else
            failed(*item, done.error());
    }
}

std::vector<owner_state> garbage_collector::states_of(const graph_resource& r,
                                                      const object_meta& meta) const {
    std::vector<owner_state> states;
    for (const owner_reference& ref : meta.owner_references) {
        const auto kind = graph_.find_kind(ref.api_version, ref.kind);
        std::optional<graph_object> found;
        if (kind && (r.namespaced || !kind->namespaced))
            found = graph_.get(*kind, key_of_owner(*kind, ref, meta.ns));
        // Deleting a definition unserves its kind: as absentOwnerCache of the real collector.
        const bool gone = !kind && index_.seen_gone(ref.uid, meta.ns);
        states.push_back(gone ? owner_state::dangling : classify(ref, kind, found, r.namespaced));
    }
    return states;
}

// Once for each owner named. Owners in the expected namespace are not searched for elsewhere.
void garbage_collector::report_wrong_namespace(const graph_item& item, const graph_resource& r,
                                               const object_meta& meta,
                                               const std::vector<owner_state>& states) {
    const std::vector<std::string> taken = index_.take_new_owners(item);
    const std::set<std::string> fresh(taken.begin(), taken.end());
    std::vector<const owner_reference*> missing;
    std::set<std::string> uids;
    for (std::size_t i = 0; i < states.size() && !fresh.empty(); ++i) {
        const owner_reference& ref = meta.owner_references[i];
        if (states[i] == owner_state::solid || states[i] == owner_state::waiting) continue;
        if (!fresh.contains(ref.uid.str())) continue;
        missing.push_back(&ref);
        uids.insert(ref.uid.str());
    }
    if (missing.empty()) return;
    const auto namespaces = graph_.namespaces_of(uids);
    for (const owner_reference* each : missing) {
        const owner_reference& ref = *each;
        const auto ns = namespaces.find(ref.uid.str());
        if (ns == namespaces.end() || ns->second.empty() || ns->second == item.key.ns) continue;
        events_.record({"garbage-collector-controller",
                        "",
                        {r.gvr.api_version(), r.kind, item.key, meta.uid.str(), {}, {}},
                        event_type::warning,
                        "OwnerRefInvalidNamespace",
                        wrong_namespace_text(ref, item.key.ns)});
        return;
    }
}

std::vector<dependent_state> garbage_collector::dependents_of(std::string_view uid) const {
    std::vector<dependent_state> states;
    for (const graph_item& d : index_.dependents(uid)) {
        const auto kind = graph_.find_collection(d.collection);
        const auto o = kind ? graph_.get(*kind, d.key) : std::nullopt;
        if (!o) continue;
        dependent_state s;
        for (const owner_reference& ref : o->meta.owner_references)
            s.blocks = s.blocks || (ref.uid == uid && ref.block_owner_deletion.value_or(false));
        s.deletes_dependents = is_deleting(o->meta) && has_finalizer(o->meta, "foregroundDeletion");
        states.push_back(s);
    }
    return states;
}

awaitable<result<>> garbage_collector::process(graph_item item) {
    const auto kind = graph_.find_collection(item.collection);
    if (!kind) co_return result<>();
    auto o = graph_.get(*kind, item.key);
    if (!o) co_return result<>();
    const std::vector<owner_state> states = states_of(*kind, o->meta);
    report_wrong_namespace(item, *kind, o->meta, states);
    garbage_plan p = plan_garbage(o->meta, states, dependents_of(o->meta.uid));
    co_return co_await act(*kind, std::move(*o), std::move(p));
}

awaitable<result<>> garbage_collector::patch(graph_resource r, const object_meta& meta,
                                             boost::json::object change) {
    const kind_info kind = dynamic_kind_of(r);
    auto written = co_await api_.merge_patch(kind, setpoint::key_of(meta), std::move(change),
                                             as_controller_manager_at(meta));
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return result<>();
}

awaitable<result<>> garbage_collector::act(graph_resource r, graph_object o, garbage_plan p) {
    using action = garbage_plan::action;
    switch (p.what) {
        case action::none:
            co_return result<>();
        case action::retry:
            co_return error(errc::failed, "the kind of an owner is not served");
        case action::drop_owners:
            co_return co_await patch(r, o.meta, without_owners(o.meta, p.owners));
        case action::release:
            co_return co_await patch(r, o.meta, without_finalizer(o.meta, "foregroundDeletion"));
        case action::orphan_dependents:
            co_return co_await orphan_dependents(r, std::move(o));
        case action::process_dependents:
            for (graph_item& d : index_.dependents(o.meta.uid)) {
                const auto kind = graph_.find_collection(d.collection);
                const auto dependent = kind ? graph_.get(*kind, d.key) : std::nullopt;
                if (dependent && !is_deleting(dependent->meta)) index_.enqueue(std::move(d));
            }
            co_return result<>();
        case action::unblock_and_remove: {
            auto unblocked = co_await patch(r, o.meta, without_blocking(o.meta));
            if (!unblocked) co_return unblocked.error();
            const auto now = graph_.get(r, setpoint::key_of(o.meta));
            if (!now || now->meta.uid != o.meta.uid) co_return result<>();
            o.meta = now->meta;
            break;
        }
        case action::remove:
            break;
    }
    const kind_info kind = dynamic_kind_of(r);
    log_.debug("Deleting an object without owners",
               {{"collection", r.collection}, {"object", setpoint::key_of(o.meta).to_string()}});
    delete_options options;
    options.uid = o.meta.uid.str();
    options.resource_version = o.meta.resource_version.str();
    options.how = p.how;
    auto removed = co_await api_.remove(kind, setpoint::key_of(o.meta), std::move(options));
    if (!removed && removed.error().code != errc::not_found) co_return removed.error();
    co_return result<>();
}

awaitable<result<>> garbage_collector::orphan_dependents(graph_resource r, graph_object o) {
    const std::string uid = o.meta.uid.str();
    for (const graph_item& d : index_.dependents(uid)) {
        const auto kind = graph_.find_collection(d.collection);
        const auto dependent = kind ? graph_.get(*kind, d.key) : std::nullopt;
        if (!dependent) continue;
        auto patched = co_await patch(*kind, dependent->meta, without_owners(dependent->meta, {uid}));
        if (!patched) co_return patched.error();
    }
    co_return co_await patch(r, o.meta, without_finalizer(o.meta, "orphan"));
}

}}}  // namespace setpoint::v0::apiserver
