#include "setpoint/cache/cached_client.hpp"

#include "framework/cache/own_writes.hpp"
#include "framework/cache/read_meta.hpp"
#include "framework/tracing/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <type_traits>

namespace setpoint { inline namespace v0 {

namespace {

// Single reads before a list; for more keys one list is cheaper.
constexpr std::size_t max_single_reads = 16;
constexpr std::size_t slice = 256;  // objects visited in one turn of the loop

bool same_type(const cached_collection& v, const kind_info& kind) {
    return v.kind().type == kind.type;
}

// The same error as api_client's for a kind that the server does not serve, or that of the list that failed.
error not_served(const cached_collection& v, std::string_view what) {
    const kind_info& kind = v.kind();
    const std::optional<error> failure = v.why_not_served();
    if (failure && failure->code != errc::not_found && failure->http_status != 404) return *failure;
    error e(errc::unsupported, fmt::format("{} {}: the server does not have this resource (is its CRD "
                                           "installed?)",
                                           what, kind.resource().group_resource()));
    e.http_status = 404;
    return e;
}

// Runs for every object that is about to be created, so it avoids fmt.
error not_cached(const kind_info& kind, const object_key& key) {
    constexpr std::string_view get = "get ", missing = ": not in the cache";
    const std::string resource = kind.resource().group_resource(), name = key.to_string();
    std::string what;
    what.reserve(get.size() + resource.size() + 1 + name.size() + missing.size());
    what.append(get).append(resource).append(1, ' ').append(name).append(missing);
    return error(errc::not_found, std::move(what));
}

// "" for null.
std::string uid_of(const cached_collection& v, const object_ptr& o) {
    return o ? v.kind().meta(o.get()).uid.str() : std::string();
}

// The server answered that the object does not exist. `uid` is that of the object that was shown
// when the request began. If none was shown then and one is now, it may have been created since: it
// is not hidden, and the next read asks the server again.
void confirm_absence(cached_collection& v, const object_key& key, const std::string& uid) {
    if (!uid.empty() || !v.find(key)) own_writes(v).removed(key, uid, removal::complete);
}

// Whether the server may have executed the request despite this error.
bool may_have_happened(const error& e) {
    switch (e.code) {
        case errc::unknown_outcome:
        case errc::timeout:
        case errc::connection_lost:
        case errc::server_error:  // "etcdserver: leader changed": kubernetes/kubernetes#106491
        case errc::bad_data:
        case errc::too_large:
        case errc::failed:
            return true;
        default:
            return false;
    }
}

// Whether the object that was to be changed no longer exists. A missing namespace or subresource is not found
// either.
bool shows_absence(const error& e, const object_key& key) {
    return e.code == errc::not_found && e.server_text.ends_with("\"" + key.name + "\" not found");
}

call_span start_read(reconcile_trace& trace, std::string_view what, const cached_collection& v,
                     const std::string& ns, const std::string& name) {
    call_span span(trace, fmt::format("cache {} {}", what, v.kind().resource().group_resource()),
                   span_kind::internal);
    if (!ns.empty()) span.add("k8s.namespace.name", ns);
    if (!name.empty()) span.add("setpoint.object.name", name);
    return span;
}

template <class T>
awaitable<result<T>> traced(call_span span, awaitable<result<T>> read) {
    auto found = co_await std::move(read);
    if constexpr (std::is_same_v<T, object_ptr>)
        span.add("setpoint.found", found.has_value());
    else if (found)
        span.add("setpoint.objects", static_cast<std::int64_t>(found->size()));
    span.end(found);
    co_return found;
}

// Runs at the end of a write, also of one that is cancelled, unless its outcome is settled.
template <class F>
struct unless_settled {
    F otherwise;
    bool settled = false;
    explicit unless_settled(F f) : otherwise(std::move(f)) {}
    unless_settled(const unless_settled&) = delete;
    unless_settled& operator=(const unless_settled&) = delete;
    ~unless_settled() {
        if (!settled) otherwise();
    }
};

}  // namespace

awaitable<result<>> cached_client::wait_for(const cached_collection& v) {
    std::vector<const cached_collection*> one(1, &v);
    const bool complete =
        co_await cache_.wait_synced(std::move(one), saturating_add(loop_.now(), sync_limit));
    if (complete) co_return result<>();
    const std::string why = v.why();
    co_return error(errc::timeout,
                    fmt::format("the cache of {} is not complete after {} s: {}{}{}",
                                v.kind().resource().group_resource(), sync_limit / std::chrono::seconds(1),
                                to_string(v.state()), why.empty() ? "" : ": ", why));
}

awaitable<result<object_ptr>> cached_client::get_object(const kind_info& kind, object_key key) {
    cached_collection* const v = cache_.find(kind, key.ns);
    if (!v) return inner_.get_object(kind, std::move(key));
    reconcile_trace* const trace = running_trace(loop_);
    if (!trace || !trace->is_sampled()) return get_cached(kind, *v, std::move(key));
    call_span span = start_read(*trace, "get", *v, key.ns, key.name);
    return traced(std::move(span), get_cached(kind, *v, std::move(key)));
}

awaitable<result<object_ptr>> cached_client::get_cached(const kind_info& kind, cached_collection& v,
                                                        object_key key) {
    if (!v.synced()) {
        const auto ready = co_await wait_for(v);
        if (!ready) co_return ready.error();
    }
    if (!v.served()) co_return not_served(v, "get");
    const bool is_live = own_writes(v).needs_live_read(key);
    if (is_live) {
        const auto done = co_await read_again(v, key);
        if (!done) co_return done.error();
    }
    if (is_live || own_writes(v).changes(key)) own_writes(v).avoided_stale_read();
    object_ptr o = v.find(key);
    if (!o) co_return not_cached(kind, key);
    co_return o;
}

awaitable<result<std::vector<object_ptr>>> cached_client::list_objects(const kind_info& kind,
                                                                       list_options options) {
    cached_collection* const v = cache_.find(kind, options.ns);
    if (!v) return inner_.list_objects(kind, std::move(options));
    return list_traced(*v, std::move(options));
}

awaitable<result<std::vector<object_ptr>>> cached_client::list_indexed(const kind_info& kind,
                                                                       indexed_list_options options) {
    cached_collection* const v = cache_.find(kind, options.ns);
    if (!v)
        co_return error(errc::invalid, fmt::format("{} are not cached, so there is no index \"{}\"",
                                                   kind.resource().group_resource(), options.index));
    co_return co_await list_traced(*v, std::move(options));
}

awaitable<result<std::vector<object_ptr>>> cached_client::list_traced(cached_collection& v,
                                                                      indexed_list_options options) {
    reconcile_trace* const trace = running_trace(loop_);
    if (!trace || !trace->is_sampled()) return list_cached(v, std::move(options));
    call_span span = start_read(*trace, "list", v, options.ns, {});
    return traced(std::move(span), list_cached(v, std::move(options)));
}

void cached_client::index_by_controller(const kind_info& kind, std::string_view ns) {
    cached_collection* const v = cache_.find(kind, ns);
    if (!v || v->has_index(controller_index)) return;
    (void)v->add_index(std::string(controller_index),
                       [&its = v->kind()](const void* o, std::vector<std::string>& values) {
                           const object_meta* const meta = its.full_meta(o);
                           if (const owner_reference* owner = meta ? controller_of(*meta) : nullptr)
                               values.push_back(owner->uid.str());
                       });
}

awaitable<result<std::vector<object_ptr>>> cached_client::list_cached(cached_collection& v,
                                                                      indexed_list_options options) {
    if (!v.synced()) {
        const auto ready = co_await wait_for(v);
        if (!ready) co_return ready.error();
    }
    if (!v.served()) co_return not_served(v, "list");
    const std::vector<object_key> stale = own_writes(v).stale_keys(options.ns);
    if (!stale.empty()) {
        const auto done = co_await read_again(v, stale);
        if (!done) co_return done.error();
    }
    const auto walk = v.walk(options);
    if (!walk) co_return walk.error();
    std::vector<object_ptr> found;
    while ((*walk)->next(slice, found)) co_await loop_.yield();
    if (!stale.empty() || (*walk)->changed()) own_writes(v).avoided_stale_read();
    co_return found;
}

// Overlays the server's state of one key.
awaitable<result<>> cached_client::read_again(cached_collection& v, object_key key) {
    const std::string uid = uid_of(v, v.find(key));
    const auto answer = co_await inner_.get_object(v.kind(), key);
    if (answer)
        own_writes(v).written(*answer);
    else if (answer.error().code != errc::not_found)
        co_return answer.error().within("read again after a write that the cache cannot show yet");
    // If the mark has ended meanwhile, the object may have been created after the request began.
    else if (own_writes(v).needs_live_read(key))
        confirm_absence(v, key, uid);
    co_return result<>();
}

awaitable<result<>> cached_client::read_again(cached_collection& v, std::vector<object_key> keys) {
    const bool nameless =
        std::any_of(keys.begin(), keys.end(), [](const object_key& k) { return k.name.empty(); });
    if (!nameless && keys.size() <= max_single_reads) {
        for (object_key& k : keys) {
            const auto done = co_await read_again(v, std::move(k));
            if (!done) co_return done.error();
        }
        co_return result<>();
    }
    std::set<std::string> namespaces;
    for (const object_key& k : keys) namespaces.insert(k.ns);
    for (const std::string& ns : namespaces) {
        const auto done = co_await read_namespace(v, ns, keys);
        if (!done) co_return done.error();
    }
    co_return result<>();
}

// Overlays the server's state of the namespace. Marked keys that the server does not have are
// removed.
awaitable<result<>> cached_client::read_namespace(cached_collection& v, std::string ns,
                                                  std::vector<object_key> keys) {
    list_options all;
    all.ns = ns;
    const time_point asked = loop_.now();
    // Taken before the request: objects that arrive meanwhile are not missing from the response.
    const auto walk = v.walk(all);
    if (!walk) co_return walk.error();
    auto answer = co_await inner_.list_objects(v.kind(), std::move(all));
    if (!answer) co_return answer.error().within("read again after a write that the cache cannot show yet");
    std::vector<object_key> listed;
    listed.reserve(answer->size());
    std::size_t worked_on = 0;
    for (const object_ptr& o : *answer) {
        listed.push_back(key_of(v.kind().meta(o.get())));
        own_writes(v).written(o);
        if (++worked_on % slice == 0) co_await loop_.yield();
    }
    const auto exists = [&listed](const object_key& k) {
        return std::binary_search(listed.begin(), listed.end(), k);
    };
    // In practice the server sorts by name.
    if (!std::is_sorted(listed.begin(), listed.end())) std::sort(listed.begin(), listed.end());
    std::vector<object_ptr> held;
    for (bool more = true; more;) {
        held.clear();
        more = (*walk)->next(slice, held);
        for (const object_ptr& o : held) {
            const basic_meta& m = v.kind().meta(o.get());
            const object_key key = key_of(m);
            if (!exists(key) && own_writes(v).needs_live_read(key))
                own_writes(v).removed(key, m.uid, removal::complete);
        }
        if (more) co_await loop_.yield();
    }
    for (const object_key& k : keys) {
        if (k.ns == ns && !exists(k) && own_writes(v).needs_live_read(k)) confirm_absence(v, k, {});
        if (++worked_on % slice == 0) co_await loop_.yield();
    }
    own_writes(v).namespace_read(ns, asked);
    // Objects that only this list holds are freed in slices too.
    while (answer->size() > slice) {
        answer->resize(answer->size() - slice);
        co_await loop_.yield();
    }
    co_return result<>();
}

cached_client::observed cached_client::sending(const kind_info& kind, const call& c) const {
    for (write_observer* const o : observers_)
        if (const std::uint32_t number = o->sending(kind, c)) return {o, number};
    return {};
}

awaitable<result<object_ptr>> cached_client::write(const kind_info& kind, call c) {
    if (!c.writes()) co_return co_await inner_.write(kind, std::move(c));
    for (write_observer* const o : observers_) o->noting(c);
    if (c.op == verb::remove_collection) co_return co_await remove_collection(kind, std::move(c));
    // The response of any other subresource is not the object.
    const bool is_object = (c.subresource.empty() || c.subresource == "status") && !c.answer_unread;
    const object_key key = c.key;
    // An apply creates what is missing.
    const bool needs_object = c.subresource.empty() && c.op != verb::create && c.patch != patch_type::apply;
    const std::string uid = needs_object ? shown_uid(kind, key) : std::string();
    unless_settled outcome([&] { mark_stale(kind, key); });
    const auto held = [&](std::string_view begin) { return held_as(kind, key, begin); };
    if (is_object) c.find_cached = std::ref(held);
    const observed seen = is_object ? sending(kind, c) : observed();
    auto answer = co_await inner_.write(kind, std::move(c));
    if (answer && seen.by) seen.by->answered(seen.number, kind, *answer);
    if (answer && is_object) overlay_answer(cache_, kind, *answer);
    if (answer ? is_object : !may_have_happened(answer.error())) outcome.settled = true;
    if (!answer && !uid.empty() && shows_absence(answer.error(), key))
        show_deletion(kind, key, uid, removal::complete);
    co_return answer;
}

// The response does not reliably list the deleted objects or their versions, so cached objects that
// match are read again.
awaitable<result<object_ptr>> cached_client::remove_collection(const kind_info& kind, call c) {
    list_options chosen;
    chosen.ns = c.key.ns;
    chosen.label_selector = std::as_const(c).query().label_selector;
    unless_settled outcome([&] {
        for (cached_collection* const v : cache_.collections_of(kind)) own_writes(*v).mark_uncertain(chosen);
    });
    auto answer = co_await inner_.write(kind, std::move(c));
    if (!answer && !may_have_happened(answer.error())) outcome.settled = true;
    co_return answer;
}

// Often the watch is faster than the response. The object is then already decoded and is reused.
object_ptr cached_client::held_as(const kind_info& kind, const object_key& key, std::string_view answer) {
    for (const cached_collection* const v : cache_.collections_of(kind)) {
        const object_ptr held = same_type(*v, kind) ? v->find(key) : nullptr;
        if (!held) continue;
        // The response to the removal of the last finalizer has the version of the state before.
        const object_meta* const full = kind.full_meta(held.get());
        if (full && is_deleting(*full)) continue;
        const basic_meta& m = kind.meta(held.get());
        // The version rarely appears in a response with another version, and searching is cheaper
        // than parsing.
        if (answer.find(m.resource_version.view()) == std::string_view::npos) continue;
        const auto peeked = peek_meta(answer);
        if (peeked && peeked->uid == m.uid && peeked->resource_version == m.resource_version) return held;
    }
    return nullptr;
}

void cached_client::mark_stale(const kind_info& kind, const object_key& key) {
    for (cached_collection* const v : cache_.collections_of(kind)) own_writes(*v).mark_stale(key);
}

awaitable<result<>> cached_client::remove_object(const kind_info& kind, object_key key,
                                                 delete_options options) {
    if (options.dry_run) co_return co_await inner_.remove_object(kind, std::move(key), std::move(options));
    note_removal(kind, key);
    // The object that is meant, as far as the cache can tell: another one may have the name by the
    // time of the response.
    const std::string uid = options.uid.empty() ? shown_uid(kind, key) : options.uid;
    unless_settled outcome([&] { mark_stale(kind, key); });
    object_ptr last;
    options.on_answer = [&last, also = std::move(options.on_answer)](const object_ptr& o) {
        last = o;
        if (also) also(o);
    };
    const auto answer = co_await inner_.remove_object(kind, key, std::move(options));
    const bool gone = answer || answer.error().code == errc::not_found;
    if (gone && is_terminating(kind, last))
        overlay_answer(cache_, kind, last);
    else if (gone)
        show_deletion(kind, key, last ? kind.meta(last.get()).uid.str() : uid,
                      last || !answer ? removal::complete : removal::accepted);
    if (gone || !may_have_happened(answer.error())) outcome.settled = true;
    co_return answer;
}

void cached_client::note_removal(const kind_info& kind, const object_key& key) const {
    if (std::ranges::none_of(observers_, &write_observer::notes)) return;
    call c;
    c.op = verb::remove;
    c.resource = kind.resource();
    c.where = kind.scope;
    c.key = key;
    for (write_observer* const o : observers_) o->noting(c);
}

std::string cached_client::shown_uid(const kind_info& kind, const object_key& key) const {
    for (const cached_collection* const v : cache_.collections_of(kind))
        if (std::string uid = uid_of(*v, v->find(key)); !uid.empty()) return uid;
    return {};
}

void cached_client::show_deletion(const kind_info& kind, const object_key& key, const std::string& uid,
                                  removal what) {
    for (cached_collection* const v : cache_.collections_of(kind)) {
        // The deleted object's UID is unknown, and the object shown now may be a newer one.
        if (uid.empty() && (what == removal::accepted || v->find(key)))
            own_writes(*v).mark_stale(key);
        else
            own_writes(*v).removed(key, uid, what);
    }
}

}}  // namespace setpoint::v0
