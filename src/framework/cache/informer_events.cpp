// How an informer handles the events of its watch.
#include "framework/cache/informer.hpp"
#include "framework/cache/read_meta.hpp"
#include "framework/cache/resource_version.hpp"
#include "setpoint/client/status.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

// The annotations of a bookmark mark the end of a streamed list.
struct bookmark_object {
    object_meta metadata;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&bookmark_object::metadata, "metadata", ""));
    }
};

}  // namespace

informer::delivery informer::deliver(const watch_frame& frame, std::string_view what) {
    measured_.event(frame.type, loop_.wall_now());
    if (frame.type == watch_event::error) {
        fsm_.error_event(loop_.now(), to_error(parse_status(frame.object), 0, what));
        return delivery::failed;
    }
    bool readable = true;
    if (frame.type == watch_event::bookmark) {
        const auto bookmark = decode<bookmark_object>(frame.object);
        readable = bookmark.has_value();
        if (bookmark && fsm_.streaming()) return deliver_list_bookmark(bookmark->metadata);
        if (bookmark) deliver_bookmark(bookmark->metadata);
    } else {
        readable = fsm_.streaming() ? stage_object(frame) : deliver_object(frame);
    }
    if (readable) {
        if (!awaited_.empty() && !older(fsm_.version(), awaited_)) {
            awaited_.clear();
            synced_.notify();
        }
        return delivery::done;
    }
    // Without its text, which may be a Secret's.
    fsm_.watch_broken(loop_.now(),
                      error(errc::bad_data, fmt::format("{}: an event has no readable object in its {} bytes",
                                                        what, frame.object.size())));
    return delivery::failed;
}

template <class T>
std::optional<T> informer::decode(std::string_view object) {
    T m;
    decoder_.start(json::type_of<T>(), &m);
    auto ok = decoder_.write(object);
    if (ok) ok = decoder_.finish();
    if (!ok) return std::nullopt;
    return m;
}

void informer::deliver_bookmark(const object_meta& meta) {
    fsm_.event(watch_event::bookmark, meta.resource_version);
    for (fed_shard& p : shards_)
        if (p.fed) p.shard->bookmark(fsm_.version());
}

informer::delivery informer::deliver_list_bookmark(const object_meta& bookmark) {
    // https://kubernetes.io/docs/reference/using-api/api-concepts/#streaming-lists
    if (!bookmark.annotations.contains(std::string_view("k8s.io/initial-events-end"))) return delivery::done;
    const std::string before = fsm_.version();
    const bool accepted =
        fsm_.initial_events_end(bookmark.resource_version) == reflector_fsm::list_decision::accept;
    measured_.listed(accepted);
    if (!accepted) return delivery::failed;
    return older(fsm_.version(), before) ? delivery::list_regressed : delivery::list_complete;
}

bool informer::stage_object(const watch_frame& frame) {
    fsm_.event(frame.type, {});
    std::optional<basic_meta> meta;
    if (frame.type == watch_event::deleted) {
        meta = read_meta(decoder_, frame.object);
        if (!meta || meta->name.empty()) return false;
    }
    for (fed_shard& p : shards_) {
        if (!p.in_list) continue;
        if (frame.type == watch_event::deleted) {
            p.shard->unstage(*meta);
            continue;
        }
        auto o = p.shard->decode(decoder_, frame.object);
        if (o) {
            p.shard->stage(std::move(*o));
            continue;
        }
        meta = read_meta(decoder_, frame.object);
        if (!meta || meta->name.empty()) return false;
        measured_.unreadable(1);
        p.shard->stage_unreadable(key_of(*meta), o.error());
    }
    return true;
}

bool informer::deliver_object(const watch_frame& frame) {
    if (frame.type == watch_event::deleted) {
        // A deletion needs only the key: handlers receive the stored object.
        const auto meta = read_meta(decoder_, frame.object);
        if (!meta || meta->name.empty()) return false;
        fsm_.event(frame.type, meta->resource_version);
        for (fed_shard& p : shards_)
            if (p.fed) p.shard->deliver_deletion(*meta, fsm_.version());
        return true;
    }
    // Own writes were decoded with their response, unless the watch is faster (cached_client
    // handles that). The same version is the same object, so it is not decoded again.
    const bool awaited = std::any_of(shards_.begin(), shards_.end(),
                                     [](const fed_shard& p) { return p.fed && !p.shard->writes().empty(); });
    const auto peeked = awaited ? peek_meta(frame.object) : std::nullopt;
    bool reported = false;
    for (fed_shard& p : shards_) {
        if (!p.fed) continue;
        object_ptr own;
        if (peeked)
            own = p.shard->writes().own_write({peeked->ns, peeked->name}, peeked->uid,
                                              peeked->resource_version);
        const auto o = own ? result<object_ptr>(std::move(own)) : p.shard->decode(decoder_, frame.object);
        if (!o) {
            const auto meta = read_meta(decoder_, frame.object);
            if (!meta || meta->name.empty()) return false;
            measured_.unreadable(1);
            p.shard->unreadable(key_of(*meta), o.error());
            if (!std::exchange(reported, true)) fsm_.event(frame.type, meta->resource_version);
            continue;
        }
        if (!std::exchange(reported, true))
            fsm_.event(frame.type, p.shard->kind().meta(o->get()).resource_version);
        p.shard->deliver(*o, fsm_.version());
    }
    return true;
}

}}  // namespace setpoint::v0
